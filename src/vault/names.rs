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
    /// The names of notes without their endings, for suggestions.
    stems: Vec<Stem>,
}

/// A name that may have been meant.
#[derive(Debug)]
struct Stem {
    folded: String,
    signature: u64,
    path: usize,
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
                let folded = fold(path.file_stem());
                names.stems.push(Stem { signature: signature(&folded), path: index, folded: folded.clone() });
                names.by_name.entry(folded).or_default().push(index);
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

    /// The notes whose names are within a few edits of `name`, nearest first.
    pub fn near(&self, name: &str) -> Vec<&RepoPath> {
        let wanted = fold(name);
        let limit = (wanted.chars().count() / 4).min(3);
        let wanted_signature = signature(&wanted);
        let mut found: Vec<(usize, &RepoPath)> = self
            .stems
            .iter()
            // An edit changes at most two bits of the signature: most names are dropped without a look.
            .filter(|stem| (stem.signature ^ wanted_signature).count_ones() as usize <= 2 * limit)
            .filter_map(|stem| {
                distance(&stem.folded, &wanted, limit).map(|distance| (distance, &self.paths[stem.path]))
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, path)| path).collect()
    }
}

/// Which characters a name is made of, a bit for every class of them.
fn signature(name: &str) -> u64 {
    name.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 64))
}

/// The edit distance of two names, `None` above `limit`.
fn distance(one: &str, two: &str, limit: usize) -> Option<usize> {
    let two: Vec<char> = two.chars().collect();
    if one.chars().count().abs_diff(two.len()) > limit {
        return None;
    }
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in two.iter().enumerate() {
            let replaced = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
        if row.iter().min().is_some_and(|&least| least > limit) {
            return None;
        }
    }
    row.last().copied().filter(|&distance| distance <= limit)
}
