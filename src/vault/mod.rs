//! The vault: all notes and evidence at one moment, from `(path, bytes)` pairs. Whether they came from disk,
//! a commit, a proposal or an editor's buffer is unknown to it.

mod build;
mod cited;
mod layout;
mod resolve;
mod tree_entry;

pub use build::{File, Oddity};
pub use layout::{Layout, Limits};
pub use resolve::Resolution;
pub use tree_entry::{TreeEntry, TreeEntryKind};

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::{EvidenceId, Item};
use crate::note::Note;
use crate::path::RepoPath;

/// All notes and evidence at one moment.
#[derive(Debug)]
pub struct Vault {
    layout: Layout,
    notes: BTreeMap<RepoPath, Note>,
    evidence: BTreeMap<EvidenceId, Item>,
    /// Every file of the knowledge and evidence folders, notes included, for links to attachments.
    files: BTreeSet<RepoPath>,
    /// What could not be taken in as a note or an item; rules report it.
    oddities: Vec<Oddity>,
    names: resolve::Names,
}

impl Vault {
    /// Where knowledge and evidence lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The notes, ordered by path.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.notes.values()
    }

    /// How many notes there are.
    pub fn note_count(&self) -> usize {
        self.notes.len()
    }

    /// The note at `path`.
    pub fn note(&self, path: &str) -> Option<&Note> {
        self.notes.get(path)
    }

    /// The evidence items, ordered by id.
    pub fn evidence(&self) -> impl Iterator<Item = &Item> {
        self.evidence.values()
    }

    /// The evidence item with `id`.
    pub fn item(&self, id: &EvidenceId) -> Option<&Item> {
        self.evidence.get(id)
    }

    /// Whether a file stands at `path`, note or not.
    pub fn has_file(&self, path: &RepoPath) -> bool {
        self.files.contains(path)
    }

    /// What could not be taken in.
    pub fn oddities(&self) -> &[Oddity] {
        &self.oddities
    }
}
