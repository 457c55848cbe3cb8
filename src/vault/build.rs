//! Builds a vault from files, in parallel, and sets aside what is neither a note nor evidence.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::evidence::{self, Read};
use crate::vault::{Archive, Layout, Vault};

/// One file that a vault is built from.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it stands.
    pub path: RepoPath,
    /// Its bytes; `None` for a file whose content the vault needs not, such as an attachment.
    pub bytes: Option<Vec<u8>>,
}

/// Something met on the way that is not a note, an item or an attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// The rule that reports it, such as `path-not-utf8`, `unreadable`, `file-too-large`, `evidence-changed`.
    pub rule: &'static str,
    /// The path, lossy where it is not UTF-8.
    pub path: String,
    /// What is wrong, one line.
    pub message: String,
}

impl Vault {
    /// Reads `files` as a vault; `oddities` are what the walk met already.
    ///
    /// One bad file never stops the rest: it becomes a note with problems, or an oddity.
    pub fn build(layout: Layout, files: Vec<File>, oddities: Vec<Oddity>) -> Vault {
        let mut vault = Vault {
            archive: Archive::new(layout.clone()),
            layout,
            notes: BTreeMap::new(),
            files: files.iter().map(|file| file.path.clone()).collect(),
            oddities,
            catalogue: OnceLock::new(),
        };
        let (notes, rest): (Vec<File>, Vec<File>) =
            files.into_iter().partition(|file| is_note(&vault.layout, &file.path));
        let notes: Vec<Arc<Note>> = notes
            .into_par_iter()
            .filter_map(|file| file.bytes.map(|bytes| Arc::new(Note::parse(file.path, &bytes))))
            .collect();
        vault.notes = notes.into_iter().map(|note| (note.path.clone(), note)).collect();
        let (archive, mut odd) = Archive::build(vault.layout.clone(), rest);
        vault.archive = archive;
        vault.oddities.append(&mut odd);
        vault
    }
}

impl Vault {
    /// This vault with `files`, none of which is evidence.
    pub fn with_files(mut self, files: Vec<File>) -> Vault {
        for File { path, bytes } in files {
            if let Some(bytes) = bytes.filter(|_| is_note(&self.layout, &path)) {
                self.notes.insert(path.clone(), Arc::new(Note::parse(path.clone(), &bytes)));
            }
            self.files.insert(path);
        }
        self.catalogue = OnceLock::new();
        self
    }

    /// This vault, with more that was met on the way.
    pub fn with_oddities(mut self, more: Vec<Oddity>) -> Vault {
        self.oddities.extend(more);
        self
    }
}

impl Archive {
    /// Reads the evidence among `files`, and says what is wrong with it.
    pub fn build(layout: Layout, files: Vec<File>) -> (Archive, Vec<Oddity>) {
        let evidence = files.into_iter().filter(|file| layout.is_evidence(&file.path));
        let read: Vec<(RepoPath, Read)> = evidence::folders(&layout, evidence)
            .into_par_iter()
            .map(|(folder, files)| {
                let read = evidence::read(&folder, &files);
                (folder, read)
            })
            .collect();
        let mut archive = Archive::new(layout);
        let oddities = read.into_iter().filter_map(|(folder, read)| archive.take(folder, read)).collect();
        (archive, oddities)
    }

    /// Takes in what a folder of evidence turned out to be, and says what is wrong with it.
    pub(super) fn take(&mut self, folder: RepoPath, read: Read) -> Option<Oddity> {
        match read {
            Read::Item(item) => {
                self.insert(*item);
                None
            }
            Read::Damaged(oddity) => {
                self.distrust(folder, oddity.clone());
                Some(oddity)
            }
            Read::Nothing => None,
        }
    }
}

/// Whether the file at `path` is a note.
pub fn is_note(layout: &Layout, path: &RepoPath) -> bool {
    path.is_markdown() && layout.is_knowledge(path)
}
