//! What became of each entry of the coverage list, from what became of the faults and of the notes.

use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{CoverageKey, FaultKind, Outcome};
use crate::port::ReorganiseTask;

use super::super::desk::Desk;
use super::cites;
use super::reorganiser::Handled;

/// One outcome for each entry of the part's list, in its order.
pub(super) fn outcomes(
    task: &ReorganiseTask<'_>,
    desk: &Desk<'_>,
    handled: &[Handled<'_>],
) -> Vec<(CoverageKey, Outcome)> {
    let entries = task.plan.coverage.of(&task.part.name);
    entries
        .map(|entry| {
            let outcome = match &entry.note {
                Some(path) => of_note(task, desk, handled, path, &entry.evidence),
                None => of_evidence(handled, &entry.evidence),
            };
            (entry.key(), outcome)
        })
        .collect()
}

/// What became of what the note at `path` takes from `evidence`.
fn of_note(
    task: &ReorganiseTask<'_>,
    desk: &Desk<'_>,
    handled: &[Handled<'_>],
    path: &RepoPath,
    evidence: &EvidenceId,
) -> Outcome {
    let done = || handled.iter().filter_map(|one| one.result.as_ref().ok());
    let retired = done().flat_map(|done| &done.retired).find(|(retired, _)| retired == path);
    if let Some((_, reason)) = retired {
        return Outcome::Retired { reason: reason.clone() };
    }
    let left = handled.iter().find_map(|one| {
        let reason = one.result.as_ref().err()?;
        let is_here = one.fault.places.iter().any(|place| place.path == *path);
        // A fault of one claim is one of the evidence that it cites.
        let is_about = one.fault.evidence.is_empty()
            || one.fault.places.iter().all(|place| place.claim.is_none())
            || one.fault.evidence.iter().any(|span| span.evidence == *evidence)
            || cites_it(task, one, path, evidence);
        (is_here && is_about).then(|| Outcome::Left { reason: format!("{}: {reason}", one.fault.kind) })
    });
    if let Some(left) = left {
        return left;
    }
    match (task.vault.note(path.as_str()), desk.note(path)) {
        (None, None) => Outcome::Left { reason: "an earlier part moved the note or took it away".to_owned() },
        (Some(before), Some(after)) if before.text == after.text => Outcome::Verified,
        _ if only_looked_at(handled, path) => Outcome::Verified,
        _ => Outcome::Changed,
    }
}

/// Whether a claim of the fault at `path` cites `evidence`.
fn cites_it(task: &ReorganiseTask<'_>, one: &Handled<'_>, path: &RepoPath, evidence: &EvidenceId) -> bool {
    let Some(note) = task.vault.note(path.as_str()) else { return false };
    let wanted =
        one.fault.places.iter().filter(|place| place.path == *path).filter_map(|place| place.claim.as_ref());
    let texts: Vec<&str> = wanted.map(|claim| claim.text.as_str()).collect();
    let claims = note.claims().iter().filter(|claim| texts.contains(&claim.text.as_str()));
    claims.flat_map(|claim| cites::cites(task.vault, note, claim)).any(|cite| cite.evidence == *evidence)
}

/// Whether all that was done to the note was to look at it again.
fn only_looked_at(handled: &[Handled<'_>], path: &RepoPath) -> bool {
    let touching = handled.iter().filter(|one| one.touched.contains(path));
    touching.filter_map(|one| one.result.as_ref().ok()).all(|done| done.outcome == Outcome::Verified)
}

/// What became of an item that nothing cited.
fn of_evidence(handled: &[Handled<'_>], evidence: &EvidenceId) -> Outcome {
    let about = |one: &&Handled<'_>| {
        one.fault.kind == FaultKind::UncitedEvidence
            && one.fault.evidence.iter().any(|span| span.evidence == *evidence)
    };
    match handled.iter().find(about).map(|one| &one.result) {
        Some(Ok(done)) => done.outcome.clone(),
        Some(Err(reason)) => Outcome::Left { reason: reason.clone() },
        None => Outcome::Left { reason: "the plan has no fault that is about it".to_owned() },
    }
}
