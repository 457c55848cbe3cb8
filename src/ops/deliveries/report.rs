//! Which agent was told what, as data.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::digest::Sha256Hex;
use crate::path::RepoPath;
use crate::port::Delivery;
use crate::redact::{Redact, Redaction};

/// Which agents were told the claims of a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeliveriesReport {
    /// The note.
    pub path: RepoPath,
    /// The line that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Whether deliveries are recorded now.
    pub is_recorded: bool,
    /// The time of the oldest delivery of any note that the log has; what came before is not known.
    #[schemars(with = "Option<String>")]
    pub since: Option<Timestamp>,
    /// How many records of the log cannot be read.
    pub unreadable: usize,
    /// The claims as they stand now, in order, each with who was told it.
    pub claims: Vec<ToldClaim>,
    /// Claims that agents were told of this note, and that stand in it no more; empty where a line was asked for.
    pub earlier: Vec<EarlierClaim>,
}

/// A claim that stands, and who was told it: in these words, wherever it stood then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ToldClaim {
    /// The line at which it starts.
    pub line: u32,
    /// The claim.
    pub claim: String,
    /// The deliveries, oldest first.
    pub deliveries: Vec<Delivery>,
}

/// A claim that agents were told and that stands no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EarlierClaim {
    /// The hash of its words.
    pub hash: Sha256Hex,
    /// The claim; `None` where its commit is not here any more.
    pub claim: Option<String>,
    /// The deliveries, oldest first.
    pub deliveries: Vec<Delivery>,
}

impl Redact for DeliveriesReport {
    fn redact(&mut self, redaction: &Redaction) {
        self.claims.iter_mut().for_each(|one| one.claim.redact(redaction));
        self.earlier.iter_mut().for_each(|one| one.claim.redact(redaction));
    }
}
