//! What libgit2 says, as errors of the port.

use git2::{ErrorClass, ErrorCode, Oid};

use crate::digest::{BlobId, CommitId, TreeId};
use crate::port::GitError;

/// Maps what libgit2 said while kb was `doing` something.
pub(super) fn told(doing: &'static str) -> impl Fn(git2::Error) -> GitError {
    move |error| {
        let message = error.message().to_owned();
        match (error.code(), error.class()) {
            (ErrorCode::Owner, _) => GitError::ForeignOwner(message),
            (ErrorCode::NotFound, ErrorClass::Odb) => GitError::MissingObject(message),
            _ if message.contains("'sdir'") => GitError::Unsupported {
                what: "a sparse index".to_owned(),
                remedy: "`git sparse-checkout reapply --no-sparse-index` writes a full one".to_owned(),
            },
            _ => GitError::Other { doing, message },
        }
    }
}

/// An error in kb's own words.
pub(super) fn other(doing: &'static str, message: impl Into<String>) -> GitError {
    GitError::Other { doing, message: message.into() }
}

/// The name of a commit as libgit2 wants it.
pub(super) fn commit_oid(id: &CommitId) -> Result<Oid, GitError> {
    full_oid(id.as_str())
}

/// The name of a tree as libgit2 wants it.
pub(super) fn tree_oid(id: &TreeId) -> Result<Oid, GitError> {
    full_oid(id.as_str())
}

/// The name of a blob as libgit2 wants it.
pub(super) fn blob_oid(id: &BlobId) -> Result<Oid, GitError> {
    full_oid(id.as_str())
}

/// A prefix would be padded with zeros by libgit2: only a full name names an object.
fn full_oid(text: &str) -> Result<Oid, GitError> {
    match Oid::from_str(text) {
        Ok(oid) if text.len() == 40 => Ok(oid),
        _ => Err(GitError::NoRevision(text.to_owned())),
    }
}

/// The name of a commit as kb writes it.
pub(super) fn commit_id(oid: Oid) -> CommitId {
    CommitId(oid.to_string())
}
