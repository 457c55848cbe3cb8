//! Finds the index that answers a read: of the right commit, brought up to date where that is quick, or said to be stale.

use std::time::Duration;

use crate::ops::Workspace;
use crate::ops::build::{BuildError, Source, Target, target};
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
}

/// Finds the index for `revision`, or for the head of main.
pub fn serve(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    revision: Option<&str>,
) -> Result<Served, BuildError> {
    let target = target(workspace, revision)?;
    let head = revision.is_none();
    let kept = store.open()?;
    if let (Some(index), Target::Commit(commit)) = (&kept, &target)
        && mirrors(index.stamp(), commit)
    {
        return Ok(fresh(kept));
    }
    let source = Source::open(workspace, target.clone())?;
    if !head {
        // The kept index follows main; another commit is read from memory and leaves no trace.
        return Ok(Served { index: source.in_memory(store)?, fresh: true, note: None });
    }
    match (kept, &target) {
        (None, Target::WorkingTree) => {
            Ok(Served { index: source.in_memory(store)?, fresh: true, note: None })
        }
        (Some(index), Target::Commit(commit)) if !is_small(workspace, index.stamp(), commit)? => {
            let note =
                "many notes changed since the index was built; `kb build` brings it up to date".to_owned();
            Ok(Served { index, fresh: false, note: Some(note) })
        }
        (kept, _) => refresh(&source, store, kept),
    }
}

/// Brings the kept index up to date, or makes the first one.
fn refresh(
    source: &Source<'_, '_>,
    store: &dyn IndexStore,
    kept: Option<Box<dyn Index>>,
) -> Result<Served, BuildError> {
    let wait = if kept.is_some() { Duration::ZERO } else { FIRST };
    match store.claim(wait) {
        Ok(Claimed::Build(build)) => match source.build(build, false) {
            Ok(_) => {
                if let Some(index) = store.open()? {
                    return Ok(Served { index, fresh: true, note: None });
                }
            }
            Err(BuildError::Index(_)) => {}
            Err(error) => return Err(error),
        },
        Ok(Claimed::Busy) => {
            if let Some(index) = kept {
                let note = "a build is under way; this is what stood before it".to_owned();
                return Ok(Served { index, fresh: false, note: Some(note) });
            }
        }
        // A disk that cannot be written to, or is full, is no reason to give no answer.
        Err(_) => {}
    }
    let note = "the index could not be kept on disk; this answer was made without it".to_owned();
    Ok(Served { index: source.in_memory(store)?, fresh: true, note: Some(note) })
}

fn fresh(kept: Option<Box<dyn Index>>) -> Served {
    let index = kept.expect("the caller has looked into it");
    Served { index, fresh: true, note: None }
}

/// Whether an index with `stamp` mirrors `commit`; the settings are part of the commit.
fn mirrors(stamp: &Stamp, commit: &crate::digest::CommitId) -> bool {
    stamp.commit.as_ref() == Some(commit) && stamp.pipeline == crate::search::PIPELINE
}

fn is_small(
    workspace: &Workspace<'_>,
    stamp: &Stamp,
    commit: &crate::digest::CommitId,
) -> Result<bool, GitError> {
    if stamp.pipeline != crate::search::PIPELINE || stamp.notes <= SMALL as u64 {
        return Ok(stamp.notes <= SMALL as u64);
    }
    let Some(old) = &stamp.commit else { return Ok(false) };
    match workspace.git()?.changed_paths(old, commit) {
        Ok(paths) => Ok(paths.len() <= SMALL),
        Err(_) => Ok(false),
    }
}
