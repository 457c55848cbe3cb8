//! `[gate.risk]` of `kb.toml`: what a person must approve beside the reviewer. The gate judges by it.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of change that may be too much for a reviewer's word alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RiskKind {
    /// A claim or a note is taken out, or a claim gets other words.
    Deletion,
    /// The labels or the tenant of a note change.
    Labels,
    /// A note says that it is disputed, or that it or another one is superseded.
    Contradiction,
    /// A new claim in other words than those of the evidence that it cites.
    Paraphrase,
    /// More notes change than `notes` allows.
    Notes,
}

impl RiskKind {
    /// The kind as `kb.toml` writes it.
    pub fn name(self) -> &'static str {
        match self {
            RiskKind::Deletion => "deletion",
            RiskKind::Labels => "labels",
            RiskKind::Contradiction => "contradiction",
            RiskKind::Paraphrase => "paraphrase",
            RiskKind::Notes => "notes",
        }
    }
}

/// What needs a person. What is not named here passes on the reviewer's word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RiskConfig {
    /// The kinds of change that a person must approve.
    pub person: BTreeSet<RiskKind>,
    /// How many notes may change at most without a person; no limit unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<usize>,
}
