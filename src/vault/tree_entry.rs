//! Files of a commit as git lists them: path, blob and what each is. Reading the blobs is for others.

use crate::digest::BlobId;

/// What a tree entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeEntryKind {
    /// A file.
    File,
    /// A file with the run bit.
    Executable,
    /// A symbolic link.
    Symlink,
    /// A submodule.
    Submodule,
}

/// One file of a commit. The path is bytes: git allows what UTF-8 does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// The path.
    pub path: Vec<u8>,
    /// The blob.
    pub blob: BlobId,
    /// What it is.
    pub kind: TreeEntryKind,
}
