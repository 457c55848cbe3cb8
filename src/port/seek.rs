//! Search and history of a base, for agents that look for themselves. Nobody seeks without a caller (I7).

use jiff::Timestamp;
use thiserror::Error;

use crate::caller::Caller;
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::text::LineRange;

/// Says why nothing could be looked for. That is no empty answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SeekError(pub String);

/// One passage that answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The note, or the id of the evidence item.
    pub place: String,
    /// Its lines.
    pub lines: LineRange,
    /// The title of what it stands in.
    pub title: String,
    /// Its text.
    pub text: String,
}

/// The answer to a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passages {
    /// What answers, best first.
    pub found: Vec<Passage>,
    /// How many notes or items were looked through.
    pub examined: u64,
    /// Why there is nothing, or what was left out.
    pub reason: Option<String>,
}

/// One commit that changed a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastChange {
    /// The commit.
    pub commit: CommitId,
    /// When.
    pub time: Timestamp,
    /// The first line of its message.
    pub subject: String,
}

/// What changed a note, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The commits.
    pub changes: Vec<PastChange>,
    /// How many commits of main were looked at.
    pub examined: usize,
    /// Whether that is all of main.
    pub is_whole: bool,
}

/// Searches one base.
pub trait Seek {
    /// The notes that answer `query`, for `caller`, as they are with `changes`, which were made against the base.
    fn notes(
        &self,
        query: &str,
        caller: &Caller,
        changes: &ChangeSet,
        most: usize,
    ) -> Result<Passages, SeekError>;

    /// The evidence that answers `query`, for `caller`.
    fn evidence(&self, query: &str, caller: &Caller, most: usize) -> Result<Passages, SeekError>;

    /// What changed the note at `path`; the caller must be known to see the note.
    fn history(&self, path: &RepoPath, most: usize) -> Result<Past, SeekError>;
}
