//! The notes that a note is linked with, in both directions, as the index tells them to one caller.
//!
//! The index keeps links as they are written. What they lead to is found here, among the notes that the caller sees: names
//! answer much as in `vault`, a path is a path, and a name that several notes answer to leads nowhere.

use std::collections::BTreeSet;

use super::chunk::{Chunk, Outgoing};
use super::facet;
use crate::path::RepoPath;
use crate::port::{IndexError, IndexView};
use crate::vault::fold_name;

/// A note that another is linked with.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// The note.
    pub note: RepoPath,
    /// How much the link counts, from 0 to 1.
    pub weight: f32,
    /// Whether the link stands in the other note and leads here.
    pub is_backlink: bool,
}

/// How many notes that may hold a link are looked at; a note that everybody links says little of each.
const MOST_LINKING: usize = 200;

/// The notes that `note` is linked with, at most `most`: the heaviest first, its own links before those that lead to it.
///
/// `knowledge` is the folder that paths from the root of the bundle start in.
pub fn neighbours(
    view: &dyn IndexView,
    note: &RepoPath,
    knowledge: Option<&RepoPath>,
    most: usize,
) -> Result<Vec<Neighbour>, IndexError> {
    let mut found: Vec<Neighbour> = Vec::new();
    let mut add = |neighbour: Neighbour| {
        if neighbour.note != *note && !found.iter().any(|known| known.note == neighbour.note) {
            found.push(neighbour);
        }
    };
    let Some(own) = first(view, note)? else { return Ok(found) };
    let called: Vec<&str> = own.aliases.iter().map(String::as_str).chain([own.title.as_str()]).collect();
    for link in &own.links {
        if let Some(to) = target(view, note, link, knowledge)? {
            add(Neighbour { note: to, weight: link.weight, is_backlink: false });
        }
    }
    for from in linking(view, note, &called)? {
        for link in first(view, &from)?.map_or_else(Vec::new, |chunk| chunk.links) {
            if target(view, &from, &link, knowledge)?.as_ref() == Some(note) {
                add(Neighbour { note: from.clone(), weight: link.weight, is_backlink: true });
            }
        }
    }
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    found.truncate(most);
    Ok(found)
}

/// The first piece of `note`, which carries its links as they are written, and its names.
fn first(view: &dyn IndexView, note: &RepoPath) -> Result<Option<Chunk>, IndexError> {
    let Some(&first) = view.pieces(note)?.first() else { return Ok(None) };
    Ok(Chunk::decode(&view.body(first)?))
}

/// The notes that hold a link whose target ends as the file name of `note` does, or as one of the names by which it is
/// `called` as well.
fn linking(view: &dyn IndexView, note: &RepoPath, called: &[&str]) -> Result<Vec<RepoPath>, IndexError> {
    let names: BTreeSet<String> =
        called.iter().chain([&note.file_stem()]).map(|name| facet::of_link(name)).collect();
    let mut notes: Vec<RepoPath> = Vec::new();
    for name in names {
        for document in view.faceted(&name)? {
            let Some(from) = view.note(document) else { continue };
            // Documents of one note follow each other.
            if notes.last() != Some(&from) {
                notes.push(from);
            }
            if notes.len() == MOST_LINKING {
                break;
            }
        }
    }
    notes.sort();
    notes.dedup();
    Ok(notes)
}

/// The note that `link`, which stands in `from`, leads to.
fn target(
    view: &dyn IndexView,
    from: &RepoPath,
    link: &Outgoing,
    knowledge: Option<&RepoPath>,
) -> Result<Option<RepoPath>, IndexError> {
    let parent = from.parent();
    let relative = link.target.starts_with("./") || link.target.starts_with("../");
    if link.by_name && !relative {
        return named(view, parent.as_ref(), link.target.trim_start_matches('/'));
    }
    let (bases, path): (Vec<Option<&RepoPath>>, &str) = match link.target.strip_prefix('/') {
        Some(rooted) => (vec![knowledge, None], rooted),
        None => (vec![parent.as_ref()], &link.target),
    };
    for base in bases {
        for ending in ["", ".md"] {
            let Ok(path) = RepoPath::resolve(base, &format!("{path}{ending}")) else { continue };
            if !view.pieces(&path)?.is_empty() {
                return Ok(Some(path));
            }
        }
    }
    Ok(None)
}

/// The one note that answers to `name`: by its file before its alias or title, and nearest to `folder`.
fn named(
    view: &dyn IndexView,
    folder: Option<&RepoPath>,
    name: &str,
) -> Result<Option<RepoPath>, IndexError> {
    let name = name.strip_suffix(".md").unwrap_or(name);
    let last = name.rsplit('/').next().unwrap_or(name);
    let mut notes: Vec<RepoPath> =
        view.faceted(&facet::of_name(last))?.into_iter().filter_map(|document| view.note(document)).collect();
    notes.sort();
    notes.dedup();
    let wanted = fold_name(name);
    let by_file = |note: &RepoPath| {
        let path = note.as_str();
        let stem = fold_name(path.strip_suffix(".md").unwrap_or(path)).into_owned();
        stem.strip_suffix(&*wanted).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    let files: Vec<RepoPath> = notes.iter().filter(|note| by_file(note)).cloned().collect();
    // A target with folders in it names a file.
    let answering = if files.is_empty() && last == name { notes } else { files };
    let near: Vec<&RepoPath> = answering.iter().filter(|note| note.parent().as_ref() == folder).collect();
    Ok(match (answering.as_slice(), near.as_slice()) {
        ([one], _) => Some(one.clone()),
        (_, [one]) => Some((*one).clone()),
        _ => None,
    })
}
