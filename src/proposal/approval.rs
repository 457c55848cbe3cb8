//! A person's word on a proposal, as data: what `kb review --approve` and `--reject` sign.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::digest::{CommitId, Sha256Hex, TreeId};
use crate::proposal::{Outcome, ProposalId};

/// A person's signed word, bound like a decision to ref, base, head and resulting tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// The proposal.
    pub proposal: ProposalId,
    /// The round, from 1.
    pub round: u32,
    /// The ref that may move.
    #[serde(rename = "ref")]
    pub target: String,
    /// Where it stood.
    pub base: CommitId,
    /// The commit that was judged.
    pub head: CommitId,
    /// The tree that merging gives.
    pub tree: TreeId,
    /// The hash of the reviewer's decision that the person saw.
    pub decision: Sha256Hex,
    /// The hash of `human.json`, where the person judged every claim; only such a word sets a rejection aside where
    /// `kb.toml` asks for no person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Sha256Hex>,
    /// [`Outcome::Approved`] or [`Outcome::Rejected`].
    pub outcome: Outcome,
    /// Who, as git knows them: `Name <address>`.
    pub approver: String,
    /// Why, where they say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// When.
    pub decided_at: Timestamp,
}
