//! Finds the index that answers a read: of the right commit, brought up to date where that is quick, or said to be stale.

mod overlay;
mod tracked;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::caller::Caller;
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::build::{BuildError, Source, Target, target};
use crate::path::RepoPath;
use crate::port::{Claimed, GitError, Index, IndexStore, Stamp};

/// How many changed files a read brings in by itself; more are left to `kb build`.
const SMALL: usize = 500;

/// How long a read waits for a build that makes the very first index.
const FIRST: Duration = Duration::from_secs(15);

/// An index to answer from.
pub struct Served {
    /// The index.
    pub index: Box<dyn Index>,
    /// Whether it mirrors what was asked for.
    pub fresh: bool,
    /// What the reader should know, one line, no full stop.
    pub note: Option<String>,
    /// The notes that are answered from the working tree, where they differ from the commit.
    pub uncommitted: BTreeSet<RepoPath>,
    /// How many notes of the working tree differ from the commit and are taken into account, removed ones too.
    pub overlaid: usize,
}

impl Served {
    pub(super) fn of(index: Box<dyn Index>, fresh: bool, note: Option<&str>) -> Served {
        Served { index, fresh, note: note.map(str::to_owned), uncommitted: BTreeSet::new(), overlaid: 0 }
    }

    /// The same, and the reader should know `more`.
    pub(super) fn noting(self, more: String) -> Served {
        let note = self.note.map_or(more.clone(), |note| format!("{note}; {more}"));
        Served { note: Some(note), ..self }
    }
}

/// Finds the index for `revision`, or for the head of main, with what `caller` may see something of.
pub fn serve(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    revision: Option<&str>,
    caller: &Caller,
) -> Result<Served, BuildError> {
    of_target(workspace, store, revision, &target(workspace, revision)?, caller)
}

/// The same, with what is saved in a checkout of main and not committed, for the owner of the checkout.
///
/// It is reviewed by nobody: who else reads gets the commit alone.
pub fn serve_with_edits(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    revision: Option<&str>,
    caller: &Caller,
) -> Result<Served, BuildError> {
    let target = target(workspace, revision)?;
    let served = of_target(workspace, store, revision, &target, caller)?;
    match target {
        Target::Commit(commit)
            if revision.is_none()
                && served.fresh
                && caller.is_owner()
                && is_checked_out(workspace, &commit) =>
        {
            overlaid(workspace, served, commit)
        }
        _ => Ok(served),
    }
}

/// Lays `changes`, made against `revision`, over what is `served` of it.
pub fn with_changes(
    workspace: &Workspace<'_>,
    served: Served,
    revision: Option<&str>,
    changes: &ChangeSet,
) -> Result<Served, BuildError> {
    let source = Source::open(workspace, target(workspace, revision)?)?;
    let git = workspace.git()?;
    let (layout, _) = source.bounds();
    let (mut covered, mut changed) = (Vec::new(), Vec::new());
    for (path, change) in changes.iter() {
        if !path.is_markdown() || !layout.is_knowledge(path) {
            continue;
        }
        if change.before.is_some() {
            covered.push(path.clone());
        }
        if let Some(bytes) = &change.after {
            changed.push((path.clone(), git.name_of(bytes)?.to_string(), bytes.clone()));
        }
    }
    let uncommitted = changed.iter().map(|(path, ..)| path.clone()).collect();
    let overlaid = changes.iter().count();
    let index = served.index.overlaid(&covered, source.documents_of(changed)?)?;
    Ok(Served { index, uncommitted, overlaid, ..served })
}

/// Whether the working tree is a checkout of the branch that is served, at rest at `commit`.
fn is_checked_out(workspace: &Workspace<'_>, commit: &CommitId) -> bool {
    let Some(git) = workspace.git else { return false };
    let served = format!("refs/heads/{}", workspace.config.gate.branch);
    let is_served = |head: String| head == served || matches!(git.reference(&served), Ok(None));
    git.head_branch().is_ok_and(is_served)
        && git.resolve("HEAD").is_ok_and(|head| head == *commit)
        && matches!(git.interrupted(), Ok(None))
}

/// Lays what the working tree has otherwise over the index of `commit`.
fn overlaid(workspace: &Workspace<'_>, served: Served, commit: CommitId) -> Result<Served, BuildError> {
    let source = Source::open(workspace, Target::Commit(commit.clone()))?;
    let found = match overlay::differences(workspace, &source, &commit) {
        Ok(found) => found,
        Err(error) => return Ok(served.noting(format!("the working tree was not looked at: {error}"))),
    };
    let differ =
        if found.count == 1 { "1 note differs".to_owned() } else { format!("{} notes differ", found.count) };
    let what = format!("{differ} in the working tree");
    match found.count {
        0 => Ok(served),
        1..=SMALL => {
            let uncommitted = found.changed.iter().map(|(path, ..)| path.clone()).collect();
            let documents = source.documents_of(found.changed)?;
            let index = served.index.overlaid(&found.covered, documents)?;
            let note =
                format!("{what}: what is saved there counts, unreviewed; `--rev HEAD` goes by the commit");
            Ok(Served { index, uncommitted, overlaid: found.count, ..served }.noting(note))
        }
        _ => Ok(served.noting(format!("{what}, too many to be read at every search: the commit counts"))),
    }
}

