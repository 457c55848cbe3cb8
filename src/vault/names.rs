//! The names that notes and files answer to, exact and folded. It compares names and resolves nothing.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::Layout;

/// Every name, and what answers to it.
#[derive(Debug, Default)]
pub(super) struct Names {
    paths: Vec<RepoPath>,
    /// By the last part of the path: without its ending for notes, whole for every file.
    by_name: HashMap<String, Vec<usize>>,
    /// By alias of the front matter.
    by_alias: HashMap<String, Vec<usize>>,
    /// By title of the front matter.
    by_title: HashMap<String, Vec<usize>>,
}

/// The form in which names are compared: composed (NFC) and in lower case.
pub(super) fn fold(name: &str) -> String {
    let mut folded = composed(name);
    if folded.is_ascii() {
        folded.make_ascii_lowercase();
        folded
    } else {
        folded.to_lowercase()
    }
}

/// `name` composed (NFC): macOS and people write `é` in two ways.
pub(super) fn composed(name: &str) -> String {
    if name.is_ascii() || is_nfc_quick(name.chars()) == IsNormalized::Yes {
        name.to_owned()
    } else {
        name.nfc().collect()
    }
}

impl Names {
    /// The names of `notes` and of the other `files`.
    pub fn new<'f>(
        layout: &Layout,
        notes: &BTreeMap<RepoPath, Arc<Note>>,
        files: impl Iterator<Item = &'f RepoPath>,
    ) -> Names {
        let mut names = Names::default();
        for path in files.filter(|path| layout.is_knowledge(path)) {
            let index = names.paths.len();
            names.paths.push(path.clone());
            if path.is_markdown() {
                names.by_name.entry(fold(path.file_stem())).or_default().push(index);
            }
            names.by_name.entry(fold(path.file_name())).or_default().push(index);
            let Some(note) = notes.get(path) else { continue };
            for alias in note.front.texts("aliases") {
                names.by_alias.entry(fold(alias.trim())).or_default().push(index);
            }
            if let Some(title) = note.front.text("title") {
                names.by_title.entry(fold(title.trim())).or_default().push(index);
            }
        }
        names
    }

    /// The files whose last part is `name` but for case, notes also without their ending.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &RepoPath> {
        self.by_name.get(&fold(name)).into_iter().flatten().map(|&index| &self.paths[index])
    }

    /// The notes with the alias `name`.
    pub fn aliased(&self, name: &str) -> impl Iterator<Item = &RepoPath> {
        self.by_alias.get(&fold(name)).into_iter().flatten().map(|&index| &self.paths[index])
    }

    /// The notes with the title `name`.
    pub fn titled(&self, name: &str) -> impl Iterator<Item = &RepoPath> {
        self.by_title.get(&fold(name)).into_iter().flatten().map(|&index| &self.paths[index])
    }

    /// Every name in its folded form, for suggestions.
    pub fn all(&self) -> impl Iterator<Item = (&str, &RepoPath)> {
        self.by_name
            .iter()
            .flat_map(|(name, indices)| indices.iter().map(|&index| (name.as_str(), &self.paths[index])))
    }
}
