//! Links both ways between notes about one subject: of one folder, or with an identifier in common.

use std::collections::BTreeSet;

use crate::caller::Access;
use crate::note::Note;
use crate::path::RepoPath;

use super::desk::{Desk, may_write};
use super::escape::inline;
use super::outline::{self, RELATED};
use super::similar::identifiers;

/// The most links that one note gets to others.
const MOST: usize = 6;

/// Links the note at `path` with its relatives among the notes that demand the same access.
pub(super) fn link(desk: &mut Desk<'_>, path: &RepoPath, access: &Access, candidates: &[RepoPath]) {
    let Some(note) = desk.note(path) else { return };
    let own = identifiers(note);
    let mut relatives: Vec<(usize, RepoPath)> = candidates
        .iter()
        .filter(|other| *other != path)
        .filter_map(|other| {
            let other = desk.note(other).filter(|other| other.access() == *access && may_write(other))?;
            let shared = identifiers(other).intersection(&own).count();
            let sibling = other.path.parent() == path.parent()
                && path.parent().is_some_and(|folder| is_subject(desk, &folder));
            (shared > 0 || sibling).then(|| (shared + usize::from(sibling), other.path.clone()))
        })
        .collect();
    relatives.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.cmp(other)));
    for (_, other) in relatives.into_iter().take(MOST) {
        for (from, to) in [(path, &other), (&other, path)] {
            let text = desk.note(from).zip(desk.note(to)).and_then(|(from, to)| with_link(from, to));
            if let Some(text) = text {
                desk.put(from.clone(), text);
            }
        }
    }
}

/// Whether a folder holds notes of one subject: few of them, and below the knowledge folder.
fn is_subject(desk: &Desk<'_>, folder: &RepoPath) -> bool {
    let layout = desk.vault().layout();
    if layout.knowledge.as_ref().is_none_or(|knowledge| !folder.is_in(knowledge)) {
        return false;
    }
    desk.vault().notes().filter(|note| note.path.parent().as_ref() == Some(folder)).count() <= 12
}

/// The text of `from` with a link to `to`; `None` when it has one, or enough.
pub(super) fn with_link(from: &Note, to: &Note) -> Option<String> {
    let target = from.path.relative_to(&to.path);
    let section = from.headings.iter().position(|heading| heading.text == RELATED && heading.level > 1);
    let linked: BTreeSet<&str> =
        from.links.iter().filter(|link| !link.in_footnote).map(|link| link.target.as_str()).collect();
    if linked.contains(target.as_str()) {
        return None;
    }
    let item = format!("\n- [{}]({})", inline(to.title()), address(&target));
    let (at, new) = match section {
        Some(_) => (outline::section_end(from, RELATED)?, item),
        None => (outline::body_end(from), format!("\n\n## {RELATED}\n{item}")),
    };
    let new = if from.text.contains("\r\n") { new.replace('\n', "\r\n") } else { new };
    let mut text = from.text.clone();
    text.insert_str(at, &new);
    Some(text)
}

/// A relative path as a link's address: what Markdown could read is written in percent signs.
pub(super) fn address(path: &str) -> String {
    path.chars()
        .map(|c| match c {
            ' ' => "%20".to_owned(),
            '(' => "%28".to_owned(),
            ')' => "%29".to_owned(),
            '<' => "%3C".to_owned(),
            '>' => "%3E".to_owned(),
            c => c.to_string(),
        })
        .collect()
}

/// The paths of all notes that are worth comparing with a new one: same access, no entry pages.
pub(super) fn candidates(desk: &Desk<'_>, access: &Access) -> Vec<RepoPath> {
    let fits = |note: &&Note| {
        !note.is_index() && note.access() == *access && desk.vault().layout().is_knowledge(&note.path)
    };
    let mut paths: BTreeSet<RepoPath> =
        desk.vault().notes().filter(fits).map(|note| note.path.clone()).collect();
    paths.extend(desk.edited().filter(fits).map(|note| note.path.clone()));
    paths.into_iter().collect()
}
