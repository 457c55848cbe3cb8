//! Where a build takes notes from, what of them it has to index, and the indexing.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{BuildError, BuildReport, Target, vectors};
use crate::digest::{BlobId, CommitId, Sha256Hex};
use crate::note::Note;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{
    Document, Event, GitError, GitRead, IndexBuild, IndexError, IndexStore, Piece, Stamp, TreeEntry,
    TreeEntryKind, VectorField, fault,
};
use crate::search::{self, Drafted, PIPELINE};
use crate::vault::Layout;

/// How many notes are read and cut at a time.
const BATCH: usize = 256;

/// A note to index, not read yet.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// The note.
    pub path: RepoPath,
    content: String,
    entry: Option<TreeEntry>,
    bytes: Option<Vec<u8>>,
}

/// What a build has to do.
pub(super) struct Plan {
    full: bool,
    add: Vec<Pending>,
    remove: Vec<RepoPath>,
    changed: u64,
    removed: u64,
    notes: u64,
}

impl Plan {
    pub(super) fn report(&self, source: &Source<'_, '_>) -> BuildReport {
        BuildReport {
            commit: source.commit(),
            notes: self.notes,
            changed: self.changed,
            removed: self.removed,
            unchanged: self.notes - self.changed.min(self.notes),
            full: self.full,
            skipped: source.skipped.clone(),
            prefixes: None,
            vectors: None,
            summaries: None,
        }
    }
}

/// Where notes come from, and the settings that they are read with.
pub(in crate::ops) struct Source<'w, 'a> {
    workspace: &'w Workspace<'a>,
    target: Target,
    layout: Layout,
    max_bytes: u64,
    notes: Vec<Pending>,
    skipped: Vec<String>,
}

impl<'w, 'a> Source<'w, 'a> {
    /// Reads the settings of `target`; the notes of a working tree are read at once.
    pub fn open(workspace: &'w Workspace<'a>, target: Target) -> Result<Source<'w, 'a>, BuildError> {
        let (config, layout) = target.settings(workspace)?;
        let limits = config.limits();
        let mut source = Source {
            workspace,
            target,
            layout,
            max_bytes: limits.note,
            notes: Vec::new(),
            skipped: Vec::new(),
        };
        if source.target == Target::WorkingTree {
            let (files, oddities) =
                workspace.files.walk(&source.layout, limits).map_err(WorkspaceError::from)?;
            for file in files {
                let is_note = source.is_note(&file.path);
                let Some(bytes) = file.bytes.filter(|_| is_note) else { continue };
                let content = Sha256Hex::of(&bytes).to_string();
                source.notes.push(Pending { path: file.path, content, entry: None, bytes: Some(bytes) });
            }
            source.skipped =
                oddities.into_iter().map(|odd| format!("{}: {}", odd.path, odd.message)).collect();
        }
        Ok(source)
    }

    fn commit(&self) -> Option<CommitId> {
        self.target.commit().cloned()
    }

    /// The settings that the content depends on beside the notes.
    pub fn settings(&self) -> String {
        let prefixes = self.workspace.prefixes.map_or_else(String::new, |by| format!(" {}", by.id()));
        format!("{:?} {:?} {}{prefixes}", self.layout.knowledge, self.layout.evidence, self.max_bytes)
    }

    /// The stamp of an index of `notes` notes made from here.
    pub fn stamp(&self, notes: u64) -> Stamp {
        let model = |field| Some(self.workspace.models.of(field)?.model().id.clone());
        Stamp {
            commit: self.commit(),
            pipeline: PIPELINE.to_owned(),
            settings: self.settings(),
            models: VectorField::ALL.map(model),
            notes,
        }
    }

    /// Whether an index with `stamp` is what a build from here would make. A working tree is never sure of it.
    pub(super) fn mirrors(&self, stamp: &Stamp) -> bool {
        stamp.commit.is_some() && *stamp == self.stamp(stamp.notes)
    }

    pub(super) fn unchanged(&self, stamp: &Stamp) -> BuildReport {
        BuildReport {
            commit: self.commit(),
            notes: stamp.notes,
            changed: 0,
            removed: 0,
            unchanged: stamp.notes,
            full: false,
            skipped: Vec::new(),
            prefixes: None,
            vectors: None,
            summaries: None,
        }
    }

    /// Every note of the target, not read yet.
    pub(super) fn list(&self) -> Result<Vec<Pending>, BuildError> {
        let Target::Commit(commit) = &self.target else { return Ok(self.notes.clone()) };
        let entries = self.workspace.git()?.entries(commit, self.layout.knowledge.as_ref())?;
        Ok(entries.into_iter().filter_map(|entry| self.pending(entry)).collect())
    }

