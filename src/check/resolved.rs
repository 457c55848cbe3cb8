//! What every link of a catalogue leads to. It judges nothing.

use rayon::prelude::*;

use crate::vault::{Catalogue, Found};

/// What the links of one note lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The file that each link leads to, as an index of the catalogue; `u32::MAX` for none.
    pub files: Box<[u32]>,
    /// Whether a link does not simply lead somewhere: rules about links look at such notes.
    pub is_troubled: bool,
}

/// What the links of every note lead to, by the index of the note's file.
#[derive(Clone, Debug, Default)]
pub struct Resolved(Vec<Targets>);

/// The target of a link that leads to no file.
const NOWHERE: u32 = u32::MAX;

impl Resolved {
    /// Resolves every link of `catalogue`.
    pub fn of(catalogue: &Catalogue) -> Resolved {
        Resolved::with(catalogue, Vec::new())
    }

    /// Resolves the links of `catalogue` whose targets are not `known`; those are given by the index of the file.
    pub fn with(catalogue: &Catalogue, mut known: Vec<Option<Targets>>) -> Resolved {
        known.resize(catalogue.files().len(), None);
        let resolved = catalogue.files().par_iter().zip(known).map(|(file, known)| {
            let Some(entry) = &file.entry else { return Targets::default() };
            if let Some(known) = known.filter(|known| known.files.len() == entry.links().len()) {
                return known;
            }
            let mut is_troubled = false;
            let files = entry.links().map(|link| match catalogue.find(&file.path, link) {
                Found::Note { file, fragment_found } => {
                    is_troubled |= !fragment_found;
                    file
                }
                Found::File(file) => file,
                Found::Missing | Found::Ambiguous(_) => {
                    is_troubled = true;
                    NOWHERE
                }
                Found::Folder(_) | Found::Elsewhere(_) | Found::External => NOWHERE,
            });
            Targets { files: files.collect(), is_troubled }
        });
        Resolved(resolved.collect())
    }

    /// What the links of the note in `file` lead to.
    pub fn targets(&self, file: u32) -> Option<&Targets> {
        self.0.get(file as usize)
    }

    /// The files that the links of `file` lead to, each as often as it is linked to; in the order of its links.
    pub(super) fn files(&self, file: u32) -> impl Iterator<Item = u32> {
        let own = self.targets(file).map(|targets| &*targets.files).unwrap_or_default();
        own.iter().copied().filter(|&target| target != NOWHERE)
    }

    /// The notes with a link that does not simply lead somewhere.
    pub(super) fn troubled(&self) -> Vec<u32> {
        (0u32..).zip(&self.0).filter(|(_, targets)| targets.is_troubled).map(|(file, _)| file).collect()
    }
}
