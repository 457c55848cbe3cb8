//! The record files of a reorganisation, as data.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Loss, Quantities};
use crate::digest::{CommitId, Sha256Hex};
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{CoverageKey, FaultId, Outcome, PartName};

/// What became of one entry of the coverage list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Settled {
    /// The note; `None` for evidence that nothing cites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<RepoPath>,
    /// The item.
    pub evidence: EvidenceId,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Settled {
    /// The entry about `key`, which ended with `outcome`.
    pub fn new(key: CoverageKey, outcome: Outcome) -> Settled {
        Settled { note: key.note, evidence: key.evidence, outcome }
    }

    /// What it is about.
    pub fn key(&self) -> CoverageKey {
        CoverageKey { note: self.note.clone(), evidence: self.evidence.clone() }
    }
}

/// What became of one fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SettledFault {
    /// The fault.
    pub fault: FaultId,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Why something that the base serves is not served afterwards, as whoever changed it says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Reason {
    /// The note of the base.
    pub path: RepoPath,
    /// The claim of it by its hash; `None` for all of the note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Sha256Hex>,
    /// The fault that was mended.
    pub fault: FaultId,
    /// Why.
    pub reason: String,
}

/// The content of `mended.yaml`: what one round of a part says of its list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MendedRecord {
    /// The version of this format.
    pub version: u32,
    /// The part.
    pub part: PartName,
    /// The round of its proposal.
    pub round: u32,
    /// What becomes of each entry of the part's coverage list once the round is merged.
    pub outcomes: Vec<Settled>,
    /// What becomes of each fault of the part.
    #[serde(default)]
    pub faults: Vec<SettledFault>,
    /// Why each lost thing goes.
    #[serde(default)]
    pub reasons: Vec<Reason>,
}

/// The content of `loss.yaml`: what one round of a part would lose, as it was told before the merge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossRecord {
    /// The version of this format.
    pub version: u32,
    /// The part.
    pub part: PartName,
    /// The round of its proposal.
    pub round: u32,
    /// Where main stood.
    pub main: CommitId,
    /// The report.
    pub loss: Loss,
}

/// How a part ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "end", rename_all = "kebab-case")]
pub enum PartEnd {
    /// Its proposal is part of main.
    Merged {
        /// The merge commit.
        commit: CommitId,
    },
    /// There was nothing to change.
    Nothing,
    /// Its proposal was closed: somebody does not want it.
    Closed {
        /// Why.
        reason: String,
    },
}

/// The content of `outcomes.yaml`: what became of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Outcomes {
    /// The version of this format.
    pub version: u32,
    /// The part.
    pub part: PartName,
    /// How it ended.
    #[serde(flatten)]
    pub end: PartEnd,
    /// What became of each entry of its coverage list.
    pub outcomes: Vec<Settled>,
    /// What became of each of its faults.
    #[serde(default)]
    pub faults: Vec<SettledFault>,
}

/// The content of `end.yaml`: every part has ended, and what was to be proved was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndedReorg {
    /// The version of this format.
    pub version: u32,
    /// When.
    #[schemars(with = "String")]
    pub at: Timestamp,
    /// Where main stood.
    pub commit: CommitId,
    /// What was served at the plan's base.
    pub before: Quantities,
    /// What is served at the end.
    pub after: Quantities,
    /// How many pieces of the index an incremental and a full build were compared in, all alike.
    pub documents: u64,
    /// How many questions find their answer at the end; none that found it at the plan's base is missing.
    pub questions: u64,
}

/// The content of `aborted.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AbortedReorg {
    /// The version of this format.
    pub version: u32,
    /// When.
    #[schemars(with = "String")]
    pub at: Timestamp,
    /// Who, as git knows them.
    pub by: String,
    /// Why.
    pub reason: String,
}
