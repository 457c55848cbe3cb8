//! The first phase: every link and citation resolved once. It judges nothing.

use rayon::prelude::*;

use crate::check::Setting;
use crate::config::Config;
use crate::evidence::Span;
use crate::note::Note;
use crate::vault::{CitationError, Resolution, Vault};

/// What the rules look at.
#[derive(Debug)]
pub struct Index<'v> {
    /// The vault.
    pub vault: &'v Vault,
    /// What `kb.toml` says.
    pub config: &'v Config,
    /// Where the notes are checked.
    pub setting: Setting,
    /// What is known of every note, ordered by path.
    pub notes: Vec<NoteFacts<'v>>,
}

/// What is known of one note.
#[derive(Debug)]
pub struct NoteFacts<'v> {
    /// The note.
    pub note: &'v Note,
    /// What each of its links resolves to, in the order of [`Note::links`].
    pub links: Vec<Resolution>,
    /// The span of each of its citations, in the order of [`Note::citations`].
    pub spans: Vec<Result<Span, CitationError>>,
}

impl<'v> Index<'v> {
    pub(super) fn new(vault: &'v Vault, config: &'v Config, setting: Setting) -> Index<'v> {
        let notes: Vec<&Note> = vault.notes().collect();
        let notes = notes
            .into_par_iter()
            .map(|note| NoteFacts {
                note,
                links: note.links.iter().map(|link| vault.resolve(note, link)).collect(),
                spans: note.citations.iter().map(|citation| vault.citation_span(note, citation)).collect(),
            })
            .collect();
        Index { vault, config, setting, notes }
    }
}
