//! The evidence of a commit as something to search: read and indexed for one answer, without what nobody stands by any more.

use super::SearchOptions;
use crate::caller::Caller;
use crate::ops::Workspace;
use crate::ops::build::{BuildError, target};
use crate::ops::snapshot::{Served, serve};
use crate::port::{IndexStore, Stamp};
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
    let mut documents = vault.archive().items().flat_map(|item| raw_documents(item, &withdrawn));
    let index = store.in_memory(&stamp, &mut documents)?;
    let served = Served::of(index, true, notes.note.as_deref());
    Ok(withdrawn.said().into_iter().fold(served, Served::noting))
}
