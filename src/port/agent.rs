//! Agents: what proposes and what reviews. Typed data in, typed data out; no handle that could write (I5).

use jiff::civil::Date;
use thiserror::Error;

use super::{Seek, Stop};
use crate::change::ChangeSet;
use crate::config::Config;
use crate::evidence::EvidenceId;
use crate::proposal::{AgentName, ClaimVerdict, ReviewFinding, Spent};
use crate::vault::Vault;

/// Says why an agent gave no answer.
#[derive(Debug, Error)]
pub enum AgentError {
    /// The task names evidence that the vault has not.
    #[error("evidence `{0}` is not in the base")]
    NoEvidence(EvidenceId),
    /// The answer could not be used.
    #[error("{agent} gave an answer that cannot be used: {message}")]
    Unusable {
        /// Which agent.
        agent: String,
        /// Why.
        message: String,
    },
    /// An agent was stopped before it came to a result.
    #[error("{agent} came to no result: {why}; nothing was changed")]
    Stopped {
        /// Which agent.
        agent: String,
        /// What stopped it.
        why: Box<Stop>,
        /// What it had done until then, as Markdown.
        transcript: String,
    },
    /// A reviewer's word does not hold what I4 asks, however often it was asked: a person must decide.
    #[error("the review of {agent} is void (I4): {message}; a person must decide")]
    Void {
        /// Which agent.
        agent: String,
        /// What is wrong with it.
        message: String,
        /// What it had done, as Markdown.
        transcript: String,
    },
}

/// What a proposer works on.
pub struct ProposeTask<'a> {
    /// The base: everything as it stands on main.
    pub vault: &'a Vault,
    /// The evidence to turn into knowledge, in order of capture.
    pub evidence: &'a [EvidenceId],
    /// The day of the proposal.
    pub today: Date,
    /// The verdicts of earlier rounds that stand against a claim: leave the claim out or mend it; for a removed
    /// claim, keep it. Empty in the first round.
    pub rejected: &'a [ClaimVerdict],
    /// The configuration of the base.
    pub config: &'a Config,
    /// What searches the base.
    pub seek: &'a dyn Seek,
    /// What the proposal has used up before, rounds and the other agent together; the run's limits are for all of it.
    pub before: Spent,
    /// Is told what the run has used up, after each answer of a model.
    pub spends: &'a dyn Fn(Spent),
}

/// What a proposer gives back.
#[derive(Debug)]
pub struct Draft {
    /// The smallest complete change of the knowledge; empty when nothing is worth one.
    pub changes: ChangeSet,
    /// One line: what changes.
    pub title: String,
    /// What a person reads first: what changed and why, open doubts.
    pub summary: String,
    /// What the proposer did and why, as Markdown, for the ledger.
    pub transcript: String,
}

/// Turns evidence into a change of the knowledge.
pub trait Proposer {
    /// Who it is.
    fn name(&self) -> AgentName;

    /// What it has used up since it was made; nothing, of an agent made of rules.
    fn spent(&self) -> Spent {
        Spent::default()
    }

    /// Works on `task`. Of an agent made of rules the same task gives the same draft.
    fn propose(&self, task: &ProposeTask<'_>) -> Result<Draft, AgentError>;
}

/// What a reviewer judges.
pub struct ReviewTask<'a> {
    /// The base.
    pub base: &'a Vault,
    /// The base with the changes applied.
    pub head: &'a Vault,
    /// The changes.
    pub changes: &'a ChangeSet,
    /// The evidence that the proposal was made of; none for a person's edits.
    pub evidence: &'a [EvidenceId],
    /// The configuration of the base.
    pub config: &'a Config,
    /// What searches the base.
    pub seek: &'a dyn Seek,
    /// What the proposal has used up before, rounds and the other agent together; the run's limits are for all of it.
    pub before: Spent,
    /// Is told what the run has used up, after each answer of a model.
    pub spends: &'a dyn Fn(Spent),
}

/// What a reviewer gives back.
#[derive(Debug)]
pub struct Reviewed {
    /// One for every changed claim, added, edited or removed.
    pub verdicts: Vec<ClaimVerdict>,
    /// Everything else.
    pub findings: Vec<ReviewFinding>,
    /// What the reviewer did, as Markdown, for the ledger.
    pub transcript: String,
}

/// Judges every changed claim against the evidence.
pub trait Reviewer {
    /// Who it is.
    fn name(&self) -> AgentName;

    /// What it has used up since it was made; nothing, of an agent made of rules.
    fn spent(&self) -> Spent {
        Spent::default()
    }

    /// Judges `task`.
    fn review(&self, task: &ReviewTask<'_>) -> Result<Reviewed, AgentError>;
}
