//! `move`, `retire` and `delete`: notes that go elsewhere, stop being true, or should not be.

use schemars::JsonSchema;
use serde::Deserialize;

use super::relate::linking;
use super::write::place;
use crate::agent::front::set;
use crate::agent::looking::{Looking, note_path};
use crate::agent::propose_desk::ProposeDesk;
use crate::agent::rules::may_write;
use crate::edit::rename::{Move, RenameError, rename};
use crate::path::RepoPath;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveNote {
    from: String,
    to: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Retire {
    path: String,
    /// The note that holds instead
    successor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Delete {
    path: String,
}

pub(super) fn relocate(desk: &mut ProposeDesk<'_>, wanted: MoveNote) -> Result<String, String> {
    let old = note_path(desk, &wanted.from)?;
    let new = place(desk, &wanted.to)?;
    let head = desk.head();
    let plan = rename(head, &Move { old: old.clone(), new: new.clone() }, false)
        .map_err(|error| error.to_string())?;
    let rewritten = plan.rewritten().count();
    let read = |path: &RepoPath| {
        let note = head.note(path.as_str());
        note.map(|note| note.text.clone().into_bytes()).ok_or_else(|| RenameError::Missing(path.clone()))
    };
    let changes = plan.changes(read).map_err(|error| error.to_string())?;
    desk.apply(&changes);
    Ok(format!("`{old}` is `{new}` now; links of {rewritten} notes were rewritten.\n"))
}

pub(super) fn retire(desk: &mut ProposeDesk<'_>, retire: Retire) -> Result<String, String> {
    let path = note_path(desk, &retire.path)?;
    let successor = retire.successor.as_deref().map(|path| note_path(desk, path)).transpose()?;
    if successor.as_ref() == Some(&path) {
        return Err("a note cannot succeed itself".to_owned());
    }
    let mut text = with(desk, &path, "status", "deprecated")?;
    let Some(successor) = successor else {
        desk.put(path.clone(), text);
        return Ok(format!("`{path}` is deprecated.\n"));
    };
    let name = |path: &RepoPath| link(desk, path);
    let (old_name, new_name) = (name(&path), name(&successor));
    let parsed = crate::note::Note::parse(path.clone(), text.as_bytes());
    text = set(&parsed, "superseded_by", &new_name);
    let after =
        match desk.head().note(successor.as_str()).is_some_and(|note| note.front.get("supersedes").is_some())
        {
            true => None,
            false => Some(with(desk, &successor, "supersedes", &old_name)?),
        };
    desk.put(path.clone(), text);
    let told = format!("`{path}` is deprecated and superseded by `{successor}`.\n");
    match after {
        Some(after) => desk.put(successor, after),
        None => {
            return Ok(format!(
                "{told}`supersedes` of `{successor}` names another note; add this one with `edit`.\n"
            ));
        }
    }
    Ok(told)
}

pub(super) fn delete(desk: &mut ProposeDesk<'_>, delete: Delete) -> Result<String, String> {
    let path = note_path(desk, &delete.path)?;
    let links = linking(desk, &path);
    desk.take_away(&path);
    Ok(match links.as_slice() {
        [] => format!("`{path}` is gone.\n"),
        links => format!(
            "`{path}` is gone. These links lead nowhere now:\n{}",
            desk.library()
                .data("broken links", &links.iter().take(20).cloned().collect::<Vec<_>>().join("\n"))
        ),
    })
}

/// The text of the note with `key` in its front matter.
fn with(desk: &ProposeDesk<'_>, path: &RepoPath, key: &str, value: &str) -> Result<String, String> {
    let note = desk.head().note(path.as_str()).ok_or_else(|| format!("there is no note `{path}`"))?;
    if !may_write(note) {
        return Err(format!(
            "`{path}` cannot be edited: its front matter or its bytes cannot be read as they stand"
        ));
    }
    Ok(set(note, key, value))
}

/// A wiki-link to the note, as a value of front matter.
fn link(desk: &ProposeDesk<'_>, path: &RepoPath) -> String {
    let head = desk.head();
    let inside = head.layout().in_knowledge(path).trim_end_matches(".md");
    let name = if head.catalogue().is_only_name(path) { path.file_stem() } else { inside };
    format!("\"[[{name}]]\"")
}
