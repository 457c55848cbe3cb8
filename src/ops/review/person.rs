//! `kb review --approve` and `--reject`: a person's word, signed with the approver key. It stands beside the
//! reviewer's decision, never instead of one.

use super::{ReviewError, named_key};
use crate::ops::Workspace;
use crate::ops::gate::{self, Binding, Refusal};
use crate::ops::ledger::{Entry, Ledger};
use crate::ops::target::Target;
use crate::port::{GitWrite, Signer};
use crate::proposal::{
    Approval, Envelope, Outcome, ProposalId, Review, RoundFile, State, Verdict, one_line, round_path,
};

/// What a person said of one proposal.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Word {
    /// The proposal.
    pub id: ProposalId,
    /// One line: what changes.
    pub title: String,
    /// Who.
    pub approver: String,
    /// Approved or rejected.
    pub outcome: Outcome,
    /// How many verdicts of the reviewer this sets aside.
    pub overridden: usize,
    /// Where the proposal stands now.
    pub state: State,
    /// Their verdicts, where they judged every claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
}

/// What a person says.
pub(super) struct Said<'a> {
    /// Approved or rejected.
    pub outcome: Outcome,
    /// Why.
    pub because: Option<&'a str>,
    /// Their verdicts, where they judged every claim.
    pub review: Option<Review>,
}

/// Signs and records a person's word on the proposal `id`.
pub fn person(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    signer: &dyn Signer,
    id: &ProposalId,
    outcome: Outcome,
    because: Option<&str>,
) -> Result<Word, ReviewError> {
    say(workspace, git, signer, id, Said { outcome, because, review: None })
}

/// Signs and records what a person says of the proposal `id`, with their review where there is one.
pub(super) fn say(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    signer: &dyn Signer,
    id: &ProposalId,
    said: Said<'_>,
) -> Result<Word, ReviewError> {
    let Said { outcome, because, review: own } = said;
    let target = Target::read(workspace, git)?;
    named_key(signer, &target.config.keys.approver, "approver", &target)?;
    let record = Ledger::open(git)?.record(git, id)?;
    let refused = |refusal| ReviewError::Refused { id: id.clone(), refusal: Box::new(refusal) };
    let number = record.round.round;
    let head = git.reference(&record.proposal.branch().reference())?;
    let sealed = record.envelope(git, number, RoundFile::Decision)?;
    let (Some(head), Some(sealed)) = (head, sealed) else { return Err(refused(Refusal::NotReviewed)) };
    let binding = Binding { proposal: id, target: &target.name, head: &head };
    let decision = gate::decision(&sealed, &target.config, &binding).map_err(refused)?;
    let approves = outcome == Outcome::Approved;
    let is_bare = own.is_none() && !target.config.gate.human_approval;
    if approves && decision.outcome == Outcome::Rejected && is_bare {
        return Err(refused(Refusal::NotApproved("rejected")));
    }
    let user = git.user()?;
    let approval = Approval {
        proposal: id.clone(),
        round: number,
        target: target.name.clone(),
        base: decision.base.clone(),
        head: head.clone(),
        tree: decision.tree.clone(),
        decision: sealed.sha256(),
        review: own.as_ref().map(Review::sha256),
        outcome,
        approver: one_line(&format!("{} <{}>", user.name, user.email)),
        because: because.map(str::to_owned),
        decided_at: workspace.clock.now(),
    };
    let envelope = Envelope::seal(&approval, signer.key_id(), |message| signer.sign(message));
    match gate::approval(&envelope, &sealed, &decision, &target.config, &binding) {
        Ok(_) | Err(Refusal::RejectedByPerson(_)) => {}
        Err(refusal) => return Err(refused(refusal)),
    }
    let state = State::from(outcome);
    let path = |file| round_path(&record.proposal, number, file);
    let mut entry = Entry::new(format!("{id}: round {number}: {} by {}", state.name(), user.name))
        .file(path(RoundFile::Approval), envelope.to_json());
    if let Some(review) = &own {
        entry = entry.file(path(RoundFile::Human), review.to_json());
    }
    entry.append(git, &user, workspace.clock.now())?;
    let overridden = match record.review(git, number)? {
        Some(review) if approves => {
            review.verdicts.iter().filter(|verdict| verdict.verdict != Verdict::Supported).count()
        }
        _ => 0,
    };
    let title = record.round.title.clone();
    Ok(Word { id: id.clone(), title, approver: approval.approver, outcome, overridden, state, review: own })
}
