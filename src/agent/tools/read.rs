//! `read_note` and `read_evidence`: lines with their numbers.

use schemars::JsonSchema;
use serde::Deserialize;

use super::page::{MOST, cut};
use crate::agent::looking::{Looking, note_path, unmerged};
use crate::evidence::{EvidenceId, Item};
use crate::note::Note;
use crate::text::LineIndex;

/// A longer line is cut: that is no text that anybody reads.
const LONGEST_LINE: usize = 2_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadNote {
    path: String,
    /// Only the part below this heading
    heading: Option<String>,
    /// First line, from 1
    first: Option<u32>,
    /// Last line
    last: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadEvidence {
    /// Such as 2026-11-30-call-3f9a2c
    id: String,
    /// First line, from 1
    first: Option<u32>,
    /// Last line
    last: Option<u32>,
}

pub(super) fn read_note<D: Looking>(desk: &mut D, read: ReadNote) -> Result<String, String> {
    let path = note_path(desk, &read.path)?;
    let note = desk.head().note(path.as_str()).ok_or_else(|| format!("there is no note `{path}`"))?;
    let (first, last) = match &read.heading {
        Some(heading) => below(desk, note, heading)?,
        None => (read.first.unwrap_or(1), read.last.unwrap_or(u32::MAX)),
    };
    let told = numbered(desk, path.as_str(), &note.text, &note.lines, first, last)?;
    Ok(told + &unmerged(desk, |changed| *changed == path))
}

pub(super) fn read_evidence<D: Looking>(desk: &mut D, read: ReadEvidence) -> Result<String, String> {
    let item = item(desk, &read.id)?;
    let lines = LineIndex::new(item.text());
    let (first, last) = (read.first.unwrap_or(1), read.last.unwrap_or(u32::MAX));
    numbered(desk, item.meta.id.as_str(), item.text(), &lines, first, last)
}

/// The item that a model means.
pub(super) fn item<'d>(desk: &'d impl Looking, id: &str) -> Result<&'d Item, String> {
    let typed = id.split(['#', ':']).next().unwrap_or(id).trim();
    // A search names the file of an item.
    let ids = typed.split('/').filter_map(|part| part.parse::<EvidenceId>().ok());
    let found = ids.filter_map(|id| desk.head().item(&id)).next();
    found.ok_or_else(|| format!("there is no evidence `{typed}`; `search_evidence` finds some"))
}

/// The lines from the heading to the next one that is not below it.
fn below(desk: &impl Looking, note: &Note, wanted: &str) -> Result<(u32, u32), String> {
    let plain = wanted.trim_start_matches(['#', ' ']).trim();
    let at = note.headings.iter().position(|heading| heading.text.eq_ignore_ascii_case(plain));
    let Some(at) = at else {
        let there: Vec<&str> = note.headings.iter().map(|heading| heading.text.as_str()).take(20).collect();
        let there = desk.library().data(&format!("headings of {}", note.path), &there.join("\n"));
        return Err(format!("there is no heading `{plain}`:\n{there}"));
    };
    let heading = &note.headings[at];
    let end = note.headings[at + 1..].iter().find(|next| next.level <= heading.level);
    let last = end.map_or(note.lines.line_count(), |next| note.lines.line(next.span.start).saturating_sub(1));
    Ok((note.lines.line(heading.span.start), last))
}

/// Lines of `text` with their numbers, as many as fit.
pub(in crate::agent) fn numbered(
    desk: &impl Looking,
    source: &str,
    text: &str,
    lines: &LineIndex,
    first: u32,
    last: u32,
) -> Result<String, String> {
    let count = lines.line_count();
    let (first, last) = (first.max(1), last.min(count));
    if first > last {
        return Err(format!("`{source}` has {count} lines; there is no line {first}"));
    }
    // No more lines than could fit are looked at.
    let end = last.min(first + u32::try_from(MOST).unwrap_or(u32::MAX) / 2);
    let (mut shown, mut at) = (String::new(), first);
    for line in desk.library().lines(text, lines, first, end) {
        let line = format!("{at}| {}\n", cut(&line, LONGEST_LINE));
        if shown.len() + line.len() > MOST {
            break;
        }
        shown.push_str(&line);
        at += 1;
    }
    let mut told = desk.library().fence.around(&format!("{source}#L{first}-L{}", at - 1), &shown);
    if at <= last {
        told.push_str(&format!("\n[lines {first} to {} of {count}; `first: {at}` goes on]", at - 1));
    }
    Ok(told)
}