    /// The notes of `commit` and the names of their contents, ordered by path.
    pub fn notes_at(
        &self,
        git: &dyn GitRead,
        commit: &CommitId,
    ) -> Result<Vec<(RepoPath, BlobId)>, BuildError> {
        let entries = git.entries(commit, self.layout.knowledge.as_ref())?;
        Ok(entries.into_iter().filter_map(|entry| self.named(entry)).collect())
    }

    /// The name of the content of the note at `path` in `commit`, if there is one.
    pub fn note_at(
        &self,
        git: &dyn GitRead,
        commit: &CommitId,
        path: &str,
    ) -> Result<Option<BlobId>, BuildError> {
        let Ok(path) = RepoPath::new(path) else { return Ok(None) };
        let entry = git.entry(commit, &path)?;
        Ok(entry.and_then(|entry| self.named(entry)).map(|(_, blob)| blob))
    }

    fn named(&self, entry: TreeEntry) -> Option<(RepoPath, BlobId)> {
        let pending = self.pending(entry)?;
        Some((pending.path, pending.entry?.blob))
    }

    fn is_note(&self, path: &RepoPath) -> bool {
        path.is_markdown() && self.layout.takes(path) && self.layout.is_knowledge(path)
    }

    /// A file of a commit as a note to index, if it is one.
    fn pending(&self, entry: TreeEntry) -> Option<Pending> {
        let path = RepoPath::new(std::str::from_utf8(&entry.path).ok()?).ok()?;
        let is_file = matches!(entry.kind, TreeEntryKind::File | TreeEntryKind::Executable);
        let is_note = is_file && self.is_note(&path);
        is_note.then(|| Pending { path, content: entry.blob.to_string(), entry: Some(entry), bytes: None })
    }

    /// What has to be done to an index with `stamp` and `contents`.
    pub(super) fn plan(
        &self,
        stamp: Option<&Stamp>,
        contents: impl FnOnce() -> Result<Vec<(RepoPath, String)>, IndexError>,
        full: bool,
    ) -> Result<Plan, BuildError> {
        let Some(stamp) = stamp.filter(|stamp| {
            !full && **stamp == Stamp { commit: stamp.commit.clone(), ..self.stamp(stamp.notes) }
        }) else {
            let add = self.list()?;
            let notes = add.len() as u64;
            return Ok(Plan { full: true, add, remove: Vec::new(), changed: notes, removed: 0, notes });
        };
        if let (Target::Commit(new), Some(old)) = (&self.target, &stamp.commit)
            && let Some(paths) = changed_paths(self.workspace.git()?, old, new)?
        {
            return self.plan_by_paths(new, old, stamp, paths);
        }
        // The indexed commit is gone, or there is none: what the index holds tells the difference.
        let mut before: BTreeMap<RepoPath, String> = contents()?.into_iter().collect();
        let listed = self.list()?;
        let notes = listed.len() as u64;
        let (mut add, mut remove, mut replaced) = (Vec::new(), Vec::new(), 0);
        for pending in listed {
            match before.remove(&pending.path) {
                Some(content) if content == pending.content => {}
                Some(_) => {
                    remove.push(pending.path.clone());
                    replaced += 1;
                    add.push(pending);
                }
                None => add.push(pending),
            }
        }
        let removed = before.len() as u64;
        remove.extend(before.into_keys());
        let changed = add.len() as u64;
        debug_assert!(replaced <= changed);
        Ok(Plan { full: false, add, remove, changed, removed, notes })
    }

    fn plan_by_paths(
        &self,
        new: &CommitId,
        old: &CommitId,
        stamp: &Stamp,
        paths: Vec<Vec<u8>>,
    ) -> Result<Plan, BuildError> {
        let git = self.workspace.git()?;
        let mut plan = Plan {
            full: false,
            add: Vec::new(),
            remove: Vec::new(),
            changed: 0,
            removed: 0,
            notes: stamp.notes,
        };
        for path in paths {
            let Ok(path) = RepoPath::new(String::from_utf8_lossy(&path)) else { continue };
            if !self.is_note(&path) {
                continue;
            }
            let was = git.entry(old, &path)?.and_then(|entry| self.pending(entry)).is_some();
            let is = git.entry(new, &path)?.and_then(|entry| self.pending(entry));
            plan.notes = plan.notes + u64::from(is.is_some()) - u64::from(was);
            if was {
                plan.remove.push(path);
            }
            match is {
                Some(pending) => {
                    plan.changed += 1;
                    plan.add.push(pending);
                }
                None => plan.removed += u64::from(was),
            }
        }
        Ok(plan)
    }

