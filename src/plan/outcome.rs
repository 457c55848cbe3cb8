//! What became of one entry of the coverage list.

use serde::{Deserialize, Serialize};

/// What became of one entry of the coverage list. Every entry ends with one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// What the note says was found in the evidence again.
    Verified,
    /// The note was changed.
    Changed,
    /// What rests on the evidence is no longer served.
    Retired {
        /// Why.
        reason: String,
    },
    /// It stays as it is, and somebody should look at it.
    Left {
        /// Why.
        reason: String,
    },
}

impl Outcome {
    /// The outcome in one word.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Verified => "verified",
            Outcome::Changed => "changed",
            Outcome::Retired { .. } => "retired",
            Outcome::Left { .. } => "left",
        }
    }

    /// Why, where the outcome has a reason.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Outcome::Verified | Outcome::Changed => None,
            Outcome::Retired { reason } | Outcome::Left { reason } => Some(reason),
        }
    }
}
