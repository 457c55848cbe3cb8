//! Retires a note: it is no longer served, it says what holds instead, and nothing of it or of its evidence is deleted.

use crate::caller::Access;
use crate::note::{Note, is_deprecated};
use crate::path::RepoPath;
use crate::vault::Vault;

use super::super::desk::{Desk, may_write};
use super::keys;

/// Marks the note at `path` as deprecated, and as superseded by `successor`, which says so in turn.
pub(super) fn retire(
    desk: &mut Desk<'_>,
    path: &RepoPath,
    successor: Option<&RepoPath>,
) -> Result<(), String> {
    let note = writable(desk, path)?;
    if !is_deprecated(note) {
        let text = keys::put(note, "status", "deprecated").ok_or_else(|| unwritable(path))?;
        desk.put(path.clone(), text);
    }
    let Some(successor) = successor else { return Ok(()) };
    let names = (format!("[[{}]]", wiki_name(desk, successor)), format!("[[{}]]", wiki_name(desk, path)));
    for (from, key, to, name) in
        [(path, "superseded_by", successor, &names.0), (successor, "supersedes", path, &names.1)]
    {
        let note = writable(desk, from)?;
        if leads_to(desk.vault(), note, key, to) {
            continue;
        }
        let text = keys::add(note, key, name).ok_or_else(|| unwritable(from))?;
        desk.put(from.clone(), text);
    }
    Ok(())
}

/// Whether the key `key` of `note` names the note at `to`.
pub(super) fn leads_to(vault: &Vault, note: &Note, key: &str, to: &RepoPath) -> bool {
    named(vault, note, key).contains(to)
}

/// The notes that the key `key` of `note` names.
pub(super) fn named(vault: &Vault, note: &Note, key: &str) -> Vec<RepoPath> {
    let texts = note.front.texts(key).into_iter();
    let found = texts.filter_map(|written| {
        let inner = written.trim();
        let inner = inner.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]")).unwrap_or(inner);
        let target = inner.split(['|', '#']).next().unwrap_or_default().trim();
        let link = crate::vault::EntryLink {
            kind: crate::note::LinkKind::Wiki,
            target,
            fragment: None,
            in_footnote: false,
        };
        match vault.catalogue().resolve(&note.path, link) {
            crate::vault::Resolution::Note { path, .. } if !target.is_empty() => Some(path),
            _ => None,
        }
    });
    found.collect()
}

/// The name by which a wiki-link leads to the note at `path` and to no other.
pub(super) fn wiki_name(desk: &Desk<'_>, path: &RepoPath) -> String {
    let vault = desk.vault();
    let is_alone = vault.has_file(path) && vault.catalogue().is_only_name(path);
    let inside = vault.layout().in_knowledge(path);
    if is_alone { path.file_stem().to_owned() } else { inside.trim_end_matches(".md").to_owned() }
}

/// The note at `path`, where a machine may edit it.
pub(super) fn writable<'d>(desk: &'d Desk<'_>, path: &RepoPath) -> Result<&'d Note, String> {
    let note = desk.note(path).ok_or_else(|| format!("`{path}` is not there any more"))?;
    if may_write(note) { Ok(note) } else { Err(unwritable(path)) }
}

/// Why a note is left whose bytes cannot be spliced.
pub(super) fn unwritable(path: &RepoPath) -> String {
    format!("`{path}` cannot be edited in place: its front matter or its bytes cannot be read as they stand")
}

/// Whether everybody who may see what demands `narrow` may see what demands `wide`.
pub(super) fn is_as_open(wide: &Access, narrow: &Access) -> bool {
    (wide.tenant.is_none() || wide.tenant == narrow.tenant) && wide.labels.is_subset(&narrow.labels)
}
