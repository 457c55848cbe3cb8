//! What `add` did, as data.

use jiff::Timestamp;
use serde::Serialize;

use crate::digest::CommitId;
use crate::evidence::{EvidenceId, Kind};
use crate::path::RepoPath;

/// What `add` did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AddReport {
    /// The items, in the order of their sources.
    pub added: Vec<Added>,
    /// The sources that were not taken in.
    pub skipped: Vec<Skipped>,
    /// How many hidden and git-ignored files and folders were passed over.
    pub passed_over: usize,
    /// How many symbolic links inside folders were not followed.
    pub links: usize,
    /// The commit that holds the items, when one was asked for.
    pub commit: Option<CommitId>,
    /// Whether nothing was written because it was only to be shown.
    pub dry_run: bool,
}

/// One item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Added {
    /// Its id.
    pub id: EvidenceId,
    /// Its folder.
    pub path: RepoPath,
    /// The file that spans point into.
    pub text: RepoPath,
    /// Its kind.
    pub kind: Kind,
    /// Its title.
    pub title: Option<String>,
    /// The media type of its source.
    pub media_type: String,
    /// When the source came to be.
    pub captured_at: Timestamp,
    /// How many lines spans can point into.
    pub lines: u32,
    /// How many turns, paragraphs or fields it is read as.
    pub blocks: usize,
    /// How many of them somebody says.
    pub turns: usize,
    /// Whether it was there before.
    pub existing: bool,
    /// How many secrets and hidden stretches were redacted.
    pub redacted: usize,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// The files of its folder.
    #[serde(skip)]
    pub files: Vec<RepoPath>,
}

/// One source that was not taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The source, as it was named or found.
    pub path: String,
    /// Why, and what to do.
    pub reason: String,
}
