//! What agents were told: one record a delivery, on the machine that told it. It says nothing of what was not recorded.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::digest::{CommitId, Sha256Hex};
use crate::path::RepoPath;
use crate::text::LineRange;

/// Text of one note or evidence item that an agent was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Delivery {
    /// The version of this format: 1.
    pub version: u32,
    /// When.
    #[schemars(with = "String")]
    pub time: Timestamp,
    /// The session: one agent's connection to the server.
    pub session: String,
    /// The agent's program, as it names itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// On whose behalf it read.
    pub caller: String,
    /// The tool or resource that was asked.
    pub tool: String,
    /// The note or evidence item.
    pub path: RepoPath,
    /// The lines of it; `None`: what it is about, and none of its lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineRange>,
    /// The commit that the text stands in; `None`: a file of the working tree that was not committed.
    pub commit: Option<CommitId>,
    /// The hashes of the claims in those lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Sha256Hex>,
}

/// Says why the log could not be used.
#[derive(Debug, Error)]
#[error("{doing} the log of deliveries at {path}: {source}")]
pub struct DeliveriesFault {
    /// What was being done.
    pub doing: &'static str,
    /// The file.
    pub path: String,
    /// What the system said.
    pub source: std::io::Error,
}

/// A log of deliveries: it only grows, until it is as large as it may be and loses its older half.
pub trait Deliveries {
    /// Adds `deliveries`, all of them or none. The log takes at most `most` bytes.
    fn append(&self, deliveries: &[Delivery], most: u64) -> Result<(), DeliveriesFault>;

    /// Shows every delivery that is kept, oldest first; gives the number of records that cannot be read.
    fn each(&self, visit: &mut dyn FnMut(Delivery)) -> Result<usize, DeliveriesFault>;
}
