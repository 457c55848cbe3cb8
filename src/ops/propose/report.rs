//! What `kb propose` did, as data.

use serde::Serialize;

use crate::digest::CommitId;
use crate::evidence::EvidenceId;
use crate::ops::gate::Refused;
use crate::ops::ledger::Record;
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::proposal::{ProposalId, State};
use crate::vault::Vault;

/// What a run of `kb propose` did.
#[derive(Clone, Debug, Serialize)]
pub struct ProposeReport {
    /// The commit that the proposals stand on.
    pub base: CommitId,
    /// How many evidence items the base has.
    pub evidence: usize,
    /// Evidence of the working tree that is not on the base; looked for only when there was nothing to propose.
    pub uncommitted: Vec<EvidenceId>,
    /// The proposals, in order.
    pub proposals: Vec<Proposed>,
}

impl ProposeReport {
    pub(super) fn new(target: &Target, base: &Vault) -> ProposeReport {
        ProposeReport {
            base: target.commit.clone(),
            evidence: base.evidence().count(),
            uncommitted: Vec::new(),
            proposals: Vec::new(),
        }
    }
}

/// What happened to one proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// It is new.
    Opened,
    /// It got another round.
    Updated,
    /// It is as it was.
    Unchanged,
    /// The evidence was considered, and nothing in it is worth a change.
    Nothing,
    /// What the proposer made does not pass the fence or the check; nothing was written.
    Refused,
}

/// One proposal of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Proposed {
    /// Its id.
    pub id: ProposalId,
    /// What happened.
    pub action: Action,
    /// One line: what changes.
    pub title: String,
    /// What a person reads first.
    pub summary: String,
    /// The round, from 1.
    pub round: u32,
    /// Where it stands.
    pub state: State,
    /// The evidence considered.
    pub evidence: Vec<EvidenceId>,
    /// The head of its working branch.
    pub head: Option<CommitId>,
    /// Its working branch.
    pub branch: String,
    /// How many claims are new, and how many of the base are gone.
    pub claims: (usize, usize),
    /// The files that change.
    pub files: Vec<FileChange>,
    /// The whole change as a patch.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub diff: String,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

impl Proposed {
    /// The proposal as it is: nothing was done.
    pub(super) fn unchanged(record: &Record, state: State) -> Proposed {
        let proposal = &record.proposal;
        Proposed {
            id: proposal.id.clone(),
            action: Action::Unchanged,
            title: record.round.title.clone(),
            summary: String::new(),
            round: record.round.round,
            state,
            evidence: proposal.evidence.iter().map(|item| item.id.clone()).collect(),
            head: record.round.head.clone(),
            branch: proposal.branch().to_string(),
            claims: (0, 0),
            files: Vec::new(),
            diff: String::new(),
            refused: Vec::new(),
        }
    }
}

/// One file that a proposal changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileChange {
    /// The file.
    pub path: RepoPath,
    /// Where it stood, when it moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<RepoPath>,
    /// `added`, `changed`, `removed` or `moved`.
    pub kind: &'static str,
    /// Lines added.
    pub added: usize,
    /// Lines removed.
    pub removed: usize,
}
