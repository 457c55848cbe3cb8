//! `write` and `edit`: a new note, and exact replacement in one that exists.

use std::collections::BTreeSet;

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

use super::page::cut;
use crate::agent::looking::{Looking, named, note_path};
use crate::agent::propose_desk::ProposeDesk;
use crate::agent::rules::{Similar, may_write};
use crate::edit::rename::may_hold;
use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::fold_name;

/// The largest note that is taken.
const LARGEST: usize = 60_000;

/// How many similar notes are named.
const ALIKE: usize = 3;

/// How many notes are compared word by word: those that share most words with the new one.
const COMPARED: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Write {
    /// Such as billing/refund-policy.md
    path: String,
    /// The whole file, front matter first
    text: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    path: String,
    /// Text that stands there exactly once, without line numbers
    old: String,
    /// What stands there afterwards
    new: String,
}

pub(super) fn write(desk: &mut ProposeDesk<'_>, write: Write) -> Result<String, String> {
    let path = place(desk, &write.path)?;
    if desk.head().note(path.as_str()).is_some() {
        return Err(format!("`{path}` exists; change it with `edit`, nothing is overwritten"));
    }
    let note = sound(desk, &path, &write.text)?;
    if let Some(conflict) = same_identity(desk, &note) {
        return Err(conflict);
    }
    let alike = alike(desk, &note);
    desk.put(path.clone(), write.text);
    Ok(match alike.is_empty() {
        true => format!("`{path}` is written.\n"),
        false => format!(
            "`{path}` is written. Most similar, this batch included; if one of them is the same subject, `delete` this \
             and `edit` that one:\n{}",
            desk.library().data("similar notes", &alike.join("\n"))
        ),
    })
}

pub(super) fn edit(desk: &mut ProposeDesk<'_>, edit: Edit) -> Result<String, String> {
    let path = note_path(desk, &edit.path)?;
    let note = desk.head().note(path.as_str()).ok_or_else(|| format!("there is no note `{path}`"))?;
    if !may_write(note) {
        return Err(format!(
            "`{path}` cannot be edited: its front matter or its bytes cannot be read as they stand"
        ));
    }
    if edit.old.is_empty() {
        return Err("`old` is empty; give words that stand in the note exactly once".to_owned());
    }
    let is_crlf = note.text.contains("\r\n");
    let ends =
        |text: &str| if is_crlf { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text.to_owned() };
    let (old, new) = (ends(&edit.old), ends(&edit.new));
    let places: Vec<usize> = note.text.match_indices(old.as_str()).map(|(at, _)| at).collect();
    let text = match places.as_slice() {
        [_] => note.text.replacen(old.as_str(), &new, 1),
        [] => {
            return Err(format!(
                "`old` does not stand in `{path}`; copy it from `read_note`, without line numbers, as it stands"
            ));
        }
        several => {
            let lines: Vec<String> =
                several.iter().take(10).map(|&at| note.lines.line(at).to_string()).collect();
            return Err(format!(
                "`old` stands in `{path}` {} times, at lines {}; take in more of what stands around it",
                several.len(),
                lines.join(", ")
            ));
        }
    };
    if text == note.text {
        return Err("`old` and `new` are the same".to_owned());
    }
    let note = sound(desk, &path, &text)?;
    if let Some(conflict) = same_identity(desk, &note) {
        return Err(conflict);
    }
    desk.put(path.clone(), text);
    Ok(format!("`{path}` is edited.\n"))
}

/// The path as one that a note may be written to.
pub(super) fn place(desk: &ProposeDesk<'_>, path: &str) -> Result<RepoPath, String> {
    let path = named(desk, path)?;
    if path.extension() != Some("md") {
        return Err(format!("`{path}` does not end in `.md`"));
    }
    may_hold(desk.head().layout(), &path, true).map_err(|error| error.to_string())?;
    let other = desk
        .head()
        .files()
        .find(|other| **other != path && fold_name(other.as_str()) == fold_name(path.as_str()));
    match other {
        Some(other) => Err(format!(
            "`{path}` differs from another file only by case, and many systems hold only one:\n{}",
            desk.library().data("the other", other.as_str())
        )),
        None if desk.is_withheld(&path) => Err(format!("`{path}` cannot be used; choose another name")),
        None => Ok(path),
    }
}

