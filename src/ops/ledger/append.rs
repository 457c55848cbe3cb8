//! Appending to the ledger: new files only, with compare-and-swap on the branch and a bounded number of tries.

use jiff::Timestamp;

use super::LedgerError;
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::{GitError, GitWrite, NewCommit, Person, RefUpdate};
use crate::proposal::{LEDGER_REF, one_line};

/// How often the branch may move under a writer before it gives up.
const TRIES: u32 = 20;

/// New files of the ledger, written in one commit.
#[derive(Debug)]
pub struct Entry {
    files: Vec<(RepoPath, Vec<u8>)>,
    what: String,
}

impl Entry {
    /// An entry without files; `what` is the line that `git log kb/ledger` shows.
    pub fn new(what: impl AsRef<str>) -> Entry {
        Entry { files: Vec::new(), what: one_line(what.as_ref()) }
    }

    /// Adds a file.
    #[must_use]
    pub fn file(mut self, path: RepoPath, bytes: impl Into<Vec<u8>>) -> Entry {
        self.files.push((path, bytes.into()));
        self
    }

    /// Appends it. A file that is there already with the same bytes is left alone, one with other bytes is
    /// an error: an event is recorded once.
    pub fn append(&self, git: &dyn GitWrite, person: &Person, time: Timestamp) -> Result<(), LedgerError> {
        for _ in 0..TRIES {
            let tip = git.reference(LEDGER_REF)?;
            let changes = self.changes(git, tip.as_ref())?;
            if changes.is_empty() {
                return Ok(());
            }
            let parents: Vec<CommitId> = tip.iter().cloned().collect();
            let message = format!("{}\n", self.what);
            let commit = git.write_commit(&NewCommit {
                parents: &parents,
                changes: &changes,
                message: &message,
                person,
                time,
            })?;
            let update =
                RefUpdate { name: LEDGER_REF, expected: tip.as_ref(), new: Some(&commit), log: &self.what };
            match git.update_refs(&[update]) {
                Err(GitError::RefMoved(_)) => {}
                other => return Ok(other?),
            }
        }
        Err(LedgerError::Busy(TRIES))
    }

    fn changes(&self, git: &dyn GitWrite, tip: Option<&CommitId>) -> Result<ChangeSet, LedgerError> {
        let mut changes = ChangeSet::new();
        for (path, bytes) in &self.files {
            let present = tip.map(|tip| git.file(tip, path)).transpose()?.flatten();
            match present {
                None => changes.create(path.clone(), bytes.clone()),
                Some(present) if present == *bytes => {}
                Some(_) => return Err(LedgerError::Rewritten { path: path.clone() }),
            }
        }
        Ok(changes)
    }
}
