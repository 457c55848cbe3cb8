//! Files that a person hands to kb, wherever they lie: finding and reading them. Nothing is written here.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::path::RepoPath;

/// Says why a file could not be handed over.
#[derive(Debug, Error)]
pub enum SourceError {
    /// Nothing stands there.
    #[error("{0} does not exist")]
    Missing(String),
    /// It is neither a file nor a folder: a device, a pipe, a socket.
    #[error("{0} is neither a file nor a folder")]
    Special(String),
    /// It is larger than asked for; nothing of it was kept.
    #[error("{path} has {size} bytes")]
    TooLarge {
        /// The file.
        path: String,
        /// Its size.
        size: u64,
    },
    /// The system refused.
    #[error("reading {path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
}

/// One file found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it lies.
    pub path: PathBuf,
    /// The same for people, as it was typed or found below what was typed; lossy where it is not UTF-8.
    pub shown: String,
    /// Its path in the repository, links resolved, when it lies in there.
    pub in_repository: Option<RepoPath>,
}

/// What a path leads to.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files, ordered by path: the one named, or all below the folder named.
    pub files: Vec<SourceFile>,
    /// How many files and folders were passed over because they are hidden or ignored by git.
    pub passed_over: usize,
    /// How many symbolic links were not followed.
    pub links: usize,
    /// What could not be looked into.
    pub errors: Vec<SourceError>,
}

/// Finds and reads what a person names.
pub trait Sources {
    /// What `path` leads to. A symbolic link is followed when it is named itself, never below a folder.
    fn list(&self, path: &Path) -> Result<Listing, SourceError>;

    /// Reads a file of at most `limit` bytes; never holds more than that in memory.
    fn read(&self, file: &SourceFile, limit: u64) -> Result<Vec<u8>, SourceError>;
}