/// The text as a note that a machine could edit again.
fn sound(desk: &ProposeDesk<'_>, path: &RepoPath, text: &str) -> Result<Note, String> {
    if text.len() > LARGEST {
        return Err(format!("the note has {} characters; {LARGEST} are the most, split it", text.len()));
    }
    let note = Note::parse(path.clone(), text.as_bytes());
    if note.front.broken {
        return Err("the front matter does not parse; it is YAML between two lines `---`".to_owned());
    }
    if !desk.library().caller.may_see(&note.access()) {
        return Err("`tenant` and `labels` may only be those of the evidence".to_owned());
    }
    for key in ["verified", "generated", "sources"] {
        let before = desk.library().base.note(path.as_str()).and_then(|note| note.front.text(key));
        if note.front.get(key).is_some() && note.front.text(key) != before {
            return Err(format!("the front matter may not say `{key}`: trust is not written by hand"));
        }
    }
    Ok(note)
}

/// The note that has the same id or title, where another one does: two notes never have one identity.
fn same_identity(desk: &ProposeDesk<'_>, note: &Note) -> Option<String> {
    if note.is_index() {
        return None;
    }
    let base = desk.library().base.note(note.path.as_str());
    for key in ["id", "title"] {
        let Some(value) = note.front.text(key).map(str::trim).filter(|value| !value.is_empty()) else {
            continue;
        };
        if base.is_some_and(|base| base.front.text(key).map(str::trim) == Some(value)) {
            continue;
        }
        let has_it = |other: &&Note| {
            let same = other.front.text(key).is_some_and(|own| fold_name(own.trim()) == fold_name(value));
            other.path != note.path && !other.is_index() && same
        };
        if let Some(other) = desk.head().notes().find(has_it) {
            let place = desk.library().data("the note that has it", other.path.as_str());
            return Some(format!(
                "conflict: another note has the {key} `{}`; change that one, or give this one another {key}:\n{place}",
                cut(value, 100)
            ));
        }
    }
    None
}

/// The notes most like `note`, best first, with their titles.
fn alike(desk: &ProposeDesk<'_>, note: &Note) -> Vec<String> {
    let others = desk.head().notes().filter(|other| other.path != note.path && !other.is_index());
    let similar = Similar::new(likely(others.collect(), note).into_iter());
    let texts: Vec<&str> =
        std::iter::once(note.title()).chain(note.claims().iter().map(|claim| claim.text.as_str())).collect();
    let nearest = similar.nearest(&texts, ALIKE);
    nearest.into_iter().map(|(other, _)| format!("{}: {}", other.path, cut(other.title(), 100))).collect()
}

/// Those of `others` that share most words with `note`; to see that, none of them has to be read for its claims.
fn likely<'n>(others: Vec<&'n Note>, note: &Note) -> Vec<&'n Note> {
    if others.len() <= COMPARED {
        return others;
    }
    let words: BTreeSet<&str> = note
        .body()
        .split(|c: char| !c.is_alphanumeric())
        .chain(note.title().split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.chars().count() > 3)
        .take(200)
        .collect();
    let shared = |other: &Note| words.iter().filter(|word| other.text.contains(**word)).count();
    let mut counted: Vec<(usize, &Note)> =
        others.into_par_iter().map(|other| (shared(other), other)).collect();
    counted.sort_by(|(one, a), (two, b)| two.cmp(one).then_with(|| a.path.cmp(&b.path)));
    counted.into_iter().take(COMPARED).map(|(_, other)| other).collect()
}
