//! A claim as records name it: by place for people, by hash for machines.

use serde::{Deserialize, Serialize};

use crate::digest::Sha256Hex;
use crate::path::RepoPath;

/// Names one claim of one note at one commit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ClaimRef {
    /// The note.
    pub path: RepoPath,
    /// The line it starts at, from 1.
    pub line: u32,
    /// The hash of its text, see [`Claim::hash`](crate::note::Claim::hash).
    pub hash: Sha256Hex,
    /// Its text.
    pub text: String,
}
