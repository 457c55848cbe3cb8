//! Entry pages: every new note gets a line in its folder's `index.md`, and every new folder in the one above.
//! A page never lists what its own readers may not see.

use crate::caller::Access;
use crate::note::Note;
use crate::path::RepoPath;

use super::desk::{Desk, may_write};
use super::escape::{inline, yaml};
use super::new_note::access_keys;
use super::place::Place;
use super::related::address;

/// Enters the note at `path`, which demands `access`, with `description`.
pub(super) fn enter(desk: &mut Desk<'_>, place: &Place, path: &RepoPath, access: &Access, description: &str) {
    let Some(title) = desk.note(path).map(|note| note.title().to_owned()) else { return };
    let layout = desk.vault().layout().clone();
    let root = layout.knowledge.clone();
    let mut entry = (path.clone(), title, description.to_owned());
    // From the innermost folder outward, until a page was there already.
    for depth in (0..=place.folders.len()).rev() {
        let (folder, name) = match depth.checked_sub(1).and_then(|at| place.folders.get(at)) {
            Some((folder, name)) => (Some(folder.clone()), name.clone()),
            None => (root.clone(), "Knowledge".to_owned()),
        };
        let Ok(page) = RepoPath::resolve(folder.as_ref(), "index.md") else { return };
        let existed = desk.is_taken(&page);
        // The page of the tenant's own folder is the tenant's; a page above it is everybody's.
        let may_list = match desk.note(&page) {
            Some(note) => note.access() == *access && may_write(note),
            None => !existed && (depth > 0 || *access == Access::default()),
        };
        if !may_list {
            return;
        }
        list(desk, &page, &name, access, &entry);
        if existed {
            return;
        }
        entry = (page, name.clone(), format!("Notes about {name}."));
    }
}

fn list(
    desk: &mut Desk<'_>,
    page: &RepoPath,
    name: &str,
    access: &Access,
    entry: &(RepoPath, String, String),
) {
    let (target, title, description) = entry;
    let relative = page.relative_to(target);
    let line = format!("* [{}]({}) - {}", inline(title), address(&relative), inline(description));
    let text = match desk.note(page) {
        None => format!(
            "---\ntype: Index\ntitle: {}\n{}---\n# {}\n\n{line}\n",
            yaml(name),
            access_keys(access),
            inline(name)
        ),
        Some(note) if note.links.iter().any(|link| link.target == relative) => return,
        Some(note) => with_entry(note, target, title, Some(description)),
    };
    desk.put(page.clone(), text);
}

/// The text of the entry page `page` with a line for the note at `target`, after the list at its end or as a new one.
pub(super) fn with_entry(page: &Note, target: &RepoPath, title: &str, description: Option<&str>) -> String {
    let end = page.text.trim_end().len();
    let last = page.text[..end].rsplit('\n').next().unwrap_or_default();
    let listed = last.starts_with("* ") || last.starts_with("- ");
    let bullet = if last.starts_with("- ") { '-' } else { '*' };
    let way = address(&page.path.relative_to(target));
    let mut line = format!("{bullet} [{}]({way})", inline(title));
    if let Some(description) = description.filter(|text| !text.trim().is_empty()) {
        line.push_str(&format!(" - {}", inline(description)));
    }
    let new = format!("{}{line}", if listed { "\n" } else { "\n\n" });
    let new = if page.text.contains("\r\n") { new.replace('\n', "\r\n") } else { new };
    let rest = if page.text[end..].is_empty() { "\n" } else { &page.text[end..] };
    format!("{}{new}{rest}", &page.text[..end])
}
