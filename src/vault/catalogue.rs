//! The catalogue of a vault: every file, and what the rest of the vault needs to know of each note. It holds no text of
//! a note, and resolves what links lead to.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::vault::names::Names;
use crate::vault::near::Stems;
use crate::vault::{Archive, Entry, Layout};

/// One file of a catalogue.
#[derive(Clone, Debug)]
pub struct Filed {
    /// Where it stands.
    pub path: RepoPath,
    /// What is known of it, for a note.
    pub entry: Option<Arc<Entry>>,
}

/// Every file of a vault, notes with their entries, ordered by path.
#[derive(Debug)]
pub struct Catalogue {
    pub(super) layout: Layout,
    files: Vec<Filed>,
    pub(super) names: Names,
    /// The file that spans point into, by item.
    pub(super) evidence: BTreeMap<EvidenceId, RepoPath>,
    stems: OnceLock<Stems>,
}

impl Catalogue {
    /// The catalogue of `files`, whose evidence is that of `archive`.
    pub fn new(archive: &Archive, mut files: Vec<Filed>) -> Catalogue {
        let layout = archive.layout().clone();
        files.sort_unstable_by(|one, two| one.path.cmp(&two.path));
        files.shrink_to_fit();
        let names = Names::new(&files, |path| layout.is_knowledge(path));
        let evidence = archive.items().map(|item| (item.meta.id.clone(), item.text_path())).collect();
        Catalogue { layout, files, names, evidence, stems: OnceLock::new() }
    }

    /// This catalogue with the entries of `changes` in place of its own; `None` is a file that does not exist.
    pub fn with(&self, archive: &Archive, changes: &HashMap<RepoPath, Option<Filed>>) -> Catalogue {
        let kept = self.files.iter().filter(|file| !changes.contains_key(&file.path)).cloned();
        let new = changes.values().flatten().cloned();
        Catalogue::new(archive, kept.chain(new).collect())
    }

    /// Where knowledge and evidence lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Every file, ordered by path.
    pub fn files(&self) -> &[Filed] {
        &self.files
    }

    /// Every note with its index among the files, ordered by path.
    pub fn notes(&self) -> impl Iterator<Item = (u32, &RepoPath, &Entry)> {
        (0u32..)
            .zip(&self.files)
            .filter_map(|(index, file)| Some((index, &file.path, file.entry.as_deref()?)))
    }

    /// A hash of all that resolving a link looks at but the lines of notes: as long as it stays, so does what links lead
    /// to that name no lines.
    pub fn names_hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.layout.knowledge.hash(&mut hasher);
        for file in &self.files {
            file.path.hash(&mut hasher);
            match &file.entry {
                Some(entry) => entry.hash_names(&mut hasher),
                None => hasher.write_u8(0),
            }
        }
        hasher.finish()
    }

    /// The path of the file with `index`.
    pub fn path(&self, index: u32) -> &RepoPath {
        &self.files[index as usize].path
    }

    /// The entry of the file with `index`, for a note.
    pub fn entry(&self, index: u32) -> Option<&Entry> {
        self.files.get(index as usize)?.entry.as_deref()
    }

    /// The index of the file at `path`.
    pub fn index_of(&self, path: &str) -> Option<u32> {
        self.names.at(path).find(|&index| self.path(index).as_str() == path)
    }

    /// Whether a file stands anywhere below `folder`.
    pub fn has_folder(&self, folder: &RepoPath) -> bool {
        let below = format!("{folder}/");
        let at = self.files.partition_point(|file| file.path.as_str() < below.as_str());
        self.files.get(at).is_some_and(|file| file.path.as_str().starts_with(&below))
    }

    /// The notes whose names are nearest to that of `target`, best first, at most `most`.
    pub fn nearest(&self, target: &str, most: usize) -> Vec<RepoPath> {
        let name = target.rsplit('/').next().unwrap_or(target);
        let name = name.strip_suffix(".md").unwrap_or(name);
        let stems = self.stems.get_or_init(|| Stems::new(self));
        stems.near(name, self).into_iter().take(most).cloned().collect()
    }

    /// Whether the name of `path`, without its ending, leads to nothing else.
    pub fn is_only_name(&self, path: &RepoPath) -> bool {
        self.names.named(path.file_stem()).nth(1).is_none()
    }

    /// The files that links may name by less than their path.
    pub(super) fn named_files(&self) -> impl Iterator<Item = (u32, &RepoPath)> {
        let all = (0u32..).zip(&self.files).map(|(index, file)| (index, &file.path));
        all.filter(|(_, path)| self.layout.is_knowledge(path))
    }
}
