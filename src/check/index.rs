//! The second phase's view: every note by its entry, and every link resolved once. It judges nothing.

use std::sync::{Arc, OnceLock};

use crate::check::{Resolved, Scene};
use crate::evidence::Span;
use crate::evidence::hazard::{self, Datum, Hazard};
use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::{Catalogue, CitationError, Resolution, Vault};

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
    /// What every link leads to.
    resolved: &'a Resolved,
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
    pub(super) fn new(
        scene: Scene<'a>,
        catalogue: &'a Catalogue,
        resolved: &'a Resolved,
        notes: &'a dyn Notes,
    ) -> Index<'a> {
        Index { scene, catalogue, notes, resolved }
    }

    /// The files that the links of `file` lead to, each as often as it is linked to; in the order of its links.
    pub fn targets(&self, file: u32) -> impl Iterator<Item = u32> {
        self.resolved.files(file)
    }

    /// Whether names are to be suggested for broken links: each costs a look at every name, and where a folder was
    /// forgotten there may be as many of them as there are notes.
    pub(super) fn suggests(&self) -> bool {
        self.resolved.troubled().len() <= MOST_SUGGESTED
    }

    /// The note of the file with index `file`, read again where it is not held.
    pub fn note(&self, file: u32) -> Option<Arc<Note>> {
        self.notes.note(self.catalogue.path(file))
    }
}

/// Above so many notes with broken links none is suggested.
const MOST_SUGGESTED: usize = 1_000;
