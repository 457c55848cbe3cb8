//! The bytes of files in a commit.

use std::path::Path;

use super::Opened;
use super::entries::kind_of;
use super::errors::{blob_oid, told};
use crate::digest::{BlobId, CommitId};
use crate::path::RepoPath;
use crate::port::{GitError, TreeEntryKind};

impl Opened {
    /// The bytes of a blob.
    pub(super) fn blob(&self, blob: &BlobId) -> Result<Vec<u8>, GitError> {
        self.bytes(blob_oid(blob)?)
    }

    /// The bytes of a blob by libgit2's name.
    pub(super) fn bytes(&self, blob: git2::Oid) -> Result<Vec<u8>, GitError> {
        let blob = self.raw.find_blob(blob).map_err(told("reading a blob"))?;
        Ok(blob.content().to_vec())
    }

    /// The bytes of the file `path` in `commit`. The bytes of a symbolic link are a path, not a text: no file.
    pub(super) fn file(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<Vec<u8>>, GitError> {
        let tree = self.tree_of(commit)?;
        match self.blob_at(&tree, Path::new(path.as_str()))? {
            Some((blob, mode)) if kind_of(mode) != TreeEntryKind::Symlink => self.bytes(blob).map(Some),
            _ => Ok(None),
        }
    }
}
