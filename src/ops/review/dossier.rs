//! Putting a dossier together: both positions on every open claim, each with links to lines.

use std::collections::BTreeMap;

use super::ReviewError;
use crate::digest::CommitId;
use crate::ops::ledger::Record;
use crate::port::GitRead;
use crate::proposal::{
    Cited, CitedSpan, ClaimRef, ClaimVerdict, Dossier, OpenClaim, Review, RoundFile, Spent, Stopped, Verdict,
    claimed_spans,
};
use crate::vault::Vault;
use jiff::Timestamp;

/// How many characters of the proposer's own words a dossier holds.
const SUMMARY: usize = 2_000;

/// What a dossier is made of, beside the record.
pub(super) struct Ending<'a> {
    /// The commit that was judged.
    pub head: &'a CommitId,
    /// Where main and the working branch parted.
    pub base: &'a Vault,
    /// The head as a vault.
    pub vault: &'a Vault,
    /// What stopped the two.
    pub stopped: Stopped,
    /// The same as a sentence.
    pub why: String,
    /// What was used up.
    pub spent: Spent,
    /// The time.
    pub now: Timestamp,
}

/// The dossier of the last round of `record`.
pub(super) fn dossier(
    git: &dyn GitRead,
    record: &Record,
    ending: Ending<'_>,
) -> Result<Dossier, ReviewError> {
    let mut raised = BTreeMap::<(String, String, bool), Vec<u32>>::new();
    let mut last: Option<Review> = None;
    for round in record.rounds() {
        let Some(review) = record.review(git, round)? else { continue };
        for verdict in against(&review) {
            raised.entry(key(&verdict.claim, verdict.removed)).or_default().push(round);
        }
        last = Some(review);
    }
    let review = last.filter(|review| review.round == record.round.round);
    let claims = review.iter().flat_map(against).map(|verdict| open(verdict, &ending, &raised)).collect();
    let findings = review.iter().flat_map(|review| &review.findings).filter(|finding| finding.blocks);
    let summary = record.file(git, RoundFile::Proposer)?.unwrap_or_default();
    Ok(Dossier {
        version: Dossier::VERSION,
        proposal: record.proposal.id.clone(),
        round: record.round.round,
        head: ending.head.clone(),
        stopped_at: ending.now,
        stopped: ending.stopped,
        why: ending.why.clone(),
        spent: ending.spent,
        summary: String::from_utf8_lossy(&summary).chars().take(SUMMARY).collect(),
        findings: findings.cloned().collect(),
        claims,
    })
}

fn against(review: &Review) -> impl Iterator<Item = &ClaimVerdict> {
    review.verdicts.iter().filter(|verdict| verdict.verdict != Verdict::Supported)
}

/// The same words in the same note are the same claim, wherever they stand in it.
fn key(claim: &ClaimRef, removed: bool) -> (String, String, bool) {
    (claim.path.to_string(), claim.hash.to_string(), removed)
}

fn open(
    verdict: &ClaimVerdict,
    ending: &Ending<'_>,
    raised: &BTreeMap<(String, String, bool), Vec<u32>>,
) -> OpenClaim {
    let vault = if verdict.removed { ending.base } else { ending.vault };
    OpenClaim {
        link: format!("{}#L{}", verdict.claim.path, verdict.claim.line),
        claim: verdict.claim.clone(),
        removed: verdict.removed,
        proposer: claimed_spans(vault, &verdict.claim).iter().map(|span| cited(vault, span)).collect(),
        verdict: verdict.verdict,
        because: verdict.reasons.clone(),
        reviewer: verdict.spans.iter().map(|span| cited(ending.vault, span)).collect(),
        rounds: raised.get(&key(&verdict.claim, verdict.removed)).cloned().unwrap_or_default(),
    }
}

fn cited(vault: &Vault, span: &CitedSpan) -> Cited {
    let place = vault
        .item(&span.evidence)
        .map_or_else(|| span.evidence.to_string(), |item| item.text_path().to_string());
    Cited { link: format!("{place}#{}", span.lines), quote: span.quote.clone() }
}
