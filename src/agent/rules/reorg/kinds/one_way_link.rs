//! A link that goes one way: the note at its end links back.

use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::links::{link, links_to};
use super::super::scene::Scene;
use super::super::step::{Done, Step, first, second};

/// Lets the note that is linked to link back.
pub(super) fn link_back(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let (one, other) = (first(fault)?, second(fault)?);
    let leads = |from, to| desk.note(from).is_some_and(|note| links_to(desk, note, to));
    let (from, to) = match (leads(one, other), leads(other, one)) {
        (true, true) => return Ok(Done::changed(format!("`{one}` and `{other}` link to each other"))),
        (true, false) => (other, one),
        (false, true) => (one, other),
        (false, false) => return Err(format!("`{one}` and `{other}` do not link to each other any more")),
    };
    link(desk, from, to)?;
    Ok(Done::changed(format!("`{from}` links back to `{to}`")))
}
