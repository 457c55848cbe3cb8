//! The dossier: what is open where proposer and reviewer came to no agreement, for the person who decides.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::digest::CommitId;
use crate::proposal::{ClaimRef, ProposalId, ReviewFinding, Spent, Verdict};

/// Why proposer and reviewer were stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// The rounds are used up.
    Rounds,
    /// The tokens are used up.
    Tokens,
    /// The money is used up.
    Money,
    /// The time is used up.
    Time,
    /// The proposer came back with a tree that was there before.
    Repeated,
    /// The proposer came to no result, or to one that is refused.
    NoProposal,
    /// The reviewer came to no result.
    NoReview,
    /// The reviewer's word does not hold what I4 asks, however often it was asked.
    VoidReview,
}

impl Stopped {
    /// The reason in one word.
    pub fn name(self) -> &'static str {
        match self {
            Stopped::Rounds => "rounds",
            Stopped::Tokens => "tokens",
            Stopped::Money => "money",
            Stopped::Time => "time",
            Stopped::Repeated => "repeated",
            Stopped::NoProposal => "no-proposal",
            Stopped::NoReview => "no-review",
            Stopped::VoidReview => "void-review",
        }
    }
}

/// Lines of evidence, linked and quoted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    /// Where it is, such as `evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L12-L14`.
    pub link: String,
    /// The words that are quoted of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

/// A claim on which the two do not agree, with both positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenClaim {
    /// Where it is, such as `knowledge/refunds.md#L8`.
    pub link: String,
    /// The claim that the proposer makes, or removes.
    pub claim: ClaimRef,
    /// Whether it is removed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// What the proposer rests it on.
    pub proposer: Vec<Cited>,
    /// The reviewer's judgment.
    pub verdict: Verdict,
    /// Why, one sentence an entry.
    pub because: Vec<String>,
    /// What the reviewer rests it on.
    pub reviewer: Vec<Cited>,
    /// The rounds in which a reviewer judged against the same words in the same note.
    pub rounds: Vec<u32>,
}

/// The content of `dossier.json`: what a person has to decide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dossier {
    /// The version of this format.
    pub version: u32,
    /// The proposal.
    pub proposal: ProposalId,
    /// The last round.
    pub round: u32,
    /// Its commit.
    pub head: CommitId,
    /// When they were stopped.
    #[schemars(with = "String")]
    pub stopped_at: Timestamp,
    /// What stopped them.
    pub stopped: Stopped,
    /// The same as a sentence, with the figures.
    pub why: String,
    /// What was used up, as far as the agents say.
    pub spent: Spent,
    /// What the proposer says of its last round.
    pub summary: String,
    /// The claims that they do not agree on.
    pub claims: Vec<OpenClaim>,
    /// Every other finding that stands in the way.
    pub findings: Vec<ReviewFinding>,
}

impl Dossier {
    /// The current version of the format.
    pub const VERSION: u32 = 1;

    /// The dossier as the ledger keeps it.
    pub fn to_json(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}
