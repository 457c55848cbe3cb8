//! The files of a commit.

use std::path::Path;

use git2::{ErrorCode, ObjectType, Oid, Tree};

use super::Opened;
use super::errors::{commit_oid, told};
use crate::digest::{BlobId, CommitId};
use crate::path::RepoPath;
use crate::port::{GitError, TreeEntry, TreeEntryKind};

const DOING: &str = "reading a tree";

impl Opened {
    /// The tree of `commit`.
    pub(super) fn tree_of(&self, commit: &CommitId) -> Result<Tree<'_>, GitError> {
        let commit = self.raw.find_commit(commit_oid(commit)?).map_err(told("reading a commit"))?;
        commit.tree().map_err(told(DOING))
    }

    /// Every file of `commit` below `folder`, ordered by path.
    pub(super) fn entries(
        &self,
        commit: &CommitId,
        folder: Option<&RepoPath>,
    ) -> Result<Vec<TreeEntry>, GitError> {
        let mut entries = Vec::new();
        let root = self.tree_of(commit)?;
        match folder {
            None => self.collect(&root, &mut Vec::new(), &mut entries)?,
            Some(folder) => match root.get_path(Path::new(folder.as_str())) {
                Ok(entry) if entry.kind() == Some(ObjectType::Tree) => {
                    let tree = self.raw.find_tree(entry.id()).map_err(told(DOING))?;
                    let mut prefix = folder.as_str().as_bytes().to_vec();
                    prefix.push(b'/');
                    self.collect(&tree, &mut prefix, &mut entries)?;
                }
                Ok(_) => {}
                Err(error) if error.code() == ErrorCode::NotFound => {}
                Err(error) => return Err(told(DOING)(error)),
            },
        }
        // git keeps trees in this order; one of somebody's making may be in any.
        entries.sort_unstable_by(|one, two| one.path.cmp(&two.path));
        Ok(entries)
    }

    /// Whether a file of `commit` lies below `folder`; git keeps no empty folders.
    pub(super) fn has_folder(&self, commit: &CommitId, folder: &RepoPath) -> Result<bool, GitError> {
        match self.tree_of(commit)?.get_path(Path::new(folder.as_str())) {
            Ok(entry) => Ok(entry.kind() == Some(ObjectType::Tree)),
            Err(error) if error.code() == ErrorCode::NotFound => Ok(false),
            Err(error) => Err(told(DOING)(error)),
        }
    }

    fn collect(
        &self,
        tree: &Tree<'_>,
        prefix: &mut Vec<u8>,
        into: &mut Vec<TreeEntry>,
    ) -> Result<(), GitError> {
        for entry in tree {
            let length = prefix.len();
            prefix.extend_from_slice(entry.name_bytes());
            if entry.kind() == Some(ObjectType::Tree) {
                prefix.push(b'/');
                let tree = self.raw.find_tree(entry.id()).map_err(told(DOING))?;
                self.collect(&tree, prefix, into)?;
            } else {
                let kind = kind_of(entry.filemode());
                into.push(TreeEntry { path: prefix.clone(), blob: BlobId(entry.id().to_string()), kind });
            }
            prefix.truncate(length);
        }
        Ok(())
    }

    /// The blob at `path` in `tree` and its mode; `None` when there is no file or link.
    pub(super) fn blob_at(&self, tree: &Tree<'_>, path: &Path) -> Result<Option<(Oid, i32)>, GitError> {
        match tree.get_path(path) {
            Ok(entry) if entry.kind() == Some(ObjectType::Blob) => Ok(Some((entry.id(), entry.filemode()))),
            Ok(_) => Ok(None),
            Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
            Err(error) => Err(told(DOING)(error)),
        }
    }

    /// The file or link at `path` in `commit`.
    pub(super) fn entry(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<TreeEntry>, GitError> {
        let tree = self.tree_of(commit)?;
        let found = self.blob_at(&tree, Path::new(path.as_str()))?;
        Ok(found.map(|(blob, mode)| TreeEntry {
            path: path.as_str().as_bytes().to_vec(),
            blob: BlobId(blob.to_string()),
            kind: kind_of(mode),
        }))
    }

    /// The paths that differ between two commits, as bytes, ordered.
    pub(super) fn changed_paths(&self, from: &CommitId, to: &CommitId) -> Result<Vec<Vec<u8>>, GitError> {
        let (from, to) = (self.tree_of(from)?, self.tree_of(to)?);
        let mut paths = Vec::new();
        self.differing(Some(&from), Some(&to), &mut Vec::new(), &mut |path, _, _| paths.push(path.to_vec()))?;
        paths.sort_unstable();
        Ok(paths)
    }

    /// The paths at which the working tree differs from a commit, as bytes, ordered.
    pub(super) fn working_changes(&self, from: &CommitId) -> Result<Vec<Vec<u8>>, GitError> {
        let from = self.tree_of(from)?;
        let mut options = git2::DiffOptions::new();
        options.include_untracked(true).recurse_untracked_dirs(true).include_typechange(true);
        let diff = self
            .raw
            .diff_tree_to_workdir_with_index(Some(&from), Some(&mut options))
            .map_err(told("comparing the working tree"))?;
        Ok(paths_of(&diff))
    }
}

/// Both paths of every difference, ordered.
fn paths_of(diff: &git2::Diff<'_>) -> Vec<Vec<u8>> {
    let mut paths: Vec<Vec<u8>> = diff
        .deltas()
        .flat_map(|delta| [delta.old_file().path_bytes(), delta.new_file().path_bytes()])
        .flatten()
        .map(<[u8]>::to_vec)
        .collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// What a mode of git's means.
pub(super) fn kind_of(mode: i32) -> TreeEntryKind {
    match mode {
        0o120_000 => TreeEntryKind::Symlink,
        0o160_000 => TreeEntryKind::Submodule,
        0o100_755 => TreeEntryKind::Executable,
        _ => TreeEntryKind::File,
    }
}
