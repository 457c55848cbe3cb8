//! `backlinks`, `history`, `check`: what a note is tied to, where it comes from, what is wrong.

use schemars::JsonSchema;
use serde::Deserialize;

use super::page::{cut, page};
use crate::agent::looking::{Looking, note_path};
use crate::check::new_errors;
use crate::vault::Resolution;

/// How many commits one history gives.
const COMMITS: usize = 15;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfNote {
    path: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {}

pub(super) fn backlinks<D: Looking>(desk: &mut D, of: OfNote) -> Result<String, String> {
    let path = note_path(desk, &of.path)?;
    let links = linking(desk, &path);
    if links.is_empty() {
        return Ok(format!("No note links to `{path}`.\n"));
    }
    let lines = links.iter().map(|line| desk.library().shown(line));
    let listed = page(lines, |_| "`grep` for the name of the note".to_owned());
    Ok(desk.library().fence.around(&format!("links to {path}"), &listed))
}

/// Where links to `path` stand.
pub(super) fn linking(desk: &impl Looking, path: &crate::path::RepoPath) -> Vec<String> {
    let head = desk.head();
    let links = head.notes().filter(|note| note.path != *path).flat_map(|note| {
        let leads = move |resolution: &Resolution| matches!(resolution, Resolution::Note { path: to, .. } if to == path);
        let links = note.links.iter().filter(move |link| leads(&head.resolve(note, link)));
        links.map(move |link| {
            format!("{}:{}: {}", note.path, note.lines.line(link.span.start), cut(&note.text[link.span.clone()], 120))
        })
    });
    links.collect()
}

pub(super) fn history<D: Looking>(desk: &mut D, of: OfNote) -> Result<String, String> {
    let path = note_path(desk, &of.path)?;
    if desk.library().base.note(path.as_str()).is_none() {
        return Ok(format!("`{path}` is not in the base: it is new.\n"));
    }
    let past = desk.library().seek.history(&path, COMMITS);
    let past = past.map_err(|error| format!("the history cannot be read: {error}"))?;
    let lines = past.changes.iter().map(|change| {
        let subject = desk.library().shown(&cut(&change.subject, 160));
        format!("{} {} {subject}", change.commit.short(), change.time.strftime("%Y-%m-%d"))
    });
    let text = page(lines, |_| "that is the most".to_owned());
    let whole = if past.is_whole { "all of main" } else { "older ones were not looked at" };
    let told = desk.library().fence.around(&format!("history of {path}"), &text);
    Ok(format!("{told}\n[{} commits looked at, {whole}]", past.examined))
}

pub(super) fn check<D: Looking>(desk: &mut D, _: Check) -> Result<String, String> {
    let library = desk.library();
    let errors = new_errors(&library.base, desk.head(), library.config);
    if errors.is_empty() {
        return Ok("The change brings no error.\n".to_owned());
    }
    let lines = errors.iter().map(|finding| {
        let place = &finding.place;
        let help = finding.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
        library.shown(&format!(
            "{}:{}: {}: {}{help}",
            place.path, place.start.line, finding.rule, finding.message
        ))
    });
    let text = page(lines, |_| "mend these first".to_owned());
    Ok(library.fence.around("errors that the change brings", &text))
}
