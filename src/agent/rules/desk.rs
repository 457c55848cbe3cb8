//! The working copy of one draft: notes as they stand after the edits so far. It writes nothing anywhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::change::{Change, ChangeSet};
use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::Vault;

/// The vault with the draft's edits on top. A copy is cheap, so that a step can be taken back.
#[derive(Clone)]
pub(super) struct Desk<'v> {
    vault: &'v Vault,
    /// Every note that was touched, as it stands now; `None` is gone.
    edited: BTreeMap<RepoPath, Option<Arc<Note>>>,
    /// Where notes that moved stood in the base, by where they stand.
    moved: BTreeMap<RepoPath, RepoPath>,
    /// What claims say now that said something else, by note and former text.
    reworded: BTreeMap<(RepoPath, String), String>,
}

impl<'v> Desk<'v> {
    /// A desk with nothing edited.
    pub(super) fn new(vault: &'v Vault) -> Desk<'v> {
        Desk { vault, edited: BTreeMap::new(), moved: BTreeMap::new(), reworded: BTreeMap::new() }
    }

    /// The base.
    pub(super) fn vault(&self) -> &'v Vault {
        self.vault
    }

    /// The note at `path` as it stands now.
    pub(super) fn note(&self, path: &RepoPath) -> Option<&Note> {
        match self.edited.get(path) {
            Some(edited) => edited.as_deref(),
            None => self.vault.note(path.as_str()),
        }
    }

    /// Whether anything stands at `path`.
    pub(super) fn is_taken(&self, path: &RepoPath) -> bool {
        match self.edited.get(path) {
            Some(edited) => edited.is_some(),
            None => self.vault.note(path.as_str()).is_some() || self.vault.has_file(path),
        }
    }

    /// Every note that differs from the base, or is new.
    pub(super) fn edited(&self) -> impl Iterator<Item = &Note> {
        self.edited.values().flatten().map(AsRef::as_ref)
    }

    /// Every note as it stands now, ordered by path but for those that are new.
    pub(super) fn notes(&self) -> impl Iterator<Item = &Note> {
        let kept = self.vault.notes().filter(|note| !self.edited.contains_key(&note.path));
        kept.chain(self.edited())
    }

    /// Puts `text` at `path`.
    pub(super) fn put(&mut self, path: RepoPath, text: String) {
        let note = Note::parse(path.clone(), text.as_bytes());
        self.edited.insert(path, Some(Arc::new(note)));
    }

    /// Writes down that the claim `old` of the note at `path` says `new` now.
    pub(super) fn reworded(&mut self, path: &RepoPath, old: &str, new: String) {
        self.reworded.insert((path.clone(), old.to_owned()), new);
    }

    /// What the claim of the note at `path` says now that said `text` in the base.
    pub(super) fn wording<'t>(&'t self, path: &RepoPath, text: &'t str) -> &'t str {
        let mut now = text;
        // As many steps as there are words written down: then it goes round in a circle.
        for _ in 0..self.reworded.len() {
            match self.reworded.get(&(path.clone(), now.to_owned())) {
                Some(next) if next != now => now = next,
                _ => break,
            }
        }
        now
    }

    /// Takes in changes of notes that were made against what stands here now.
    pub(super) fn apply(&mut self, changes: &ChangeSet) {
        for (path, change) in changes.iter() {
            if let Some(from) = &change.moved_from {
                let first = self.moved.remove(from).unwrap_or_else(|| from.clone());
                if self.vault.note(first.as_str()).is_some() {
                    self.moved.insert(path.clone(), first);
                }
            }
            match &change.after {
                Some(bytes) => self.put(path.clone(), String::from_utf8_lossy(bytes).into_owned()),
                None => _ = self.edited.insert(path.clone(), None),
            }
        }
    }

    /// The paths whose notes are others here than in `before`.
    pub(super) fn differing(&self, before: &Desk<'_>) -> Vec<RepoPath> {
        let is_same = |path: &RepoPath, now: &Option<Arc<Note>>| {
            before.edited.get(path).is_some_and(|then| match (then, now) {
                (Some(then), Some(now)) => Arc::ptr_eq(then, now),
                (None, None) => true,
                _ => false,
            })
        };
        let touched = self.edited.iter().filter(|(path, now)| !is_same(path, now));
        touched.map(|(path, _)| path.clone()).collect()
    }

    /// The vault as it stands now.
    pub(super) fn head(&self) -> Vault {
        self.vault.with_changes(&self.changes())
    }

    /// The changes against the base.
    pub(super) fn changes(&self) -> ChangeSet {
        let mut changes = ChangeSet::new();
        for (path, note) in &self.edited {
            let before = self.vault.note(path.as_str()).map(|before| before.text.as_bytes());
            match (before, note) {
                (Some(before), Some(note)) => {
                    changes.edit(path.clone(), before, note.text.clone().into_bytes());
                }
                (Some(before), None) => changes.remove(path.clone(), before),
                (None, Some(note)) => {
                    let from = self.moved.get(path).cloned();
                    let after = Some(note.text.clone().into_bytes());
                    changes.insert(path.clone(), Change { before: None, after, moved_from: from });
                }
                (None, None) => {}
            }
        }
        changes
    }
}

/// Whether a machine may edit `note`: its bytes are its text, and its front matter can be read.
pub(in crate::agent) fn may_write(note: &Note) -> bool {
    !note.front.broken && note.problems.iter().all(|problem| !BYTES_DIFFER.contains(&problem.rule))
}

/// Problems of notes whose text is not what stands in the file.
const BYTES_DIFFER: &[&str] =
    &["not-utf8", "lfs-pointer", "file-too-large", "merge-conflict", "conflict-marker"];
