//! The review format: a verdict for every changed claim, findings with lines, and what is recommended.

use serde::{Deserialize, Serialize};

use crate::digest::{CommitId, Sha256Hex};
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::proposal::{AgentName, ClaimRef, Outcome, ProposalId};
use crate::text::LineRange;

/// The judgment on one claim.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The cited spans say it.
    Supported,
    /// The cited spans say a part of it.
    PartlySupported,
    /// The cited spans do not say it.
    Unsupported,
    /// The cited spans say something else.
    Contradicted,
    /// It cites nothing.
    Uncited,
}

impl Verdict {
    /// The verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Supported => "supported",
            Verdict::PartlySupported => "partly supported",
            Verdict::Unsupported => "unsupported",
            Verdict::Contradicted => "contradicted",
            Verdict::Uncited => "uncited",
        }
    }
}

/// Lines that a verdict rests on, and the words in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CitedSpan {
    /// The item.
    pub evidence: EvidenceId,
    /// Its lines.
    pub lines: LineRange,
    /// The words that stand there, byte for byte but for white space (I4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

/// The verdict on one changed claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ClaimVerdict {
    /// The claim; for a removed one, as it stood in the base.
    pub claim: ClaimRef,
    /// Whether the proposal removes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// The judgment.
    pub verdict: Verdict,
    /// What it rests on.
    pub spans: Vec<CitedSpan>,
    /// Why, one sentence an entry; empty for a plain "supported".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
}

/// Something a reviewer says of a place rather than of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReviewFinding {
    /// A short name for the kind of finding.
    pub rule: String,
    /// Whether it stands in the way of a merge.
    pub blocks: bool,
    /// The file.
    pub path: RepoPath,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong, quoting evidence or line.
    pub message: String,
}

/// One reviewer's word on one head commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Review {
    /// The version of this format.
    pub version: u32,
    /// The proposal.
    pub proposal: ProposalId,
    /// The round, from 1.
    pub round: u32,
    /// The commit that the proposal stands on.
    pub base: CommitId,
    /// The commit that was judged.
    pub head: CommitId,
    /// Who judged.
    pub reviewer: AgentName,
    /// One for every changed claim.
    pub verdicts: Vec<ClaimVerdict>,
    /// Everything else.
    pub findings: Vec<ReviewFinding>,
    /// What the reviewer recommends.
    pub outcome: Outcome,
    /// Whether proposer and reviewer are of one family, which was allowed for trying out (I3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_family: bool,
    /// The hash of what the verdicts rest on, see [`content`](crate::proposal::content).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Sha256Hex>,
}

impl Review {
    /// The current version of the format.
    pub const VERSION: u32 = 1;

    /// The review as the ledger keeps it.
    pub fn to_json(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The hash that a decision binds.
    pub fn sha256(&self) -> Sha256Hex {
        Sha256Hex::of(&self.to_json())
    }
}
