//! The detectors, one file a kind of fault or a family of them.

mod audited;
mod checked;
mod claims;
mod drift;
mod episodes;
mod folders;
mod superseded;
mod uncited;

use crate::plan::Fault;
use crate::reorg::survey::Survey;

/// Everything that is wrong, in no order.
pub(super) fn all(survey: &Survey<'_>) -> Vec<Fault> {
    let detectors: [fn(&Survey<'_>) -> Vec<Fault>; 8] = [
        checked::faults,
        superseded::faults,
        audited::faults,
        uncited::faults,
        folders::faults,
        drift::faults,
        claims::faults,
        episodes::faults,
    ];
    detectors.iter().flat_map(|detector| detector(survey)).collect()
}
