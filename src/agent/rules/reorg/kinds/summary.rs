//! A summary that drifted: derived, so that no hand mends it. It is named for the build after the merge.

use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::scene::Scene;
use super::super::step::{Done, Step};

/// Marks the summaries as to be made anew.
pub(super) fn rebuild(_: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let rebuild: Vec<_> = fault.places.iter().map(|place| place.path.clone()).collect();
    let done = Done::for_a_person("a summary is derived; the build after the merge writes it anew");
    Ok(Done { rebuild, ..done })
}
