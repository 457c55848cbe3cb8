//! Whether a step does again what a reviewer rejected: a claim that was not to be made, or one that was to stay.

use crate::note::{Claim, Note};
use crate::path::RepoPath;
use crate::proposal::{ClaimVerdict, is_same_claim};

use super::super::desk::Desk;

/// Why the step from `before` to `after`, which touched the notes at `touched`, may not be made.
pub(super) fn refused(
    before: &Desk<'_>,
    after: &Desk<'_>,
    touched: &[RepoPath],
    rejected: &[ClaimVerdict],
) -> Option<String> {
    if rejected.is_empty() {
        return None;
    }
    let (old, new) = (claims(before, touched), claims(after, touched));
    let against = rejected.iter().find(|verdict| {
        let is_meant = |(_, claim): &&(&Note, &Claim)| claim.hash() == verdict.claim.hash;
        match verdict.removed {
            true => old.iter().filter(is_meant).count() > new.iter().filter(is_meant).count(),
            false => {
                new.iter().filter(is_meant).any(|&made| !old.iter().any(|&was| is_same_claim(was, made)))
            }
        }
    })?;
    let what = if against.removed { "taking the claim out" } else { "the claim" };
    let why = against.reasons.first().map(|reason| format!(": {reason}")).unwrap_or_default();
    Some(format!("a reviewer rejected {what}{why}"))
}

fn claims<'d>(desk: &'d Desk<'_>, paths: &[RepoPath]) -> Vec<(&'d Note, &'d Claim)> {
    let notes = paths.iter().filter_map(|path| desk.note(path));
    notes.flat_map(|note| note.claims().iter().map(move |claim| (note, claim))).collect()
}
