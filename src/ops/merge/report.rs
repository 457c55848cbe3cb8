//! What the gate did, as data.

use serde::Serialize;

use crate::digest::CommitId;
use crate::ops::gate::Refused;
use crate::ops::ledger::Record;
use crate::proposal::{Loss, ProposalId};

/// What a run of `kb merge` did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MergeReport {
    /// The ref that the gate moves.
    #[serde(rename = "ref")]
    pub target: String,
    /// Where it stands now.
    pub head: Option<CommitId>,
    /// The proposals that stood before the gate, in order of opening.
    pub admissions: Vec<Admission>,
    /// Those that did not, because something else comes first; empty when proposals were named.
    pub waiting: Waiting,
}

/// Proposals that the gate has nothing to do with yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// Not reviewed.
    pub open: Vec<ProposalId>,
    /// Rejected.
    pub rejected: Vec<ProposalId>,
    /// Waiting for a person.
    pub escalated: Vec<ProposalId>,
}

/// What the gate said to one proposal.
#[derive(Clone, Debug, Serialize)]
pub struct Admission {
    /// Its id.
    pub id: ProposalId,
    /// One line: what changes.
    pub title: String,
    /// Its working branch.
    pub branch: String,
    /// The round.
    pub round: u32,
    /// Whether it passed.
    pub admitted: bool,
    /// Whether it was part of main already and only the record was missing.
    pub finished: bool,
    /// The merge commit; `None` in a dry run.
    pub commit: Option<CommitId>,
    /// How many changed claims were judged.
    pub claims: usize,
    /// The person who approved, where one had to.
    pub approved_by: Option<String>,
    /// What it loses, of a part of a reorganisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
    /// Why it did not pass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

impl Admission {
    pub(super) fn of(record: &Record) -> Admission {
        Admission {
            id: record.proposal.id.clone(),
            title: record.round.title.clone(),
            branch: record.proposal.branch().to_string(),
            round: record.round.round,
            admitted: false,
            finished: false,
            commit: None,
            claims: 0,
            approved_by: None,
            loss: None,
            refused: Vec::new(),
        }
    }
}
