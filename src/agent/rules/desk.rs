//! The working copy of one draft: notes as they stand after the edits so far. It writes nothing anywhere.

use std::collections::BTreeMap;

use crate::change::ChangeSet;
use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::Vault;

/// The vault with the draft's edits on top.
pub(super) struct Desk<'v> {
    vault: &'v Vault,
    edited: BTreeMap<RepoPath, Note>,
}

impl<'v> Desk<'v> {
    /// A desk with nothing edited.
    pub(super) fn new(vault: &'v Vault) -> Desk<'v> {
        Desk { vault, edited: BTreeMap::new() }
    }

    /// The base.
    pub(super) fn vault(&self) -> &'v Vault {
        self.vault
    }

    /// The note at `path` as it stands now.
    pub(super) fn note(&self, path: &RepoPath) -> Option<&Note> {
        self.edited.get(path).or_else(|| self.vault.note(path.as_str()))
    }

    /// Whether anything stands at `path`.
    pub(super) fn is_taken(&self, path: &RepoPath) -> bool {
        self.edited.contains_key(path)
            || self.vault.note(path.as_str()).is_some()
            || self.vault.has_file(path)
    }

    /// Every note that differs from the base, or is new.
    pub(super) fn edited(&self) -> impl Iterator<Item = &Note> {
        self.edited.values()
    }

    /// Puts `text` at `path`.
    pub(super) fn put(&mut self, path: RepoPath, text: String) {
        let note = Note::parse(path.clone(), text.as_bytes());
        self.edited.insert(path, note);
    }

    /// The changes against the base.
    pub(super) fn changes(self) -> ChangeSet {
        let mut changes = ChangeSet::new();
        for (path, note) in self.edited {
            match self.vault.note(path.as_str()) {
                Some(before) => changes.edit(path, before.text.as_bytes(), note.text.into_bytes()),
                None => changes.create(path, note.text.into_bytes()),
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
