//! The evidence of a commit as something to search: read and indexed for one answer, without what nobody stands by any more.

use super::SearchOptions;
use crate::caller::Caller;
use crate::ops::Workspace;
use crate::ops::build::{BuildError, Target, target};
use crate::ops::snapshot::{Served, serve};
use crate::port::{Index, IndexStore, Stamp};
use crate::search::{PIPELINE, Withdrawn, raw_documents};

/// An index of the evidence that the notes of the same revision do not speak against.
pub(super) fn serve_evidence(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    options: &SearchOptions,
) -> Result<Served, BuildError> {
    let notes = serve(workspace, store, options.revision.as_deref(), caller)?;
    let withdrawn = Withdrawn::of(notes.index.view(caller)?.as_ref(), &options.admission(workspace))?;
    let target = target(workspace, options.revision.as_deref())?;
    // Evidence is append-only, and what was withdrawn follows from the notes that the caller sees on that day.
    let key = target.commit().filter(|_| workspace.kept.is_some() && notes.fresh);
    let key = key.map(|commit| format!("evidence {commit} {caller:?} {:?}", options.admission(workspace)));
    let index = match key.as_ref().and_then(|key| store.kept(key)) {
        Some(index) => index,
        None => {
            let index = indexed(workspace, store, &target, &withdrawn)?;
            match key {
                Some(key) => store.keep(key, index),
                None => index,
            }
        }
    };
    let served = Served::of(index, true, notes.note.as_deref());
    Ok(withdrawn.said().into_iter().fold(served, Served::noting))
}

/// An index of the evidence of `target` without what is `withdrawn`.
fn indexed(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    target: &Target,
    withdrawn: &Withdrawn,
) -> Result<Box<dyn Index>, BuildError> {
    let vault = match target.commit() {
        Some(commit) => workspace.evidence_at(commit)?,
        None => workspace.working_vault()?,
    };
    let stamp = Stamp {
        commit: target.commit().cloned(),
        pipeline: PIPELINE.to_owned(),
        settings: String::new(),
        models: [None, None],
        notes: vault.archive().len() as u64,
    };
    let mut documents = vault.archive().items().flat_map(|item| raw_documents(item, withdrawn));
    Ok(store.in_memory(&stamp, &mut documents)?)
}
