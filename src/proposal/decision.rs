//! The decision: an in-toto statement over the resulting git tree, in a DSSE envelope.
//!
//! Formats: in-toto Statement v1 (<https://github.com/in-toto/attestation>, `spec/v1/statement.md`) and
//! DSSE v1 (<https://github.com/secure-systems-lab/dsse>, `envelope.md`).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::digest::{CommitId, Sha256Hex, TreeId};
use crate::proposal::{AgentName, ProposalId};

/// The payload type of the envelope.
pub const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";

/// The predicate type of the statement.
pub const PREDICATE_TYPE: &str = "https://kb.invalid/decision/v1";

/// How a review ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// May be merged.
    Approved,
    /// Must be changed first.
    Rejected,
    /// A person decides.
    Escalated,
}

/// The signed outcome of a review, bound to ref, base, head and resulting tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Decision {
    /// The proposal.
    pub proposal: ProposalId,
    /// The round, from 1.
    pub round: u32,
    /// The ref that may move, such as `refs/heads/main`.
    #[serde(rename = "ref")]
    pub target: String,
    /// Where it stood.
    pub base: CommitId,
    /// The commit that was judged.
    pub head: CommitId,
    /// The tree that merging gives.
    pub tree: TreeId,
    /// Who proposed.
    pub proposer: AgentName,
    /// Who reviewed.
    pub reviewer: AgentName,
    /// The hash of the review file.
    pub review: Sha256Hex,
    /// The outcome.
    pub outcome: Outcome,
    /// Whether proposer and reviewer are of one family, which was allowed for trying out (I3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_family: bool,
    /// When.
    #[schemars(with = "String")]
    pub decided_at: Timestamp,
}

/// One signature of an envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Signature {
    /// The id of the key: the first 16 hexadecimal digits of the sha256 of the public half.
    pub keyid: String,
    /// The signature over the pre-authentication encoding, base64.
    pub sig: String,
}

/// A DSSE envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Envelope {
    /// [`PAYLOAD_TYPE`].
    #[serde(rename = "payloadType")]
    pub payload_type: String,
    /// The statement, base64.
    pub payload: String,
    /// At least one.
    pub signatures: Vec<Signature>,
}
