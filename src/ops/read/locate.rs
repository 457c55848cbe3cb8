//! Finds what a name means among what a caller sees: a path, a URI, or a name as links use it.

use std::sync::Arc;

use super::ReadError;
use crate::caller::Caller;
use crate::evidence::{EvidenceId, Item};
use crate::note::{LinkKind, Note};
use crate::ops::Workspace;
use crate::ops::build::BuildError;
use crate::ops::item::{FoundItem, item_in};
use crate::ops::named::{Here, Named};
use crate::ops::shelf::Shelf;
use crate::ops::snapshot::serve;
use crate::path::RepoPath;
use crate::port::{IndexError, IndexStore};
use crate::search::{Chunk, facet};
use crate::summary::Library;
use crate::uri::Uri;
use crate::vault::{EntryLink, File, Resolution, Vault};

/// A name of something to read.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// By URI.
    Uri(Uri),
    /// As a person typed it, and what followed `#` or `:`.
    Named(Named, Option<String>),
}

impl Wanted {
    /// What `typed` may mean, likeliest first: a name that holds a `#` itself comes before one with a part after it. `named`
    /// says where a name leads. `None` where it is meant as a URI and is none.
    pub fn of(typed: &str, named: impl Fn(&str) -> Named) -> Option<Vec<Wanted>> {
        if Uri::is_meant(typed) {
            return Some(vec![Wanted::Uri(Uri::parse(typed)?)]);
        }
        let mut wanted = vec![Wanted::Named(named(typed), None)];
        let mut with_part = |name: &str, part: &str| {
            if !name.is_empty() {
                wanted.push(Wanted::Named(named(name), Some(part.to_owned())));
            }
        };
        typed.match_indices('#').for_each(|(at, _)| with_part(&typed[..at], &typed[at + 1..]));
        let lines = |part: &str| part.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'L' | 'l'));
        if let Some((name, part)) = typed.rsplit_once(':').filter(|(_, part)| lines(part)) {
            with_part(name, part);
        }
        Some(wanted)
    }

    /// The part that was asked for.
    pub(super) fn part(&self) -> Option<&str> {
        match self {
            Wanted::Uri(uri) => uri.fragment.as_deref(),
            Wanted::Named(_, part) => part.as_deref(),
        }
    }
}

/// What a name leads to.
pub(in crate::ops) enum Found {
    /// A note that the caller sees.
    Note(Box<Note>),
    /// A folder in which the caller sees a note, or that of the knowledge; with what lies in it.
    Folder(Option<RepoPath>, Arc<Library>),
    /// An evidence item that the caller sees.
    Evidence(Box<Item>),
    /// Evidence that the caller may see and that cannot be relied on: the file, and what is wrong with it.
    Damaged(RepoPath, String),
    /// Several notes that the caller sees.
    Several(Vec<RepoPath>),
    /// Nothing that the caller sees.
    Nothing,
}

/// What `wanted` leads to.
pub(in crate::ops) fn locate(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    shelf: &Shelf<'_, '_>,
    caller: &Caller,
    wanted: &Wanted,
    revision: Option<&str>,
) -> Result<Found, ReadError> {
    let named = match wanted {
        Wanted::Uri(uri) => return by_uri(shelf, caller, uri),
        Wanted::Named(named, _) => named,
    };
    if named.here == Here::Root {
        return folder(shelf, caller, None);
    }
    if let Ok(id) = named.typed.parse::<EvidenceId>() {
        let found = evidence(shelf, caller, &id.folder(&shelf.layout.evidence))?;
        if !matches!(found, Found::Nothing) {
            return Ok(found);
        }
    }
    for path in named.candidates(shelf.layout.knowledge.as_ref()) {
        if let Some(note) = shelf.note(&path)?.filter(|note| caller.may_see(&note.access())) {
            return Ok(Found::Note(Box::new(note)));
        }
        if let Found::Folder(path, library) = folder(shelf, caller, Some(&path))? {
            return Ok(Found::Folder(path, library));
        }
        let found = evidence(shelf, caller, &path)?;
        if !matches!(found, Found::Nothing) {
            return Ok(found);
        }
    }
    by_name(workspace, store, shelf, caller, &named.typed, revision)
}

