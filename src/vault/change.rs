//! A vault with changes: what changed is read again, the rest is shared.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::caller::Caller;
use crate::change::ChangeSet;
use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::{File, Oddity, Vault, build, evidence};

impl Vault {
    /// This vault as it would be with `changes`, whose pre-images are not checked.
    pub fn with_changes(&self, changes: &ChangeSet) -> Vault {
        let mut vault = Vault {
            layout: self.layout.clone(),
            notes: self.notes.clone(),
            archive: self.archive.clone(),
            files: self.files.clone(),
            oddities: self.oddities.clone(),
            catalogue: OnceLock::new(),
        };
        let mut folders = BTreeSet::new();
        for (path, change) in changes.iter() {
            vault.oddities.retain(|oddity| oddity.path != path.as_str());
            match &change.after {
                Some(bytes) => {
                    vault.files.insert(path.clone());
                    if build::is_note(&self.layout, path) {
                        vault.notes.insert(path.clone(), Arc::new(Note::parse(path.clone(), bytes)));
                    }
                }
                None => {
                    vault.files.remove(path);
                    vault.notes.remove(path);
                }
            }
            folders.extend(evidence::folder_of(&self.layout, path));
        }
        for folder in folders {
            vault.read_again(&folder, changes);
        }
        vault
    }

    /// This vault without the notes and the evidence that `caller` may not see, as if they were not there (I7).
    pub fn seen_by(&self, caller: &Caller) -> Vault {
        if caller.is_owner() {
            return self.with_changes(&ChangeSet::new());
        }
        let mut removals = ChangeSet::new();
        for note in self.notes().filter(|note| !caller.may_see(&note.access())) {
            removals.remove(note.path.clone(), b"");
        }
        let seen: BTreeSet<&RepoPath> = self
            .evidence()
            .filter(|item| caller.may_see(&item.meta.access()))
            .map(|item| &item.folder)
            .collect();
        // What cannot be relied on cannot say who may see it.
        let is_seen = |path: &RepoPath| {
            evidence::folder_of(&self.layout, path).is_some_and(|folder| seen.contains(&folder))
        };
        for path in self.files().filter(|path| self.layout.is_evidence(path) && !is_seen(path)) {
            removals.remove(path.clone(), b"");
        }
        self.with_changes(&removals)
    }

    /// Reads the evidence in `folder` again. What is there already is never changed by a change set that is
    /// let through, so an item that loses or changes a file cannot be relied on.
    fn read_again(&mut self, folder: &RepoPath, changes: &ChangeSet) {
        let known = self.archive.forget(folder);
        let prefix = format!("{folder}/");
        let files: Vec<File> = changes
            .iter()
            .filter(|(path, _)| path.as_str().starts_with(&prefix))
            .filter_map(|(path, change)| {
                Some(File { path: path.clone(), bytes: Some(change.after.clone()?) })
            })
            .collect();
        if !known {
            let read = evidence::read(folder, &files);
            self.oddities.extend(self.archive.take(folder.clone(), read));
        } else if self.has_folder(folder) {
            let message = "evidence is never edited; undo the change".to_owned();
            let oddity = Oddity { rule: "evidence-changed", path: folder.to_string(), message };
            self.archive.distrust(folder.clone(), oddity.clone());
            self.oddities.push(oddity);
        }
    }
}
