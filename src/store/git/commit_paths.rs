//! Commits exactly some working files on the current branch, as `git commit --only -- PATHS` does.
//!
//! No hook runs and nothing is signed: libgit2 does neither. The index is written before the ref moves: what dies in
//! between leaves the files staged, and the next call commits them.

use std::path::{Path, PathBuf};

use git2::{FileMode, Oid, RepositoryState};
use jiff::Timestamp;

use super::Opened;
use super::errors::other;
use super::lock::{patiently, wait_for};
use super::write::TreeEdit;
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::{GitError, Person, RefUpdate, fault};

const DOING: &str = "committing";

impl Opened {
    /// Commits the working files `paths`.
    pub(super) fn commit_paths(
        &self,
        paths: &[RepoPath],
        message: &str,
        person: &Person,
        time: Timestamp,
    ) -> Result<CommitId, GitError> {
        let branch = self.head_branch()?;
        let root =
            self.raw.workdir().ok_or_else(|| other(DOING, "a bare repository has no working files"))?;
        if self.raw.state() != RepositoryState::Clean {
            let message = "a merge, rebase or the like is under way; finish or abort it with git first";
            return Err(other(DOING, message));
        }
        let locks = [self.index_lock(), self.branch_lock(&branch)];
        wait_for(&locks)?;
        let parent = self.reference(&branch)?;
        let staged = patiently(DOING, &locks, || self.stage(root, paths))?;
        fault::point("commit.after-index");

        let base = parent.as_ref().map(|parent| self.tree_of(parent)).transpose()?;
        let mut edits = Vec::with_capacity(paths.len());
        for (path, staged) in paths.iter().zip(staged) {
            let was_there = match &base {
                Some(base) => self.blob_at(base, Path::new(path.as_str()))?.is_some(),
                None => false,
            };
            if staged.is_some() || was_there {
                edits.push(TreeEdit { path: path.as_str().as_bytes(), after: staged });
            }
        }
        let tree = self.edited_tree(base.as_ref(), &edits)?;
        if let Some(parent) = &parent
            && base.is_some_and(|base| base.id() == tree)
        {
            return Ok(parent.clone());
        }
        let parents: Vec<CommitId> = parent.iter().cloned().collect();
        let commit = self.commit_tree(tree, &parents, message, person, time)?;
        let subject = message.lines().next().unwrap_or_default();
        let kind = if parents.is_empty() { "commit (initial)" } else { "commit" };
        let log = format!("{kind}: {subject}");
        self.swap(&[RefUpdate { name: &branch, expected: parent.as_ref(), new: Some(&commit), log: &log }])?;
        Ok(commit)
    }

    /// Brings the index entries of `paths` to their working files; gives what stands there now.
    fn stage(&self, root: &Path, paths: &[RepoPath]) -> Result<Vec<Option<(Oid, FileMode)>>, git2::Error> {
        let mut index = self.raw.index()?;
        index.read(true)?;
        let mut staged = Vec::with_capacity(paths.len());
        for path in paths {
            let path = Path::new(path.as_str());
            if root.join(path).symlink_metadata().is_err() {
                if index.get_path(path, 0).is_some() {
                    index.remove_path(path)?;
                }
                staged.push(None);
                continue;
            }
            index.add_path(path)?;
            staged.push(index.get_path(path, 0).map(|entry| (entry.id, mode_of(entry.mode))));
        }
        index.write()?;
        Ok(staged)
    }

    fn branch_lock(&self, branch: &str) -> PathBuf {
        self.raw.commondir().join(format!("{branch}.lock"))
    }
}

fn mode_of(mode: u32) -> FileMode {
    match mode {
        0o100_755 => FileMode::BlobExecutable,
        0o120_000 => FileMode::Link,
        _ => FileMode::Blob,
    }
}
