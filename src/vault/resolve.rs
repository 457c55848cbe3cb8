//! What a link resolves to.

use crate::evidence::EvidenceId;
use crate::note::{Link, Note};
use crate::path::RepoPath;
use crate::vault::Vault;

/// The names that links are looked up by.
#[derive(Debug, Default)]
pub(super) struct Names {}

/// What a link resolves to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A note, and whether its fragment, if any, is there too.
    Note {
        /// The note.
        path: RepoPath,
        /// Whether the heading or block that the fragment names exists; true without a fragment.
        fragment_found: bool,
    },
    /// Evidence: the item that owns the file.
    Evidence {
        /// The item.
        id: EvidenceId,
        /// The file that the link names.
        path: RepoPath,
    },
    /// Another file of the repository.
    File(RepoPath),
    /// Something outside: it has a scheme.
    External,
    /// Several notes answer to the name.
    Ambiguous(Vec<RepoPath>),
    /// Nothing answers to the name.
    Missing,
}

impl Vault {
    /// Resolves `link`, which stands in `from`.
    pub fn resolve(&self, from: &Note, link: &Link) -> Resolution {
        let _ = (from, link, &self.names);
        Resolution::Missing
    }
}
