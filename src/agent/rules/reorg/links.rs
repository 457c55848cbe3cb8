//! Links that a reorganisation adds: both ways between two notes, and from an entry page. Nobody learns by a link of a note
//! that they may not see.

use crate::note::{Note, encode_destination};
use crate::path::RepoPath;
use crate::vault::Resolution;

use super::super::desk::Desk;
use super::super::escape::inline;
use super::super::{index_page, related};
use super::retire::{is_as_open, writable};

/// Whether a link of `from` leads to the note at `to`.
pub(super) fn links_to(desk: &Desk<'_>, from: &Note, to: &RepoPath) -> bool {
    let way = from.path.relative_to(to);
    from.links.iter().any(|link| {
        link.target == way
            || matches!(desk.vault().resolve(from, link), Resolution::Note { path, .. } if path == *to)
    })
}

/// Lets the note at `from` link to the note at `to`, if it does not.
pub(super) fn link(desk: &mut Desk<'_>, from: &RepoPath, to: &RepoPath) -> Result<(), String> {
    let target = desk.note(to).ok_or_else(|| format!("`{to}` is not there any more"))?;
    let note = writable(desk, from)?;
    if links_to(desk, note, to) {
        return Ok(());
    }
    if !is_as_open(&target.access(), &note.access()) {
        return Err(format!("not everybody who reads `{from}` may see `{to}`"));
    }
    let text = related::with_link(note, target)
        .ok_or_else(|| format!("`{from}` has no place for a link to `{to}`"))?;
    desk.put(from.clone(), text);
    Ok(())
}

/// Lets two notes link to each other.
pub(super) fn link_both(desk: &mut Desk<'_>, one: &RepoPath, other: &RepoPath) -> Result<(), String> {
    link(desk, one, other)?;
    link(desk, other, one)
}

/// Lists the note at `path` in the entry page of the nearest folder that has one.
pub(super) fn enter(desk: &mut Desk<'_>, path: &RepoPath) -> Result<RepoPath, String> {
    let note = desk.note(path).ok_or_else(|| format!("`{path}` is not there any more"))?;
    let page =
        nearest_page(desk, path).ok_or_else(|| format!("no folder above `{path}` has an entry page"))?;
    let listing = writable(desk, &page)?;
    if !is_as_open(&note.access(), &listing.access()) {
        return Err(format!("not everybody who reads `{page}` may see `{path}`"));
    }
    if !links_to(desk, listing, path) {
        let text = index_page::with_entry(listing, path, note.title(), note.front.text("description"));
        desk.put(page.clone(), text);
    }
    Ok(page)
}

/// The entry page of the nearest folder above `path` that has one.
pub(super) fn nearest_page(desk: &Desk<'_>, path: &RepoPath) -> Option<RepoPath> {
    let mut folder = path.parent();
    loop {
        let page = RepoPath::resolve(folder.as_ref(), "index.md").ok()?;
        if page != *path && desk.note(&page).is_some() {
            return Some(page);
        }
        folder = folder?.parent();
    }
}

/// A sentence that points from the note at `from` to the note `to`, under one of its headings.
pub(super) fn pointer(from: &RepoPath, to: &Note, heading: Option<&str>) -> String {
    let way = encode_destination(&from.relative_to(&to.path));
    let slug = heading.and_then(|text| to.headings.iter().find(|one| one.level > 1 && one.text == text));
    let fragment = slug.map(|heading| format!("#{}", encode_destination(&heading.slug))).unwrap_or_default();
    format!("See [{}]({way}{fragment}).", inline(to.title()))
}
