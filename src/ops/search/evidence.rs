//! The evidence of a commit as something to search: read and indexed for one answer, without what nobody stands by any more.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;

use super::SearchOptions;
use crate::caller::Caller;
use crate::ops::build::{BuildError, Target, target};
use crate::ops::snapshot::{Served, serve};
use crate::ops::{Workspace, WorkspaceError};
use crate::port::{IndexStore, Stamp};
use crate::search::{Admission, PIPELINE, Withdrawn, raw_documents};
use crate::vault::Vault;

/// An index of the evidence that the notes of the same revision do not speak against.
pub(super) fn serve_evidence(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    options: &SearchOptions,
) -> Result<Served, BuildError> {
    let today = TimeZone::UTC.to_datetime(workspace.clock.now()).date();
    let admission = Admission { on: options.as_of.unwrap_or(today), retired: options.include_deprecated };
    let notes = serve(workspace, store, options.revision.as_deref())?;
    let withdrawn = Withdrawn::of(notes.index.view(caller)?.as_ref(), &admission)?;
    let commit = match target(workspace, options.revision.as_deref())? {
        Target::Commit(commit) => Some(commit),
        Target::WorkingTree => None,
    };
    let vault = match &commit {
        Some(commit) => evidence_at(workspace, commit)?,
        None => workspace.working_vault()?,
    };
    let stamp = Stamp {
        commit,
        pipeline: PIPELINE.to_owned(),
        settings: String::new(),
        models: [None, None],
        notes: vault.archive().len() as u64,
    };
    let mut documents = vault.archive().items().flat_map(|item| raw_documents(item, &withdrawn));
    let index = store.in_memory(&stamp, &mut documents)?;
    let said = notes.note.into_iter().chain(withdrawn.said());
    let note = Some(said.collect::<Vec<_>>().join("; ")).filter(|said| !said.is_empty());
    Ok(Served { index, fresh: true, note, uncommitted: BTreeSet::new(), overlaid: 0 })
}

/// The vault of a commit with its evidence only.
fn evidence_at(workspace: &Workspace<'_>, commit: &crate::digest::CommitId) -> Result<Vault, WorkspaceError> {
    let layout = workspace.layout_at(commit)?;
    let limits = workspace.config_at(commit)?.limits();
    let (mut files, mut oddities) = (Vec::new(), Vec::new());
    let git = workspace.git()?;
    for entry in git.entries(commit, Some(&layout.evidence))? {
        crate::ops::workspace::take(git, &layout, limits, &entry, &mut files, &mut oddities)?;
    }
    Ok(Vault::build(layout, files, oddities))
}
