//! Whether a review may be believed at all (I4): a verdict for each changed claim, and quotes that stand where it says.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::evidence::EvidenceId;
use crate::proposal::{ChangedClaim, CitedSpan, ClaimRef, ClaimVerdict, Verdict};
use crate::text::LineRange;
use crate::vault::Vault;

/// One reason why a review is void.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Void {
    /// A changed claim has no verdict.
    #[error("{}:{} has no verdict: \"{}\"", .0.path, .0.line, .0.text)]
    NoVerdict(ClaimRef),
    /// A changed claim has more than one verdict.
    #[error("{}:{} has more than one verdict: \"{}\"", .0.path, .0.line, .0.text)]
    SeveralVerdicts(ClaimRef),
    /// A verdict is on something that the proposal does not change.
    #[error("{}:{} has a verdict, but the proposal does not change it: \"{}\"", .0.path, .0.line, .0.text)]
    NotChanged(ClaimRef),
    /// A verdict says "supported" and shows nothing that supports.
    #[error("{}:{} is called supported without a span: \"{}\"", .0.path, .0.line, .0.text)]
    NoSpan(ClaimRef),
    /// A verdict cites an item that does not exist.
    #[error("the verdict on {}:{} cites `{evidence}`, which does not exist", .claim.path, .claim.line)]
    NoEvidence {
        /// The claim.
        claim: ClaimRef,
        /// What the verdict cites.
        evidence: EvidenceId,
    },
    /// A verdict cites lines that the item has not.
    #[error("the verdict on {}:{} cites {lines} of `{evidence}`, which has {count} lines", .claim.path, .claim.line)]
    NoLines {
        /// The claim.
        claim: ClaimRef,
        /// The item.
        evidence: EvidenceId,
        /// The lines cited.
        lines: LineRange,
        /// How many the item has.
        count: u32,
    },
    /// A verdict quotes words that do not stand in the lines.
    #[error("the verdict on {}:{} quotes \"{quote}\", which does not stand in {evidence}#{lines}", .claim.path, .claim.line)]
    NoQuote {
        /// The claim.
        claim: ClaimRef,
        /// The item.
        evidence: EvidenceId,
        /// The lines cited.
        lines: LineRange,
        /// The words.
        quote: String,
    },
}

/// Every reason why `verdicts` on the `changed` claims are void; none when they may be believed.
///
/// `head` is the vault that the evidence is looked up in.
pub fn voids(verdicts: &[ClaimVerdict], changed: &[ChangedClaim], head: &Vault) -> Vec<Void> {
    let mut voids = coverage(verdicts, changed);
    for verdict in verdicts {
        if verdict.verdict == Verdict::Supported && !verdict.removed && verdict.spans.is_empty() {
            voids.push(Void::NoSpan(verdict.claim.clone()));
        }
        voids.extend(verdict.spans.iter().filter_map(|span| span_void(&verdict.claim, span, head)));
    }
    voids
}

/// What is wrong with how `verdicts` cover the `changed` claims: each exactly once, and nothing else.
pub fn coverage(verdicts: &[ClaimVerdict], changed: &[ChangedClaim]) -> Vec<Void> {
    let mut counts = BTreeMap::<(&str, u32, &str, bool), usize>::new();
    for verdict in verdicts {
        *counts.entry(key(&verdict.claim, verdict.removed)).or_default() += 1;
    }
    let mut voids = Vec::new();
    for ChangedClaim { claim, removed } in changed {
        match counts.remove(&key(claim, *removed)) {
            None => voids.push(Void::NoVerdict(claim.clone())),
            Some(1) => {}
            Some(_) => voids.push(Void::SeveralVerdicts(claim.clone())),
        }
    }
    let foreign = verdicts.iter().filter(|v| counts.remove(&key(&v.claim, v.removed)).is_some());
    voids.extend(foreign.map(|verdict| Void::NotChanged(verdict.claim.clone())));
    voids
}

fn key(claim: &ClaimRef, removed: bool) -> (&str, u32, &str, bool) {
    (claim.path.as_str(), claim.line, claim.hash.as_str(), removed)
}

fn span_void(claim: &ClaimRef, span: &CitedSpan, head: &Vault) -> Option<Void> {
    let (claim, evidence, lines) = (claim.clone(), span.evidence.clone(), span.lines);
    let Some(item) = head.item(&span.evidence) else { return Some(Void::NoEvidence { claim, evidence }) };
    if item.raw_lines(lines).is_none() {
        return Some(Void::NoLines { claim, evidence, lines, count: item.line_count() });
    }
    match &span.quote {
        Some(quote) if !item.quotes(lines, quote) => {
            Some(Void::NoQuote { claim, evidence, lines, quote: quote.clone() })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
