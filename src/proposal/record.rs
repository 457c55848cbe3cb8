//! The record of a proposal: `proposal.yaml`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::digest::{CommitId, Sha256Hex};
use crate::evidence::EvidenceId;
use crate::proposal::{AgentName, Outcome, ProposalId, WorkingBranch};

/// An evidence item and its hash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct EvidenceRef {
    /// The item.
    pub id: EvidenceId,
    /// The hash of its bytes.
    pub sha256: Sha256Hex,
}

/// Where a proposal stands. Derived from the ledger's files and the refs, never stored twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Evidence was considered and nothing was worth a change.
    Nothing,
    /// Waits for a review of its head.
    Open,
    /// Its head is approved and waits for the gate.
    Approved,
    /// Its head was rejected.
    Rejected,
    /// Waits for a person.
    Escalated,
    /// Proposer and reviewer came to no agreement; a person decides, by the dossier.
    NeedsHuman,
    /// Is part of main.
    Merged,
    /// Was closed without a merge.
    Closed,
}

impl State {
    /// The state in one word.
    pub fn name(self) -> &'static str {
        match self {
            State::Nothing => "nothing",
            State::Open => "open",
            State::Approved => "approved",
            State::Rejected => "rejected",
            State::Escalated => "escalated",
            State::NeedsHuman => "needs-human",
            State::Merged => "merged",
            State::Closed => "closed",
        }
    }
}

impl From<Outcome> for State {
    fn from(outcome: Outcome) -> State {
        match outcome {
            Outcome::Approved => State::Approved,
            Outcome::Rejected => State::Rejected,
            Outcome::Escalated => State::Escalated,
        }
    }
}

/// The content of `proposal.yaml`. Written once, when the proposal opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The version of this format.
    pub version: u32,
    /// The id.
    pub id: ProposalId,
    /// One line: what changes.
    pub title: String,
    /// When it was opened.
    #[schemars(with = "String")]
    pub opened_at: Timestamp,
    /// The commit that it stands on.
    pub base: CommitId,
    /// The head of its working branch in the first round; `None` when there was nothing to change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<CommitId>,
    /// The evidence that it considered.
    pub evidence: Vec<EvidenceRef>,
    /// Who proposed.
    pub proposer: AgentName,
    /// The working branch, where it is not the one that the id gives: that of a part of a reorganisation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub branch: Option<WorkingBranch>,
}

impl Proposal {
    /// The current version of the format: 2 knows `branch`.
    pub const VERSION: u32 = 2;

    /// The version that the record of a proposal on `branch` is written in: the oldest that can say it.
    pub fn version_for(branch: &WorkingBranch) -> u32 {
        if branch.part().is_some() { Proposal::VERSION } else { 1 }
    }

    /// The working branch.
    pub fn branch(&self) -> WorkingBranch {
        self.branch.clone().unwrap_or_else(|| WorkingBranch::Proposal(self.id.clone()))
    }

    /// What is wrong with the record itself.
    pub fn fault(&self) -> Option<String> {
        let branch = self.branch();
        (branch.proposal() != self.id).then(|| format!("{branch} is not the branch of {}", self.id))
    }
}