/// The index of `target`.
fn of_target(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    revision: Option<&str>,
    target: &Target,
    caller: &Caller,
) -> Result<Served, BuildError> {
    let head = revision.is_none();
    if *target == Target::WorkingTree && workspace.kept.is_some() {
        return of_tree(workspace, store);
    }
    // What another pipeline made has other words and other vectors: read by this one it would only look like an answer.
    let kept = store.open(caller)?.filter(|index| index.stamp().pipeline == crate::search::PIPELINE);
    let kept = match (kept, target) {
        (Some(index), Target::Commit(commit)) if mirrors(index.stamp(), commit) => {
            return Ok(Served::of(index, true, None));
        }
        (kept, _) => kept,
    };
    let source = Source::open(workspace, target.clone())?;
    if !head {
        // The kept index follows main; another commit is read from memory and leaves no trace.
        return Ok(Served::of(source.in_memory(store)?, true, None));
    }
    match (kept, target) {
        (None, Target::WorkingTree) => Ok(Served::of(source.in_memory(store)?, true, None)),
        (Some(index), Target::Commit(commit)) if !is_small(workspace, index.stamp(), commit)? => {
            let note = "many notes changed since the index was built; `kb build` brings it up to date";
            Ok(Served::of(index, false, Some(note)))
        }
        (kept, _) => refresh(&source, store, kept, caller),
    }
}

/// The index of a working tree that has no commit, in memory; it stays for as long as no file of it changes.
fn of_tree(workspace: &Workspace<'_>, store: &dyn IndexStore) -> Result<Served, BuildError> {
    // Which files are notes depends on what git would ignore and on the settings as well.
    let ignored =
        RepoPath::new(".gitignore").ok().and_then(|path| workspace.files.read(&path).ok().flatten());
    let bounds = format!("{:?} {:?} {ignored:?}", workspace.layout, workspace.config.limits());
    let key = workspace.files.stamps(&workspace.layout).ok().and_then(|sight| sight.key(&bounds));
    if let Some(index) = key.as_ref().and_then(|key| store.kept(key)) {
        return Ok(Served::of(index, true, None));
    }
    let index = Source::open(workspace, Target::WorkingTree)?.in_memory(store)?;
    let index = match key {
        Some(key) => store.keep(key, index),
        None => index,
    };
    Ok(Served::of(index, true, None))
}

/// Makes an index of `revision`, or of the head of main, in memory: the kept one is neither asked nor touched.
pub fn serve_apart(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    revision: Option<&str>,
) -> Result<Served, BuildError> {
    let source = Source::open(workspace, target(workspace, revision)?)?;
    Ok(Served::of(source.in_memory(store)?, true, None))
}

/// Brings the kept index up to date, or makes the first one.
fn refresh(
    source: &Source<'_, '_>,
    store: &dyn IndexStore,
    kept: Option<Box<dyn Index>>,
    caller: &Caller,
) -> Result<Served, BuildError> {
    let wait = if kept.is_some() { Duration::ZERO } else { FIRST };
    match store.claim(wait) {
        Ok(Claimed::Build(build)) => match source.build(build, false) {
            Ok(_) => {
                if let Some(index) = store.open(caller)? {
                    return Ok(Served::of(index, true, None));
                }
            }
            Err(BuildError::Index(_)) => {}
            Err(error) => return Err(error),
        },
        Ok(Claimed::Busy) => {
            if let Some(index) = kept {
                let note = "a build is under way; this is what stood before it";
                return Ok(Served::of(index, false, Some(note)));
            }
        }
        // A disk that cannot be written to, or is full, is no reason to give no answer.
        Err(_) => {}
    }
    let note = "the index could not be kept on disk; this answer was made without it";
    Ok(Served::of(source.in_memory(store)?, true, Some(note)))
}

/// Whether an index with `stamp` mirrors `commit`; the settings are part of the commit.
fn mirrors(stamp: &Stamp, commit: &CommitId) -> bool {
    stamp.commit.as_ref() == Some(commit)
}

fn is_small(workspace: &Workspace<'_>, stamp: &Stamp, commit: &CommitId) -> Result<bool, GitError> {
    if stamp.notes <= SMALL as u64 {
        return Ok(true);
    }
    let Some(old) = &stamp.commit else { return Ok(false) };
    match workspace.git()?.changed_paths(old, commit) {
        Ok(paths) => Ok(paths.len() <= SMALL),
        Err(_) => Ok(false),
    }
}