fn by_uri(shelf: &Shelf<'_, '_>, caller: &Caller, uri: &Uri) -> Result<Found, ReadError> {
    if let Some(path) = &uri.path {
        let note = shelf.note(path)?.filter(|note| caller.may_see(&note.access()));
        if let Some(note) = note.filter(|note| note.access().tenant == uri.tenant) {
            return Ok(Found::Note(Box::new(note)));
        }
        match evidence(shelf, caller, path)? {
            Found::Nothing => {}
            Found::Evidence(item) if item.meta.tenant != uri.tenant => {}
            found => return Ok(found),
        }
    }
    // A folder belongs to no tenant; what lies in it does.
    if uri.tenant.is_some() {
        return Ok(Found::Nothing);
    }
    folder(shelf, caller, uri.path.as_ref())
}

/// The evidence at `path`: the folder of an item, its source, or the text that was extracted from it.
fn evidence(shelf: &Shelf<'_, '_>, caller: &Caller, path: &RepoPath) -> Result<Found, ReadError> {
    if !shelf.layout.takes(path) || !shelf.layout.is_evidence(path) {
        return Ok(Found::Nothing);
    }
    let is_item = path.file_name().parse::<EvidenceId>().is_ok();
    let folder = if is_item { Some(path.clone()) } else { path.parent() };
    let Some(folder) = folder else { return Ok(Found::Nothing) };
    let name = (!is_item).then(|| path.file_name());
    Ok(match item_in(shelf, caller, &folder)? {
        Some(FoundItem::Sound(item)) => {
            let is_there = name.is_none_or(|name| name == item.meta.source || *path == item.text_path());
            if is_there { Found::Evidence(item) } else { Found::Nothing }
        }
        Some(FoundItem::Damaged(file, what)) => Found::Damaged(file, what),
        None => Found::Nothing,
    })
}

/// The folder `path` (`None`: the root, which is that of the knowledge).
fn folder(shelf: &Shelf<'_, '_>, caller: &Caller, path: Option<&RepoPath>) -> Result<Found, ReadError> {
    let knowledge = shelf.layout.knowledge.as_ref();
    let path = path.or(knowledge);
    if path.is_some_and(|path| Some(path) != knowledge && !shelf.layout.is_knowledge(path)) {
        return Ok(Found::Nothing);
    }
    let is_top = path == knowledge;
    let library = shelf.library(path)?;
    let name = path.map_or("", RepoPath::as_str);
    Ok(if is_top || library.has(name, caller) {
        Found::Folder(path.cloned(), library)
    } else {
        Found::Nothing
    })
}

/// The note that a wiki-link would call `name`, among those that `caller` sees.
fn by_name(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    shelf: &Shelf<'_, '_>,
    caller: &Caller,
    name: &str,
    revision: Option<&str>,
) -> Result<Found, ReadError> {
    let last = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
    let served = serve(workspace, store, revision, caller)?;
    let view = served.index.view(caller).map_err(BuildError::from)?;
    let mut paths: Vec<RepoPath> = Vec::new();
    for called in [last, last.strip_suffix(".md").unwrap_or(last), name] {
        for document in view.faceted(&facet::of_name(called)).map_err(BuildError::from)? {
            let body = view.body(document).map_err(|error: IndexError| BuildError::from(error))?;
            paths.extend(Chunk::decode(&body).map(|chunk| chunk.note));
        }
    }
    paths.sort();
    paths.dedup();
    let mut files = Vec::new();
    for path in paths {
        // The index may be older than the commit; the note itself says who may see it.
        let note = shelf.note(&path)?.filter(|note| caller.may_see(&note.access()));
        files.extend(note.map(|note| File { path, bytes: Some(note.text.into_bytes()) }));
    }
    let vault = Vault::build(shelf.layout.clone(), files, Vec::new());
    let link = EntryLink { kind: LinkKind::Wiki, target: name, fragment: None, in_footnote: false };
    let from = RepoPath::resolve(shelf.layout.knowledge.as_ref(), "index.md");
    let Ok(from) = from else { return Ok(Found::Nothing) };
    Ok(match vault.catalogue().resolve(&from, link) {
        Resolution::Note { path, .. } => match shelf.note(&path)? {
            Some(note) => Found::Note(Box::new(note)),
            None => Found::Nothing,
        },
        Resolution::Ambiguous(paths) => Found::Several(paths),
        _ => Found::Nothing,
    })
}
