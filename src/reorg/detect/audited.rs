//! What the auditor finds when it goes through every claim again: evidence that is gone, that does not say it, and whose
//! conditions, negations and doubts the claim left out.

use crate::note::{Claim, DISPUTED, FORMERLY, Note};
use crate::plan::{Fault, FaultKind, Place};
use crate::proposal::{Verdict, claim_ref};
use crate::reorg::survey::{Survey, is_served};
use crate::vault::{CitationError, Vault};
use crate::verify::{Audited, Lapse, audit_claims, hedge_lost};

/// What the auditor finds in the claims that are served.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let vault = survey.scope.vault;
    let wanted =
        |note: &Note, claim: &Claim| is_served(note) && !claim.citations.is_empty() && !is_marked(claim);
    audit_claims(vault, wanted).iter().flat_map(|audited| of_claim(vault, audited)).collect()
}

/// Whether it is written down already that the claim is not simply true.
fn is_marked(claim: &Claim) -> bool {
    claim.text.starts_with(FORMERLY) || claim.text.starts_with(DISPUTED)
}

fn of_claim(vault: &Vault, audited: &Audited<'_>) -> Vec<Fault> {
    let place = || vec![Place::claim(claim_ref(audited.note, audited.claim))];
    let gone = gone(vault, audited.note, audited.claim);
    if !gone.is_empty() {
        return vec![Fault::new(FaultKind::ErasedEvidence, place(), audited.spans.clone(), gone.join("; "))];
    }
    let lost = hedge_lost(&audited.claim.text, &audited.rests_on);
    let mut found: Vec<(FaultKind, Vec<&str>)> = Vec::new();
    for (reason, lapse) in audited.reasons.iter().zip(&audited.lapses) {
        let kind = match lapse {
            Lapse::Content => FaultKind::Unsupported,
            Lapse::Condition => FaultKind::DroppedCondition,
            Lapse::Negation => FaultKind::DroppedNegation,
            Lapse::Doubt => FaultKind::Supposition,
        };
        match found.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, reasons)) => reasons.push(reason),
            None => found.push((kind, vec![reason])),
        }
    }
    if audited.verdict == Verdict::Supported && lost.is_some() {
        found.push((FaultKind::Supposition, lost.iter().map(String::as_str).collect()));
    }
    // A note that says of itself that nobody confirmed it supposes openly.
    let is_open = audited.note.front.text("standing") == Some("unconfirmed");
    found.retain(|(kind, _)| !(is_open && *kind == FaultKind::Supposition));
    found
        .into_iter()
        .map(|(kind, reasons)| Fault::new(kind, place(), audited.spans.clone(), reasons.join("; ")))
        .collect()
}

/// What is wrong with citations whose evidence is not there any more.
fn gone(vault: &Vault, note: &Note, claim: &Claim) -> Vec<String> {
    let citations = claim.citations.iter().filter_map(|&at| note.citations().get(at));
    let errors = citations.filter_map(|citation| {
        let error = vault.citation_span(note, citation).err()?;
        matches!(error, CitationError::Missing(_) | CitationError::Damaged { .. })
            .then(|| format!("the citation `[^{}]` {error}", citation.label))
    });
    let mut gone: Vec<String> = errors.collect();
    gone.dedup();
    gone
}
