//! The vault: all notes and evidence at one moment, from `(path, bytes)` pairs. Whether they came from disk,
//! a commit, a proposal or an editor's buffer is unknown to it.

mod archive;
mod build;
mod catalogue;
mod change;
mod cite;
mod cited;
mod entry;
mod evidence;
mod form;
mod fragment;
mod layout;
mod lineage;
mod named;
mod names;
mod near;
mod resolve;
mod tree_entry;

pub use archive::Archive;
pub use build::{File, Oddity, is_note};
pub use catalogue::{Catalogue, Filed};
pub use cite::CitationError;
pub use entry::{Entry, EntryLink, read_number, read_text, write_number, write_text};
pub(crate) use form::fold as fold_name;
pub use layout::{Layout, Limits};
pub use lineage::Least;
pub use resolve::{Found, Resolution};
pub use tree_entry::{TreeEntry, TreeEntryKind};

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::{Arc, OnceLock};

use crate::evidence::{EvidenceId, Item};
use crate::note::{Link, Note};
use crate::path::RepoPath;

/// All notes and evidence at one moment.
///
/// Notes and items are shared between a vault and those made of it with
/// [`with_changes`](Vault::with_changes).
#[derive(Debug)]
pub struct Vault {
    layout: Layout,
    notes: BTreeMap<RepoPath, Arc<Note>>,
    archive: Archive,
    /// Every file of the knowledge and evidence folders, notes included, for links to attachments.
    files: BTreeSet<RepoPath>,
    /// What could not be taken in as a note or an item; rules report it.
    oddities: Vec<Oddity>,
    /// Made when the first link is resolved.
    catalogue: OnceLock<Catalogue>,
}

impl Vault {
    /// Where knowledge and evidence lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The notes, ordered by path.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.notes.values().map(AsRef::as_ref)
    }

    /// How many notes there are.
    pub fn note_count(&self) -> usize {
        self.notes.len()
    }

    /// The note at `path`.
    pub fn note(&self, path: &str) -> Option<&Note> {
        self.notes.get(path).map(AsRef::as_ref)
    }

    /// The note at `path`, to be held as long as it is needed.
    pub fn shared_note(&self, path: &str) -> Option<Arc<Note>> {
        self.notes.get(path).cloned()
    }

    /// The evidence items, ordered by id. An item that was changed since it was taken in is none.
    pub fn evidence(&self) -> impl Iterator<Item = &Item> {
        self.archive.items()
    }

    /// How many evidence items there are.
    pub fn evidence_count(&self) -> usize {
        self.archive.len()
    }

    /// The evidence item with `id`.
    pub fn item(&self, id: &EvidenceId) -> Option<&Item> {
        self.archive.item(id)
    }

    /// The evidence: its items, and what cannot be relied on.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Every file, and what the rest of the vault needs to know of each note.
    pub fn catalogue(&self) -> &Catalogue {
        self.catalogue.get_or_init(|| {
            let files = self.files.iter().map(|path| {
                let entry = self.notes.get(path).map(|note| Arc::new(Entry::of(note)));
                Filed { path: path.clone(), entry }
            });
            Catalogue::new(&self.archive, files.collect())
        })
    }

    /// Resolves `link`, which stands in `from`.
    pub fn resolve(&self, from: &Note, link: &Link) -> Resolution {
        self.catalogue().resolve(&from.path, link.into())
    }

    /// Whether a file stands at `path`, note or not.
    pub fn has_file(&self, path: &RepoPath) -> bool {
        self.files.contains(path)
    }

    /// Whether a file stands anywhere below `folder`.
    pub fn has_folder(&self, folder: &RepoPath) -> bool {
        let below = format!("{folder}/");
        let from = (Bound::Included(below.as_str()), Bound::Unbounded);
        self.files.range::<str, _>(from).next().is_some_and(|path| path.as_str().starts_with(&below))
    }

    /// Every file of the knowledge and evidence folders, notes included, ordered by path.
    pub fn files(&self) -> impl Iterator<Item = &RepoPath> {
        self.files.iter()
    }

    /// What could not be taken in.
    pub fn oddities(&self) -> &[Oddity] {
        &self.oddities
    }
}

#[cfg(test)]
mod tests;
