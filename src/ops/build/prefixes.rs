//! Has a model say what pieces of notes are about, for those that nobody asked it about yet. It can be stopped at any moment and
//! goes on where it was; searches meanwhile answer with what headings say.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Serialize;

use super::fill::index_again;
use super::source::{Pending, Source};
use super::{BuildError, target};
use crate::caller::Caller;
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::port::{Event, IndexStore, Prefix, PrefixWriter, Prefixes};
use crate::search::facet::{PENDING_PREFIX, REFUSED_PREFIX};

/// After how long what was written becomes visible.
const VISIBLE: SignedDuration = SignedDuration::from_secs(10);

/// Who says what the pieces of an index are about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PrefixReport {
    /// The model, with the number of its prompt.
    pub engine: String,
    /// How many pieces have a prefix that it wrote.
    pub by_model: u64,
    /// How many pieces have only their headings: those that wait, and those for which what it wrote was refused.
    pub by_headings: u64,
    /// How many of these wait for the model.
    pub pending: u64,
    /// Why they wait, where something went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Has `writer` write the prefixes that the index for `revision` lacks; only counts them without one. `None` where `kb.toml`
/// names no model for it, or no index mirrors the revision.
pub fn prefix(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    writer: Option<&dyn PrefixWriter>,
    revision: Option<&str>,
) -> Result<Option<PrefixReport>, BuildError> {
    let Some(prefixes) = workspace.prefixes else { return Ok(None) };
    let source = Source::open(workspace, target(workspace, revision)?)?;
    let Some((waiting, counted)) = counted(store, &source, prefixes)? else { return Ok(None) };
    let Some(writer) = writer.filter(|_| !waiting.is_empty()) else { return Ok(Some(counted)) };
    let notes: Vec<Pending> =
        source.list()?.into_iter().filter(|note| waiting.contains(&note.path)).collect();
    let reason = write(workspace, store, &source, prefixes, writer, &notes)?;
    let Some((_, report)) = self::counted(store, &source, prefixes)? else { return Ok(None) };
    Ok(Some(PrefixReport { reason: reason.filter(|_| report.pending > 0), ..report }))
}

/// The notes with a piece that waits, and how many pieces have what.
fn counted(
    store: &dyn IndexStore,
    source: &Source<'_, '_>,
    prefixes: &dyn Prefixes,
) -> Result<Option<(BTreeSet<RepoPath>, PrefixReport)>, BuildError> {
    let Some(index) = store.open(&Caller::owner())? else { return Ok(None) };
    if *index.stamp() != source.stamp(index.stamp().notes) {
        return Ok(None);
    }
    let view = index.view(&Caller::owner())?;
    let waiting = view.faceted(PENDING_PREFIX)?;
    let refused = view.faceted(REFUSED_PREFIX)?.len() as u64;
    let pending = waiting.len() as u64;
    let report = PrefixReport {
        engine: prefixes.id().to_owned(),
        by_model: view.documents() - pending - refused,
        by_headings: pending + refused,
        pending,
        reason: None,
    };
    Ok(Some((waiting.into_iter().filter_map(|document| view.note(document)).collect(), report)))
}

/// Writes what is missing note by note; gives why something still is.
fn write(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    source: &Source<'_, '_>,
    prefixes: &dyn Prefixes,
    writer: &dyn PrefixWriter,
    notes: &[Pending],
) -> Result<Option<String>, BuildError> {
    let (events, clock) = (workspace.events, workspace.clock);
    events.emit(Event::Stage { what: "writing what pieces are about", total: Some(notes.len() as u64) });
    let (mut from, mut shown, mut reason) = (0, clock.now(), None);
    for (note, at) in notes.iter().zip(1..) {
        for piece in source.pieces(note)? {
            if prefixes.of(&piece) == Prefix::Pending
                && let Err(why) = writer.write(&piece)
            {
                reason = Some(why);
            }
            if writer.halted().is_some() {
                break;
            }
        }
        events.emit(Event::Advance(1));
        let halted = writer.halted();
        let is_due = clock.now().duration_since(shown) >= VISIBLE;
        if is_due || at == notes.len() || halted.is_some() {
            match index_again(workspace, store, source, &notes[from..at]) {
                Ok(true) => {}
                Ok(false) => reason = Some("the index was built for another commit meanwhile".to_owned()),
                Err(error @ BuildError::Busy(_)) => reason = Some(error.to_string()),
                Err(error) => return Err(error),
            }
            (from, shown) = (at, clock.now());
        }
        if halted.is_some() {
            break;
        }
    }
    events.emit(Event::StageEnd);
    Ok(reason)
}
