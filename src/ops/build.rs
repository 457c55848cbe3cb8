//! Makes the index mirror a commit, or a working tree that has none. What did not change is not indexed again.

use std::collections::BTreeMap;
use std::time::Duration;

use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

use crate::digest::{CommitId, Sha256Hex};
use crate::note::Note;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{
    Claimed, Document, Event, GitError, GitRead, IndexBuild, IndexError, IndexStore, Stamp, TreeEntry,
    TreeEntryKind, fault,
};
use crate::search::{self, PIPELINE};
use crate::vault::Layout;

/// How many notes are read and cut at a time.
const BATCH: usize = 256;

/// How a build is made.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The revision to index; `None`: the head of the branch that the gate moves.
    pub revision: Option<String>,
    /// Whether everything is indexed again.
    pub full: bool,
    /// How long to wait for another build to end.
    pub wait: Duration,
    /// Whether only to say what would be done.
    pub dry_run: bool,
}

/// What a build did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BuildReport {
    /// The commit that the index mirrors; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// How many notes are in it.
    pub notes: u64,
    /// How many notes were new or changed.
    pub changed: u64,
    /// How many notes went.
    pub removed: u64,
    /// How many notes stayed as they were.
    pub unchanged: u64,
    /// Whether everything was indexed.
    pub full: bool,
    /// Files that could not be indexed, and why.
    pub skipped: Vec<String>,
}

/// Says why there is no new index. The one before stays as it is.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The index could not be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// Another build is under way.
    #[error("another `kb build` is under way and did not end within {0} s; the index stays as it was")]
    Busy(u64),
}

/// What is to be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A commit.
    Commit(CommitId),
    /// The working tree of a plain folder, or of a repository without a commit.
    WorkingTree,
}

/// Builds the index in `store`.
pub fn build(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    options: &BuildOptions,
) -> Result<BuildReport, BuildError> {
    let target = target(workspace, options.revision.as_deref())?;
    let source = Source::open(workspace, target)?;
    if options.dry_run {
        let current = store.open()?;
        let contents = || current.as_ref().map_or_else(|| Ok(Vec::new()), |index| index.contents());
        let plan = source.plan(current.as_ref().map(|index| index.stamp()), contents, options.full)?;
        return Ok(plan.report(&source));
    }
    // Looking first costs no lock; nothing to do is the usual case.
    if !options.full
        && let Some(current) = store.open()?
        && source.mirrors(current.stamp())
    {
        return Ok(source.unchanged(current.stamp()));
    }
    match store.claim(options.wait)? {
        Claimed::Busy => Err(BuildError::Busy(options.wait.as_secs())),
        Claimed::Build(build) => source.build(build, options.full),
    }
}

/// What `revision` names, or what is served when nothing is named: the head of the gate's branch, else HEAD.
pub(super) fn target(workspace: &Workspace<'_>, revision: Option<&str>) -> Result<Target, GitError> {
    let Some(git) = workspace.git else {
        return match revision {
            Some(_) => workspace.git().map(|_| Target::WorkingTree),
            None => Ok(Target::WorkingTree),
        };
    };
    if let Some(revision) = revision {
        return git.resolve(revision).map(Target::Commit);
    }
    let branch = format!("refs/heads/{}", workspace.config.gate.branch);
    if let Some(commit) = git.reference(&branch)? {
        return Ok(Target::Commit(commit));
    }
    match git.resolve("HEAD") {
        Ok(commit) => Ok(Target::Commit(commit)),
        Err(GitError::NoCommits | GitError::NoRevision(_)) => Ok(Target::WorkingTree),
        Err(error) => Err(error),
    }
}

/// A note to index, not read yet.
#[derive(Clone, Debug)]
struct Pending {
    path: RepoPath,
    content: String,
    entry: Option<TreeEntry>,
    bytes: Option<Vec<u8>>,
}

/// What a build has to do.
struct Plan {
    full: bool,
    add: Vec<Pending>,
    remove: Vec<RepoPath>,
    changed: u64,
    removed: u64,
    notes: u64,
}

impl Plan {
    fn report(&self, source: &Source<'_, '_>) -> BuildReport {
        BuildReport {
            commit: source.commit(),
            notes: self.notes,
            changed: self.changed,
            removed: self.removed,
            unchanged: self.notes - self.changed.min(self.notes),
            full: self.full,
            skipped: source.skipped.clone(),
        }
    }
}

/// Where notes come from, and the settings that they are read with.
pub(super) struct Source<'w, 'a> {
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
        let (config, layout) = match &target {
            Target::Commit(commit) => (workspace.config_at(commit)?, workspace.layout_at(commit)?),
            Target::WorkingTree => (workspace.config.clone(), workspace.layout.clone()),
        };
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
        match &self.target {
            Target::Commit(commit) => Some(commit.clone()),
            Target::WorkingTree => None,
        }
    }

    /// The settings that the content depends on beside the notes.
    fn settings(&self) -> String {
        format!("{:?} {:?} {}", self.layout.knowledge, self.layout.evidence, self.max_bytes)
    }

    /// The stamp of an index of `notes` notes made from here.
    pub fn stamp(&self, notes: u64) -> Stamp {
        Stamp { commit: self.commit(), pipeline: PIPELINE.to_owned(), settings: self.settings(), notes }
    }

    /// Whether an index with `stamp` is what a build from here would make. A working tree is never sure of it.
    fn mirrors(&self, stamp: &Stamp) -> bool {
        stamp.commit.is_some() && *stamp == self.stamp(stamp.notes)
    }

    fn unchanged(&self, stamp: &Stamp) -> BuildReport {
        BuildReport {
            commit: self.commit(),
            notes: stamp.notes,
            changed: 0,
            removed: 0,
            unchanged: stamp.notes,
            full: false,
            skipped: Vec::new(),
        }
    }

    /// Every note of the target, not read yet.
    fn list(&self) -> Result<Vec<Pending>, BuildError> {
        let Target::Commit(commit) = &self.target else { return Ok(self.notes.clone()) };
        let entries = self.workspace.git()?.entries(commit, self.layout.knowledge.as_ref())?;
        Ok(entries.into_iter().filter_map(|entry| self.pending(entry)).collect())
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
    fn plan(
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

    /// Reads and cuts `notes` batch by batch.
    fn documents(
        &self,
        notes: &[Pending],
        mut take: impl FnMut(Vec<Document>) -> Result<(), IndexError>,
    ) -> Result<(), BuildError> {
        let events = self.workspace.events;
        events.emit(Event::Stage { what: "indexing notes", total: Some(notes.len() as u64) });
        for batch in notes.chunks(BATCH) {
            let mut read = Vec::with_capacity(batch.len());
            for pending in batch {
                read.push((pending, self.read(pending)?));
            }
            let cut = |(pending, bytes): (&Pending, Vec<u8>)| {
                search::documents(&Note::parse(pending.path.clone(), &bytes), &pending.content)
            };
            // Starting threads costs more than cutting a handful of notes.
            let documents: Vec<Vec<Document>> = if notes.len() < 32 {
                read.into_iter().map(cut).collect()
            } else {
                read.into_par_iter().map(cut).collect()
            };
            documents.into_iter().try_for_each(&mut take)?;
            events.emit(Event::Advance(batch.len() as u64));
        }
        events.emit(Event::StageEnd);
        Ok(())
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
