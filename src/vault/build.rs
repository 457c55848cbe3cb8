//! Builds a vault from files, in parallel, and sets aside what is neither a note nor evidence.

use crate::path::RepoPath;
use crate::vault::{Layout, Vault};

/// One file that a vault is built from.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it stands.
    pub path: RepoPath,
    /// Its bytes; `None` for a file whose content the vault needs not, such as an attachment.
    pub bytes: Option<Vec<u8>>,
}

/// Something met on the way that is not a note, an item or an attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// The rule that reports it, such as `path-not-utf8`, `unreadable`, `file-too-large`, `evidence-changed`.
    pub rule: &'static str,
    /// The path, lossy where it is not UTF-8.
    pub path: String,
    /// What is wrong, one line.
    pub message: String,
}

impl Vault {
    /// Reads `files` as a vault; `oddities` are what the walk met already.
    pub fn build(layout: Layout, files: Vec<File>, oddities: Vec<Oddity>) -> Vault {
        let _ = files;
        Vault {
            layout,
            notes: Default::default(),
            evidence: Default::default(),
            files: Default::default(),
            oddities,
            names: Default::default(),
        }
    }
}
