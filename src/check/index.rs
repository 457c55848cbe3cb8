//! The second phase's view: every note by its entry, and every link resolved once. It judges nothing.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::check::Scene;
use crate::evidence::Span;
use crate::evidence::hazard::{self, Datum, Hazard};
use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::{Catalogue, CitationError, Found, Resolution, Vault};

/// Gives notes by their path, read again where they are not held.
pub trait Notes: Sync {
    /// The note at `path`, if it still can be read.
    fn note(&self, path: &RepoPath) -> Option<Arc<Note>>;
}

impl Notes for Vault {
    fn note(&self, path: &RepoPath) -> Option<Arc<Note>> {
        self.shared_note(path.as_str())
    }
}

/// What rules about links and about the whole vault look at.
pub struct Index<'a> {
    /// What the check goes by.
    pub scene: Scene<'a>,
    /// Every file, and the entry of every note.
    pub catalogue: &'a Catalogue,
    /// Gives the notes.
    pub notes: &'a dyn Notes,
    /// For each file of the catalogue the files that its links lead to.
    targets: Vec<Box<[u32]>>,
    /// The notes with a link that does not simply lead somewhere.
    pub(super) troubled: Vec<u32>,
}

/// What is known of one note by itself.
#[derive(Debug)]
pub struct NoteFacts<'n> {
    /// The note.
    pub note: &'n Note,
    /// The span of each of its citations, in the order of [`Note::citations`].
    pub spans: Vec<Result<Span, CitationError>>,
    hazards: OnceLock<Vec<Hazard>>,
    personal_data: OnceLock<Vec<Datum>>,
}

impl<'n> NoteFacts<'n> {
    /// What is known of `note`, whose citations lead to `spans`.
    pub(super) fn new(note: &'n Note, spans: Vec<Result<Span, CitationError>>) -> NoteFacts<'n> {
        NoteFacts { note, spans, hazards: OnceLock::new(), personal_data: OnceLock::new() }
    }

    /// Secrets and hidden text in the whole file; looked for once.
    pub fn hazards(&self) -> &[Hazard] {
        self.hazards.get_or_init(|| hazard::scan(&self.note.text))
    }

    /// Personal data without check digits of cards and accounts, in the whole file; looked for once.
    pub fn personal_data(&self) -> &[Datum] {
        self.personal_data.get_or_init(|| hazard::personal_data(&self.note.text))
    }
}

/// A note with a link in trouble, and what each of its links leads to.
#[derive(Debug)]
pub struct NoteLinks<'n> {
    /// The note.
    pub note: &'n Note,
    /// What each of its links resolves to, in the order of [`Note::links`].
    pub links: Vec<Resolution>,
}

impl<'a> Index<'a> {
    pub(super) fn new(scene: Scene<'a>, catalogue: &'a Catalogue, notes: &'a dyn Notes) -> Index<'a> {
        let resolved: Vec<(Box<[u32]>, bool)> = catalogue
            .files()
            .par_iter()
            .map(|file| {
                let Some(entry) = &file.entry else { return (Box::default(), false) };
                let mut troubled = false;
                let targets = entry.links().map(|link| match catalogue.find(&file.path, link) {
                    Found::Note { file, fragment_found } => {
                        troubled |= !fragment_found;
                        file
                    }
                    Found::File(file) => file,
                    Found::Missing | Found::Ambiguous(_) => {
                        troubled = true;
                        NOWHERE
                    }
                    Found::Folder(_) | Found::Elsewhere(_) | Found::External => NOWHERE,
                });
                (targets.collect(), troubled)
            })
            .collect();
        let mut targets = Vec::with_capacity(resolved.len());
        let mut troubled = Vec::new();
        for ((own, trouble), file) in resolved.into_iter().zip(0u32..) {
            targets.push(own);
            if trouble {
                troubled.push(file);
            }
        }
        Index { scene, catalogue, notes, targets, troubled }
    }

    /// The files that the links of `file` lead to, each as often as it is linked to; in the order of its links.
    pub fn targets(&self, file: u32) -> impl Iterator<Item = u32> {
        let own = self.targets.get(file as usize).map(AsRef::as_ref).unwrap_or_default();
        own.iter().copied().filter(|&target| target != NOWHERE)
    }

    /// The note of the file with index `file`, read again where it is not held.
    pub fn note(&self, file: u32) -> Option<Arc<Note>> {
        self.notes.note(self.catalogue.path(file))
    }
}

/// The target of a link that leads to no file.
const NOWHERE: u32 = u32::MAX;
