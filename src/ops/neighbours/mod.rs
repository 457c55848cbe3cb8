//! What stands around a note, for one caller: the notes that it links, those that link it, and those that say something near
//! to it. Around evidence stand the notes that cite it. It reads the index and no note.

mod report;

pub use report::{Near, NeighboursReport};

use std::collections::BTreeSet;

use super::Workspace;
use super::build::BuildError;
use super::policy::redaction;
use super::read::{Place, ReadError, Wanted, place};
use super::search::{SearchOptions, answer};
use super::snapshot::{Served, serve};
use crate::caller::Caller;
use crate::path::RepoPath;
use crate::port::{IndexError, IndexStore, IndexView};
use crate::redact::Redact as _;
use crate::search::{Chunk, Via, facet, neighbours as linked};
use crate::uri::Uri;

/// The most links in either direction.
const MOST: usize = 200;

/// The most notes that say something near.
const RELATED: usize = 5;

/// How many words of a note are looked for to find what is near to it.
const WORDS: usize = 12;

/// Tells what stands around the note or evidence that the first of `wanted` leads to.
pub fn neighbours(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    typed: &str,
    wanted: &[Wanted],
) -> Result<NeighboursReport, ReadError> {
    let (place, commit) = place(workspace, store, caller, typed, wanted)?;
    let served = serve(workspace, store, None, caller)?;
    let view = served.index.view(caller).map_err(BuildError::from)?;
    let view = view.as_ref();
    let mut report = NeighboursReport { commit, fresh: served.fresh, ..NeighboursReport::default() };
    match place {
        Place::Note(note, _) => {
            report.uri = Uri::new(note.access().tenant, note.path.clone()).to_string();
            report.title = note.title().to_owned();
            let knowledge = workspace.layout.knowledge.as_ref();
            for found in linked(view, &note.path, knowledge, MOST).map_err(BuildError::from)? {
                let Some(near) = near(view, &found.note).map_err(BuildError::from)? else { continue };
                if found.is_backlink { report.backlinks.push(near) } else { report.links.push(near) }
            }
            report.related = related(workspace, &served, view, caller, &note.path, &report)?;
        }
        Place::Evidence(item) => {
            report.uri = Uri::new(item.meta.tenant.clone(), item.text_path()).to_string();
            report.title = item.meta.title.clone().unwrap_or_else(|| item.meta.id.to_string());
            let citing =
                view.faceted(&facet::of_citation(item.meta.id.as_str())).map_err(BuildError::from)?;
            let notes: BTreeSet<RepoPath> =
                citing.into_iter().filter_map(|document| view.note(document)).collect();
            for note in notes.iter().take(MOST) {
                report.backlinks.extend(near(view, note).map_err(BuildError::from)?);
            }
        }
    }
    report.redact(&redaction(workspace, caller)?);
    Ok(report)
}

/// What the index knows of `note`.
fn near(view: &dyn IndexView, note: &RepoPath) -> Result<Option<Near>, IndexError> {
    let Some(&first) = view.pieces(note)?.first() else { return Ok(None) };
    let Some(chunk) = Chunk::decode(&view.body(first)?) else { return Ok(None) };
    Ok(Some(Near {
        uri: Uri::new(view.access(first).tenant, note.clone()).to_string(),
        title: chunk.title,
        about: chunk.units.into_iter().next().map(|unit| unit.text).unwrap_or_default(),
        status: chunk.status.filter(|status| status != "stable"),
        standing: chunk.standing,
    }))
}

/// The notes that answer to what the note at `path` is about, without those that links lead to anyway.
fn related(
    workspace: &Workspace<'_>,
    served: &Served,
    view: &dyn IndexView,
    caller: &Caller,
    path: &RepoPath,
    report: &NeighboursReport,
) -> Result<Vec<Near>, ReadError> {
    let about = near(view, path).map_err(BuildError::from)?.map(|near| near.about).unwrap_or_default();
    // Signs would be read as a query's; a note asks for nothing.
    let text: String = format!("{} {about}", report.title)
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let words: Vec<&str> = text.split_whitespace().take(WORDS).collect();
    let known: BTreeSet<&str> =
        report.links.iter().chain(&report.backlinks).map(|near| near.uri.as_str()).collect();
    // Several pieces of a note may come, and the note itself.
    let limit = (2 * (RELATED + known.len() + 1)).min(MOST);
    let options = SearchOptions { limit, edits: false, ..SearchOptions::default() };
    let found = answer(workspace, served, &words.join(" "), caller, &options)?;
    let mut related: Vec<Near> = Vec::new();
    for result in found.results.iter().filter(|result| result.via != Via::Link) {
        let is_new = result.path != path.as_str()
            && !known.contains(result.uri.as_str())
            && related.iter().all(|near| near.uri != result.uri);
        if is_new
            && related.len() < RELATED
            && let Ok(note) = RepoPath::new(result.path.clone())
        {
            related.extend(near(view, &note).map_err(BuildError::from)?);
        }
    }
    Ok(related)
}
