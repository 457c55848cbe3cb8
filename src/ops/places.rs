//! Every note and folder that a caller sees, by path, a page at a time. It reads the index and no note.

use super::Workspace;
use super::build::BuildError;
use super::policy::redaction;
use super::snapshot::serve;
use crate::caller::Caller;
use crate::path::RepoPath;
use crate::port::IndexStore;
use crate::redact::Redact as _;
use crate::search::{Chunk, facet};
use crate::uri::Uri;

/// A page of places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacesReport {
    /// The places, ordered by path.
    pub places: Vec<NamedPlace>,
    /// After what the next page starts; `None` on the last one.
    pub next: Option<String>,
}

/// A note or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlace {
    /// Its name that holds everywhere.
    pub uri: String,
    /// Its path.
    pub path: String,
    /// The title of a note; `None` of a folder.
    pub title: Option<String>,
}

/// The places that `caller` sees, at most `most`, those after the path `after` where one is named.
pub fn places(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    after: Option<&str>,
    most: usize,
) -> Result<PlacesReport, BuildError> {
    let served = serve(workspace, store, None, caller)?;
    let view = served.index.view(caller)?;
    let start = facet::of_folder("");
    let all = view.facets(&start)?;
    let mut paths = all.iter().filter_map(|facet| facet.strip_prefix(&start));
    let mut report = PlacesReport::default();
    for path in paths.by_ref().filter(|path| after.is_none_or(|after| *path > after)) {
        if report.places.len() == most {
            report.next = report.places.last().map(|last| last.path.clone());
            break;
        }
        let Ok(place) = RepoPath::new(path) else { continue };
        let first = view.pieces(&place)?.first().copied();
        let tenant = first.and_then(|first| view.access(first).tenant);
        let chunk = first.map(|first| view.body(first)).transpose()?.and_then(|body| Chunk::decode(&body));
        report.places.push(NamedPlace {
            uri: Uri::new(tenant, place).to_string(),
            path: path.to_owned(),
            title: chunk.map(|chunk| chunk.title),
        });
    }
    let redaction = redaction(workspace, caller)?;
    report.places.iter_mut().for_each(|place| place.title.redact(&redaction));
    Ok(report)
}
