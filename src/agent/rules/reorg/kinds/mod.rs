//! The ways to mend, one file a kind of fault. Of several ways the first that can be gone counts.

mod contradiction;
mod dropped;
mod duplicate_claim;
mod duplicate_note;
mod episode;
mod expired;
mod one_way_link;
mod oversize_folder;
mod oversize_note;
mod stale;
mod summary;
mod superseded;
mod uncited;
mod undersize;
mod unlisted;
mod unsupported;

use crate::plan::FaultKind;

use super::step::Way;

/// The ways to mend a fault of `kind`, the best first.
pub(super) fn ways(kind: FaultKind) -> &'static [Way] {
    match kind {
        FaultKind::Contradiction => {
            &[contradiction::replaced, contradiction::qualify, contradiction::word, contradiction::dispute]
        }
        FaultKind::Unsupported => &[unsupported::cite_anew, dropped::put_back, unsupported::retire],
        FaultKind::ErasedEvidence => &[unsupported::cite_anew, unsupported::retire_erased],
        FaultKind::DroppedNegation | FaultKind::DroppedCondition => &[dropped::put_back],
        FaultKind::Supposition => &[dropped::put_back, dropped::unconfirmed],
        FaultKind::Superseded => &[superseded::retire],
        FaultKind::Expired => &[expired::retire],
        FaultKind::Stale => &[stale::look_again],
        FaultKind::DuplicateClaim => &[duplicate_claim::keep_one],
        FaultKind::DuplicateNote => &[duplicate_note::merge],
        FaultKind::RepeatedEpisode => &[episode::rule],
        FaultKind::UncitedEvidence => &[uncited::take_in],
        FaultKind::DriftedSummary => &[summary::rebuild, summary::describe, summary::list_anew],
        FaultKind::Orphan => &[unlisted::enter, unlisted::link_nearest],
        FaultKind::OneWayLink => &[one_way_link::link_back],
        FaultKind::MissingIndexEntry => &[unlisted::enter],
        FaultKind::OversizeFolder => &[oversize_folder::divide],
        FaultKind::UndersizeFolder => &[undersize::dissolve],
        FaultKind::OversizeNote => &[oversize_note::divide],
        FaultKind::UndersizeNote => &[undersize::merge],
    }
}

/// When a kind of fault has its turn: what is no longer served first, claims before notes, notes before links, and moves last,
/// since faults name places.
pub(super) fn rank(kind: FaultKind) -> usize {
    const ORDER: &[FaultKind] = &[
        FaultKind::Superseded,
        FaultKind::Expired,
        FaultKind::ErasedEvidence,
        FaultKind::Unsupported,
        FaultKind::DroppedNegation,
        FaultKind::DroppedCondition,
        FaultKind::Supposition,
        FaultKind::Contradiction,
        FaultKind::DuplicateNote,
        FaultKind::DuplicateClaim,
        FaultKind::RepeatedEpisode,
        FaultKind::UncitedEvidence,
        FaultKind::Stale,
        FaultKind::UndersizeNote,
        FaultKind::OversizeNote,
        FaultKind::DriftedSummary,
        FaultKind::OneWayLink,
        FaultKind::MissingIndexEntry,
        FaultKind::Orphan,
        FaultKind::UndersizeFolder,
        FaultKind::OversizeFolder,
    ];
    ORDER.iter().position(|one| *one == kind).unwrap_or(ORDER.len())
}
