//! The coverage list: every note against every evidence item that it cites, and every item that nothing cites.

use serde::{Deserialize, Serialize};

use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{Outcome, PartName};

/// What one entry of the list is about.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
pub struct CoverageKey {
    /// The note; `None` for evidence that nothing cites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<RepoPath>,
    /// The item.
    pub evidence: EvidenceId,
}

/// One entry of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CoverageEntry {
    /// The note; `None` for evidence that nothing cites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<RepoPath>,
    /// The item.
    pub evidence: EvidenceId,
    /// The part in which it is looked at.
    pub part: PartName,
    /// What became of it; `None` as long as its part is not done.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

impl CoverageEntry {
    /// What it is about.
    pub fn key(&self) -> CoverageKey {
        CoverageKey { note: self.note.clone(), evidence: self.evidence.clone() }
    }
}

/// The coverage list, ordered by what its entries are about: uncited evidence first, then by note.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Coverage {
    /// The entries.
    pub entries: Vec<CoverageEntry>,
}

impl Coverage {
    /// The entries that are looked at in `part`.
    pub fn of<'c>(&'c self, part: &'c PartName) -> impl Iterator<Item = &'c CoverageEntry> {
        self.entries.iter().filter(move |entry| entry.part == *part)
    }

    /// Writes down what became of the entry about `key`; `false` where there is none.
    pub fn settle(&mut self, key: &CoverageKey, outcome: Outcome) -> bool {
        let found = self.entries.iter_mut().find(|e| e.note == key.note && e.evidence == key.evidence);
        found.map(|entry| entry.outcome = Some(outcome)).is_some()
    }

    /// The entries without an outcome.
    pub fn open(&self) -> impl Iterator<Item = &CoverageEntry> {
        self.entries.iter().filter(|entry| entry.outcome.is_none())
    }
}
