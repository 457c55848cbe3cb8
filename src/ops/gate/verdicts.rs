//! Whether a decision and the review under it carry a merge: signatures, binding, families, coverage.

use crate::config::Config;
use crate::digest::{CommitId, Sha256Hex};
use crate::ops::gate::Refusal;
use crate::proposal::{
    Approval, ChangedClaim, Decision, Envelope, Outcome, Predicate, ProposalId, Review, Verdict, voids,
};
use crate::vault::Vault;

/// What a decision must be bound to.
#[derive(Clone, Debug)]
pub struct Binding<'a> {
    /// The proposal.
    pub proposal: &'a ProposalId,
    /// The ref that would move.
    pub target: &'a str,
    /// Where the working branch stands.
    pub head: &'a CommitId,
}

/// Opens `envelope` with the reviewer keys of `config`, the base's, and holds it to `binding`.
pub fn decision(envelope: &Envelope, config: &Config, binding: &Binding<'_>) -> Result<Decision, Refusal> {
    if config.keys.reviewer.is_empty() {
        return Err(Refusal::NoKeys);
    }
    let decision: Decision =
        envelope.open(&config.keys.reviewer).map_err(|error| Refusal::ForgedDecision(error.to_string()))?;
    bound(&decision, &decision.proposal, &decision.head, binding)?;
    if decision.proposer.family == decision.reviewer.family && !config.gate.allow_same_family {
        return Err(Refusal::SameFamily(decision.reviewer.family.to_string()));
    }
    if decision.proposer.name == decision.reviewer.name {
        let message = format!("`{}` reviewed its own proposal", decision.reviewer.name);
        return Err(Refusal::SelfReview(message));
    }
    Ok(decision)
}

/// The keys of people whose word counts by `config`. A key that reviews may not approve as well: one leaked key must not be
/// two voices.
pub fn approver_keys(config: &Config) -> Vec<String> {
    config.keys.approver.iter().filter(|key| !config.keys.reviewer.contains(key)).cloned().collect()
}

/// Opens a person's word with the approver keys of `config` and holds it to `binding` and to the decision.
pub fn approval(
    envelope: &Envelope,
    decision_envelope: &Envelope,
    decision: &Decision,
    config: &Config,
    binding: &Binding<'_>,
) -> Result<Approval, Refusal> {
    let approval: Approval =
        envelope.open(&approver_keys(config)).map_err(|error| Refusal::ForgedApproval(error.to_string()))?;
    bound(&approval, &approval.proposal, &approval.head, binding)?;
    if approval.decision != decision_envelope.sha256() || approval.tree != decision.tree {
        return Err(Refusal::ReusedDecision("another review of this proposal".to_owned()));
    }
    if approval.outcome != Outcome::Approved {
        return Err(Refusal::RejectedByPerson(approval.approver));
    }
    if approval.approver == decision.proposer.name {
        return Err(Refusal::SelfReview(format!("{} approved their own proposal", approval.approver)));
    }
    Ok(approval)
}

fn bound(
    word: &impl Predicate,
    proposal: &ProposalId,
    head: &CommitId,
    binding: &Binding<'_>,
) -> Result<(), Refusal> {
    if proposal != binding.proposal {
        return Err(Refusal::ReusedDecision(format!("the proposal {proposal}")));
    }
    if word.target() != binding.target {
        return Err(Refusal::ReusedDecision(format!("the ref `{}`", word.target())));
    }
    if head != binding.head {
        let (judged, now) = (head.short().to_owned(), binding.head.short().to_owned());
        return Err(Refusal::HeadMoved { judged, now });
    }
    Ok(())
}

/// What of the review under `decision` stands against a merge; `overridden` says that a person took its
/// verdicts on themselves.
pub fn review(
    bytes: &[u8],
    decision: &Decision,
    changed: &[ChangedClaim],
    head: &Vault,
    overridden: bool,
) -> Vec<Refusal> {
    if Sha256Hex::of(bytes) != decision.review {
        return vec![Refusal::ReviewAltered];
    }
    let Ok(review) = serde_json::from_slice::<Review>(bytes) else { return vec![Refusal::ReviewAltered] };
    if review.proposal != decision.proposal || review.head != decision.head || review.round != decision.round
    {
        return vec![Refusal::ReusedDecision(format!("the review of {}", review.proposal))];
    }
    let mut refusals: Vec<Refusal> = covered(&review, changed, head).collect();
    if !overridden {
        refusals.extend(unsupported(&review));
    }
    refusals
}

/// What of a person's review, in the `bytes` of `human.json`, stands against a merge.
pub fn human_review(
    bytes: &[u8],
    hash: &Sha256Hex,
    approval: &Approval,
    changed: &[ChangedClaim],
    head: &Vault,
) -> Vec<Refusal> {
    let review = serde_json::from_slice::<Review>(bytes).ok().filter(|_| Sha256Hex::of(bytes) == *hash);
    let Some(review) = review else { return vec![Refusal::ReviewAltered] };
    let is_theirs = review.reviewer.family.is_person() && review.reviewer.name == approval.approver;
    if review.proposal != approval.proposal || review.head != approval.head || !is_theirs {
        return vec![Refusal::ReusedDecision(format!(
            "the review of {} by {}",
            review.proposal, review.reviewer
        ))];
    }
    covered(&review, changed, head).chain(unsupported(&review)).collect()
}

/// The changed claims that `review` has no verdict on, or none that counts (I4).
fn covered<'r>(
    review: &'r Review,
    changed: &[ChangedClaim],
    head: &Vault,
) -> impl Iterator<Item = Refusal> + use<'r> {
    voids(&review.verdicts, changed, head).into_iter().map(|void| Refusal::UncoveredClaim(void.to_string()))
}

/// The claims that `review` does not find supported.
fn unsupported(review: &Review) -> impl Iterator<Item = Refusal> {
    let against = review.verdicts.iter().filter(|verdict| verdict.verdict != Verdict::Supported);
    against.map(|verdict| Refusal::UnsupportedClaim {
        path: verdict.claim.path.to_string(),
        line: verdict.claim.line,
        verdict: verdict.verdict.name(),
        text: verdict.claim.text.clone(),
    })
}
