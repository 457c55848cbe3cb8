//! `kb review ID --human`: a person judges every changed claim, in the format of a reviewer, and signs it.

use std::str::FromStr;

use thiserror::Error;

use super::person::{Said, say};
use super::{ReviewError, Word};
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::gate::{Contrast, Refusal};
use crate::ops::ledger::{Ledger, Record};
use crate::ops::target::Target;
use crate::port::{GitWrite, Signer};
use crate::proposal::{
    AgentName, ChangedClaim, CitedSpan, ClaimVerdict, Family, Outcome, ProposalId, Review, Verdict,
    changed_claims, claimed_spans, one_line, voids,
};
use crate::vault::Vault;

/// A verdict as a person types it: `supported`, or for one claim `knowledge/refunds.md:8=unsupported`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The claim, as `path:line`; every claim that has no verdict of its own, without one.
    pub place: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Says why a text is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is no verdict; write `supported`, `partly-supported`, `unsupported`, `contradicted` or `uncited`, for one claim \
     `PATH:LINE=VERDICT`"
)]
pub struct GivenError(String);

impl FromStr for Given {
    type Err = GivenError;

    fn from_str(text: &str) -> Result<Given, GivenError> {
        let (place, word) = match text.rsplit_once('=') {
            Some((place, word)) => (Some(place.trim().to_owned()), word),
            None => (None, text),
        };
        let verdict = match word.trim() {
            "supported" => Verdict::Supported,
            "partly-supported" | "partly supported" => Verdict::PartlySupported,
            "unsupported" => Verdict::Unsupported,
            "contradicted" => Verdict::Contradicted,
            "uncited" => Verdict::Uncited,
            _ => return Err(GivenError(text.to_owned())),
        };
        Ok(Given { place, verdict })
    }
}

/// One changed claim with everything that a person needs to judge it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Where it is, as `path:line`.
    pub place: String,
    /// The claim.
    pub text: String,
    /// Whether it is removed.
    pub removed: bool,
    /// The lines that it cites: link and text.
    pub evidence: Vec<(String, String)>,
    /// What the reviewer says of it.
    pub reviewer: Option<ClaimVerdict>,
}

/// A proposal as a person judges it.
struct Case {
    record: Record,
    base: CommitId,
    head: CommitId,
    vault: Vault,
    changed: Vec<ChangedClaim>,
}

impl Case {
    fn read(workspace: &Workspace<'_>, git: &dyn GitWrite, id: &ProposalId) -> Result<Case, ReviewError> {
        let target = Target::read(workspace, git)?;
        let record = Ledger::open(git)?.record(git, id)?;
        let refused = |refusal| ReviewError::Refused { id: id.clone(), refusal: Box::new(refusal) };
        let head = git.reference(&record.proposal.branch().reference())?;
        let head = head.ok_or_else(|| refused(Refusal::NotReviewed))?;
        let no_history = || refused(Refusal::StaleBase("the two have no common history".to_owned()));
        let base = git.merge_base(&target.commit, &head)?.ok_or_else(no_history)?;
        let Contrast { base: before, head: vault, .. } = Contrast::of(workspace, git, &base, &head)?;
        let changed = changed_claims(&before, &vault);
        Ok(Case { record, base, head, vault, changed })
    }
}

fn place(claim: &ChangedClaim) -> String {
    format!("{}:{}", claim.claim.path, claim.claim.line)
}

/// What a person is asked of the proposal `id`, in order of path and line.
pub fn asked(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    id: &ProposalId,
) -> Result<Vec<Asked>, ReviewError> {
    let case = Case::read(workspace, git, id)?;
    let review = case.record.review(git, case.record.round.round)?;
    let said = |claim: &ChangedClaim| {
        let verdicts = review.iter().flat_map(|review| &review.verdicts);
        let is_it = |v: &&ClaimVerdict| v.claim == claim.claim && v.removed == claim.removed;
        verdicts.into_iter().find(is_it).cloned()
    };
    let lines = |span: &CitedSpan| {
        let item = case.vault.item(&span.evidence)?;
        let text = item.raw_lines(span.lines).unwrap_or_default().to_owned();
        Some((format!("{}#{}", item.text_path(), span.lines), text))
    };
    let asked = |claim: &ChangedClaim| Asked {
        place: place(claim),
        text: claim.claim.text.clone(),
        removed: claim.removed,
        evidence: spans(&case.vault, claim).iter().filter_map(lines).collect(),
        reviewer: said(claim),
    };
    Ok(case.changed.iter().map(asked).collect())
}

/// What the verdict on a claim rests on: the evidence that the head cites for it; of a removed claim nothing is left.
fn spans(head: &Vault, claim: &ChangedClaim) -> Vec<CitedSpan> {
    if claim.removed { Vec::new() } else { claimed_spans(head, &claim.claim) }
}

/// Records and signs a person's verdicts on the proposal `id`: all supported approves it, anything else rejects it.
pub fn human(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    signer: &dyn Signer,
    id: &ProposalId,
    given: &[Given],
    because: Option<&str>,
) -> Result<Word, ReviewError> {
    let case = Case::read(workspace, git, id)?;
    let known: Vec<String> = case.changed.iter().map(place).collect();
    let unknown = given.iter().filter_map(|given| given.place.as_ref()).find(|place| !known.contains(place));
    if let Some(place) = unknown {
        return Err(ReviewError::NoSuchClaim { id: id.clone(), place: place.clone(), known });
    }
    let mut unjudged = Vec::new();
    let mut verdicts = Vec::new();
    for claim in &case.changed {
        let own = given.iter().rev().find(|given| given.place.as_deref() == Some(place(claim).as_str()));
        let Some(given) = own.or_else(|| given.iter().rev().find(|given| given.place.is_none())) else {
            unjudged.push(format!("{} \"{}\"", place(claim), claim.claim.text));
            continue;
        };
        let reasons = because.filter(|_| given.verdict != Verdict::Supported).map(one_line);
        verdicts.push(ClaimVerdict {
            claim: claim.claim.clone(),
            removed: claim.removed,
            verdict: given.verdict,
            spans: spans(&case.vault, claim),
            reasons: reasons.into_iter().collect(),
        });
    }
    if !unjudged.is_empty() {
        return Err(ReviewError::Unjudged { id: id.clone(), claims: unjudged });
    }
    if let Some(void) = voids(&verdicts, &case.changed, &case.vault).first() {
        let refusal = Box::new(Refusal::UncoveredClaim(void.to_string()));
        return Err(ReviewError::Refused { id: id.clone(), refusal });
    }
    let is_supported = verdicts.iter().all(|verdict| verdict.verdict == Verdict::Supported);
    let outcome = if is_supported { Outcome::Approved } else { Outcome::Rejected };
    let user = git.user()?;
    let name = one_line(&format!("{} <{}>", user.name, user.email));
    let review = Review {
        version: Review::VERSION,
        proposal: id.clone(),
        round: case.record.round.round,
        base: case.base,
        head: case.head,
        reviewer: AgentName { name, family: Family::person() },
        verdicts,
        findings: Vec::new(),
        outcome,
        same_family: false,
        content: None,
    };
    say(workspace, git, signer, id, Said { outcome, because, review: Some(review) })
}
