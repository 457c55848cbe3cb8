//! Change sets: edits, additions, moves and removals as data, against a known base (I12).

use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;

use crate::digest::Sha256Hex;
use crate::path::RepoPath;

/// What happens to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The hash of the bytes that must stand there before; `None` where the file must not exist.
    pub before: Option<Sha256Hex>,
    /// The bytes afterwards; `None` removes the file.
    #[serde(skip)]
    pub after: Option<Vec<u8>>,
    /// For a file that came by a move: where it stood.
    pub moved_from: Option<RepoPath>,
}

/// Changes by path. At most one change a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChangeSet {
    changes: BTreeMap<RepoPath, Change>,
}

/// Says why a change set does not fit what it is applied to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// The file is not what the change was made against.
    #[error("`{path}` has changed since the change was made; make it again from the current state")]
    PreImage {
        /// The file.
        path: RepoPath,
    },
    /// The file exists already.
    #[error("`{path}` exists already; a new file never overwrites one")]
    Exists {
        /// The file.
        path: RepoPath,
    },
    /// The file to change does not exist.
    #[error("`{path}` does not exist any more")]
    Missing {
        /// The file.
        path: RepoPath,
    },
}

impl ChangeSet {
    /// Nothing changes.
    pub fn new() -> ChangeSet {
        ChangeSet::default()
    }

    /// Adds the new file `path`.
    pub fn create(&mut self, path: RepoPath, after: Vec<u8>) {
        self.changes.insert(path, Change { before: None, after: Some(after), moved_from: None });
    }

    /// Replaces the bytes `before` of `path` by `after`; equal bytes are no change.
    pub fn edit(&mut self, path: RepoPath, before: &[u8], after: Vec<u8>) {
        if before == after {
            return;
        }
        self.changes.insert(
            path,
            Change { before: Some(Sha256Hex::of(before)), after: Some(after), moved_from: None },
        );
    }

    /// Removes `path`, whose bytes are `before`.
    pub fn remove(&mut self, path: RepoPath, before: &[u8]) {
        self.changes
            .insert(path, Change { before: Some(Sha256Hex::of(before)), after: None, moved_from: None });
    }

    /// Moves `from`, whose bytes are `before`, to `to`, where they become `after`.
    pub fn relocate(&mut self, from: RepoPath, before: &[u8], to: RepoPath, after: Vec<u8>) {
        self.remove(from.clone(), before);
        self.changes.insert(to, Change { before: None, after: Some(after), moved_from: Some(from) });
    }

    /// Adds a change as it is.
    pub fn insert(&mut self, path: RepoPath, change: Change) {
        self.changes.insert(path, change);
    }

    /// The changes, ordered by path.
    pub fn iter(&self) -> impl Iterator<Item = (&RepoPath, &Change)> {
        self.changes.iter()
    }

    /// The change of one file.
    pub fn get(&self, path: &RepoPath) -> Option<&Change> {
        self.changes.get(path)
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// How many files change.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Checks every pre-image against `current`, which gives the bytes that stand at a path now.
    pub fn check(&self, mut current: impl FnMut(&RepoPath) -> Option<Sha256Hex>) -> Result<(), ChangeError> {
        for (path, change) in &self.changes {
            let path = path.clone();
            match (current(&path), &change.before) {
                (Some(now), Some(before)) if now == *before => {}
                (None, None) => {}
                (Some(_), Some(_)) => return Err(ChangeError::PreImage { path }),
                (Some(_), None) => return Err(ChangeError::Exists { path }),
                (None, Some(_)) => return Err(ChangeError::Missing { path }),
            }
        }
        Ok(())
    }
}
