//! What every link of a catalogue leads to. It judges nothing.

use rayon::prelude::*;

use crate::vault::{Catalogue, Entry, Filed, Found};

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
pub struct Resolved {
    /// The targets of all links of all notes, one after the other.
    targets: Vec<u32>,
    /// Where those of each file end.
    ends: Vec<u32>,
    /// The notes with a link that does not simply lead somewhere, in order.
    troubled: Vec<u32>,
}

/// The target of a link that leads to no file.
const NOWHERE: u32 = u32::MAX;
/// How many files are resolved before what was found is put together.
const BATCH: usize = 4_096;

impl Resolved {
    /// Resolves every link of `catalogue`.
    pub fn of(catalogue: &Catalogue) -> Resolved {
        Resolved::with(catalogue, |_| None)
    }

    /// Resolves the links of `catalogue`, but for those of notes whose targets are `known`; it is asked in order of path.
    pub fn with(catalogue: &Catalogue, mut known: impl FnMut(&Filed) -> Option<Targets>) -> Resolved {
        let mut resolved = Resolved::default();
        for batch in catalogue.files().chunks(BATCH) {
            let known: Vec<Option<Targets>> = batch.iter().map(&mut known).collect();
            let found = batch.par_iter().zip(known).map(|(file, known)| targets(catalogue, file, known));
            for found in found.collect::<Vec<Targets>>() {
                if found.is_troubled {
                    resolved.troubled.push(u32::try_from(resolved.ends.len()).unwrap_or(NOWHERE));
                }
                resolved.targets.extend_from_slice(&found.files);
                resolved.ends.push(u32::try_from(resolved.targets.len()).unwrap_or(NOWHERE));
            }
        }
        resolved
    }

    /// What each link of the note in `file` leads to, `u32::MAX` for no file; in the order of its links.
    pub fn targets(&self, file: u32) -> &[u32] {
        let at = file as usize;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.targets.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Whether the note in `file` has a link that does not simply lead somewhere.
    pub fn is_troubled(&self, file: u32) -> bool {
        self.troubled.binary_search(&file).is_ok()
    }

    /// The files that the links of `file` lead to, each as often as it is linked to; in the order of its links.
    pub(super) fn files(&self, file: u32) -> impl Iterator<Item = u32> {
        self.targets(file).iter().copied().filter(|&target| target != NOWHERE)
    }

    /// The notes with a link that does not simply lead somewhere, in order.
    pub(super) fn troubled(&self) -> &[u32] {
        &self.troubled
    }
}

/// What the links of `file` lead to; what is `known` counts unless a link names lines, which come and go with any edit.
fn targets(catalogue: &Catalogue, file: &Filed, known: Option<Targets>) -> Targets {
    let Some(entry) = file.entry.as_deref() else { return Targets::default() };
    if let Some(known) = known.filter(|known| known.files.len() == entry.links().len() && !names_lines(entry))
    {
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
}

fn names_lines(entry: &Entry) -> bool {
    entry.links().any(|link| link.fragment.is_some_and(|fragment| fragment.starts_with('L')))
}