    /// Carries out what is to be done, and makes it visible in one step.
    pub fn build(&self, mut build: Box<dyn IndexBuild>, full: bool) -> Result<BuildReport, BuildError> {
        if let Some(stamp) = build.stamp().filter(|stamp| !full && self.mirrors(stamp)) {
            return Ok(self.unchanged(stamp));
        }
        let plan = self.plan(build.stamp(), || build.contents(), full)?;
        let nothing = plan.add.is_empty() && plan.remove.is_empty() && !plan.full;
        if nothing && build.stamp().is_some_and(|stamp| stamp.commit.is_none()) {
            return Ok(plan.report(self));
        }
        if plan.full {
            build.clear()?;
        }
        plan.remove.iter().try_for_each(|path| build.remove(path))?;
        self.documents(&plan.add, |documents| documents.into_iter().try_for_each(|d| build.add(d)))?;
        fault::point("build.filled");
        build.commit(&self.stamp(plan.notes))?;
        Ok(plan.report(self))
    }

    /// An index in memory of everything, for reading where none can be kept.
    pub fn in_memory(&self, store: &dyn IndexStore) -> Result<Box<dyn crate::port::Index>, BuildError> {
        let notes = self.list()?;
        let mut documents = Vec::new();
        self.documents(&notes, |more| {
            documents.extend(more);
            Ok(())
        })?;
        Ok(store.in_memory(&self.stamp(notes.len() as u64), &mut documents.into_iter())?)
    }

    /// Where knowledge lies in the target, and how much of a note is read.
    pub fn bounds(&self) -> (&Layout, u64) {
        (&self.layout, self.max_bytes)
    }

    /// The documents of notes that lie elsewhere, each with its path, the name of its content and its bytes.
    pub fn documents_of(&self, notes: Vec<(RepoPath, String, Vec<u8>)>) -> Result<Vec<Document>, BuildError> {
        let pending = notes.into_iter().map(|(path, content, bytes)| Pending {
            path,
            content,
            entry: None,
            bytes: Some(bytes),
        });
        let mut documents = Vec::new();
        self.documents(&pending.collect::<Vec<_>>(), |more| {
            documents.extend(more);
            Ok(())
        })?;
        Ok(documents)
    }

    /// Reads and cuts `notes` batch by batch.
    fn documents(
        &self,
        notes: &[Pending],
        mut take: impl FnMut(Vec<Document>) -> Result<(), IndexError>,
    ) -> Result<(), BuildError> {
        let (events, models, prefixes) =
            (self.workspace.events, self.workspace.models, self.workspace.prefixes);
        events.emit(Event::Stage { what: "indexing notes", total: Some(notes.len() as u64) });
        for batch in notes.chunks(BATCH) {
            self.workspace.go_on()?;
            let mut read = Vec::with_capacity(batch.len());
            for pending in batch {
                read.push((pending, self.read(pending)?));
            }
            let cut = |(pending, bytes): (&Pending, Vec<u8>)| {
                let note = Note::parse(pending.path.clone(), &bytes);
                vectors::attach(models, search::documents(&note, &pending.content, prefixes))
            };
            // Starting threads costs more than cutting a handful of notes.
            let documents: Vec<Vec<Document>> = if notes.len() < 32 {
                read.into_iter().map(cut).collect::<Result<_, _>>()?
            } else {
                read.into_par_iter().map(cut).collect::<Result<_, _>>()?
            };
            documents.into_iter().try_for_each(&mut take)?;
            events.emit(Event::Advance(batch.len() as u64));
        }
        events.emit(Event::StageEnd);
        Ok(())
    }

    /// The documents of a note, without vectors.
    pub(super) fn drafts(&self, pending: &Pending) -> Result<Vec<Drafted>, BuildError> {
        let note = Note::parse(pending.path.clone(), &self.read(pending)?);
        Ok(search::documents(&note, &pending.content, self.workspace.prefixes))
    }

    /// The pieces of a note, as a model is shown them.
    pub(super) fn pieces(&self, pending: &Pending) -> Result<Vec<Piece>, BuildError> {
        let note = Note::parse(pending.path.clone(), &self.read(pending)?);
        Ok(search::chunks(&note).iter().map(|chunk| search::piece(&note, chunk)).collect())
    }

    fn read(&self, pending: &Pending) -> Result<Vec<u8>, BuildError> {
        let mut bytes = match (&pending.bytes, &pending.entry) {
            (Some(bytes), _) => bytes.clone(),
            (None, Some(entry)) => self.workspace.git()?.blob(&entry.blob)?,
            (None, None) => Vec::new(),
        };
        bytes.truncate(usize::try_from(self.max_bytes).unwrap_or(usize::MAX));
        Ok(bytes)
    }
}

/// The paths that differ between two commits; `None` where the old one is not there any more.
fn changed_paths(
    git: &dyn GitRead,
    old: &CommitId,
    new: &CommitId,
) -> Result<Option<Vec<Vec<u8>>>, GitError> {
    match git.changed_paths(old, new) {
        Ok(paths) => Ok(Some(paths)),
        Err(GitError::MissingObject(_) | GitError::NoRevision(_) | GitError::Other { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
