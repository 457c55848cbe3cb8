//! Writes commits into the object store, with no checkout. No ref moves here.

use std::path::Path;

use git2::build::TreeUpdateBuilder;
use git2::{Commit, FileMode, Oid, Signature, Time, Tree};
use jiff::Timestamp;

use super::Opened;
use super::entries::kind_of;
use super::errors::{commit_id, commit_oid, other, told, tree_oid};
use crate::change::ChangeSet;
use crate::digest::{CommitId, Sha256Hex, TreeId};
use crate::port::{GitError, NewCommit, Person, TreeEntryKind};

const DOING: &str = "writing a commit";

/// What becomes of one path of a tree.
pub(super) struct TreeEdit<'p> {
    /// The path, as bytes of git's.
    pub path: &'p [u8],
    /// The blob and mode that stand there afterwards; `None` removes.
    pub after: Option<(Oid, FileMode)>,
}

impl Opened {
    /// Writes a commit.
    pub(super) fn write_commit(&self, new: &NewCommit<'_>) -> Result<CommitId, GitError> {
        let base = match new.parents.first() {
            Some(parent) => Some(self.tree_of(parent)?),
            None => None,
        };
        let tree = self.changed_tree(base.as_ref(), new.changes)?;
        self.commit_tree(tree, new.parents, new.message, new.person, new.time)
    }

    /// Writes a commit of a tree that is there.
    pub(super) fn write_merge(
        &self,
        tree: &TreeId,
        parents: &[CommitId],
        message: &str,
        person: &Person,
        time: Timestamp,
    ) -> Result<CommitId, GitError> {
        self.commit_tree(tree_oid(tree)?, parents, message, person, time)
    }

    /// Writes a commit of the tree `tree`.
    pub(super) fn commit_tree(
        &self,
        tree: Oid,
        parents: &[CommitId],
        message: &str,
        person: &Person,
        time: Timestamp,
    ) -> Result<CommitId, GitError> {
        let tree = self.raw.find_tree(tree).map_err(told(DOING))?;
        let parents = parents
            .iter()
            .map(|parent| self.raw.find_commit(commit_oid(parent)?).map_err(told(DOING)))
            .collect::<Result<Vec<Commit<'_>>, GitError>>()?;
        let parents: Vec<&Commit<'_>> = parents.iter().collect();
        let time = Time::new(time.as_second(), 0);
        let who = Signature::new(&person.name, &person.email, &time).map_err(told(DOING))?;
        let commit = self.raw.commit(None, &who, &who, message, &tree, &parents).map_err(told(DOING))?;
        Ok(commit_id(commit))
    }

    /// The tree that `changes` make of `base`, every pre-image checked.
    fn changed_tree(&self, base: Option<&Tree<'_>>, changes: &ChangeSet) -> Result<Oid, GitError> {
        let mut modes = Vec::with_capacity(changes.len());
        let mut problem = None;
        changes.check(|path| {
            let found = base.map_or(Ok(None), |base| self.blob_at(base, Path::new(path.as_str())));
            let found = found.unwrap_or_else(|error| {
                problem.get_or_insert(error);
                None
            });
            modes.push(found.map(|(_, mode)| mode));
            let bytes = self.bytes(found?.0);
            bytes.map_err(|error| problem.get_or_insert(error)).ok().map(|bytes| Sha256Hex::of(&bytes))
        })?;
        if let Some(error) = problem {
            return Err(error);
        }
        let mut edits = Vec::with_capacity(changes.len());
        for ((path, change), mode) in changes.iter().zip(modes) {
            if mode.map(kind_of) == Some(TreeEntryKind::Symlink) {
                return Err(other(DOING, format!("`{path}` is a symbolic link; kb changes files only")));
            }
            let executable = mode.map(kind_of) == Some(TreeEntryKind::Executable);
            let mode = if executable { FileMode::BlobExecutable } else { FileMode::Blob };
            let after = match &change.after {
                Some(bytes) => Some((self.raw.blob(bytes).map_err(told(DOING))?, mode)),
                None => None,
            };
            edits.push(TreeEdit { path: path.as_str().as_bytes(), after });
        }
        self.edited_tree(base, &edits)
    }

    /// The tree that `edits` make of `base`.
    ///
    /// Removals come first, in a pass of their own: a file may give way to a folder of its name.
    pub(super) fn edited_tree(
        &self,
        base: Option<&Tree<'_>>,
        edits: &[TreeEdit<'_>],
    ) -> Result<Oid, GitError> {
        let empty;
        let mut tree = match base {
            Some(base) => base,
            None => {
                let oid =
                    self.raw.treebuilder(None).and_then(|builder| builder.write()).map_err(told(DOING))?;
                empty = self.raw.find_tree(oid).map_err(told(DOING))?;
                &empty
            }
        };
        let (mut removals, mut additions) = (TreeUpdateBuilder::new(), TreeUpdateBuilder::new());
        let mut any_removal = false;
        for edit in edits {
            match edit.after {
                Some((blob, mode)) => {
                    additions.upsert(edit.path, blob, mode);
                }
                None => {
                    any_removal = true;
                    removals.remove(edit.path);
                }
            }
        }
        let without;
        if any_removal {
            let oid = removals.create_updated(&self.raw, tree).map_err(told(DOING))?;
            without = self.raw.find_tree(oid).map_err(told(DOING))?;
            tree = &without;
        }
        additions.create_updated(&self.raw, tree).map_err(told(DOING))
    }
}
