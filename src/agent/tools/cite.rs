//! `cite`: ties words of a note to lines of evidence; lines and words that are not there are refused at once.

use schemars::JsonSchema;
use serde::Deserialize;

use super::read::item;
use crate::agent::looking::{Looking, note_path};
use crate::agent::propose_desk::ProposeDesk;
use crate::agent::rules::may_write;
use crate::evidence::Item;
use crate::note::footnote;
use crate::text::LineRange;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Cite {
    /// The note
    path: String,
    /// The end of the claim, words that stand in the note exactly once
    after: String,
    /// Id of the evidence
    evidence: String,
    /// First line of it
    first: u32,
    /// Last line of it
    last: Option<u32>,
    /// Words that stand in these lines, to the letter
    quote: String,
}

pub(super) fn cite(desk: &mut ProposeDesk<'_>, cite: Cite) -> Result<String, String> {
    let path = note_path(desk, &cite.path)?;
    let item = item(desk, &cite.evidence)?;
    let lines = lines(item, cite.first, cite.last)?;
    if !item.quotes(lines, &cite.quote) {
        return Err(not_quoted(item, lines, &cite.quote));
    }
    let note = desk.head().note(path.as_str()).ok_or_else(|| format!("there is no note `{path}`"))?;
    if !may_write(note) {
        return Err(format!(
            "`{path}` cannot be edited: its front matter or its bytes cannot be read as they stand"
        ));
    }
    let mut places = note.text.match_indices(cite.after.as_str());
    let (Some((at, _)), None) = (places.next().filter(|_| !cite.after.is_empty()), places.next()) else {
        return Err(format!("`after` must stand in `{path}` exactly once; copy the end of the claim"));
    };
    let end = at + cite.after.len();
    let stop = note.text[end..]
        .find(|c: char| !matches!(c, '.' | '!' | '?' | ',' | ';' | ')' | '"' | '”'))
        .unwrap_or(0);
    let label = (1..)
        .map(|number: u32| number.to_string())
        .find(|label| !note.text.contains(&format!("[^{label}]")))
        .unwrap_or_default();
    let named = item.meta.title.clone().unwrap_or_else(|| item.meta.kind.to_string());
    let title = match (lines.first(), lines.last()) {
        (first, last) if first == last => format!("{named}, line {first}"),
        (first, last) => format!("{named}, lines {first} to {last}"),
    };
    let definition = footnote(&path, &label, &title, &item.text_path(), lines, Some(&cite.quote));
    let mut text = note.text.clone();
    text.insert_str(end + stop, &format!("[^{label}]"));
    let follows =
        text.lines().next_back().is_some_and(|last| last.starts_with("[^") || last.starts_with("    "));
    text.truncate(text.trim_end().len());
    text.push_str(if follows { "\n" } else { "\n\n" });
    text.push_str(&definition);
    if note.text.contains("\r\n") {
        text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    desk.put(path.clone(), text);
    Ok(format!("`{path}`: [^{label}] cites {}#{lines}.\n", cite.evidence))
}

/// The lines, where the item has them.
pub(super) fn lines(item: &Item, first: u32, last: Option<u32>) -> Result<LineRange, String> {
    let lines =
        LineRange::new(first, last.unwrap_or(first)).filter(|lines| lines.last() <= item.line_count());
    lines.ok_or_else(|| {
        format!(
            "`{}` has {} lines; {first} to {} are none of it",
            item.meta.id,
            item.line_count(),
            last.unwrap_or(first)
        )
    })
}

/// What to say of words that do not stand in `lines`.
pub(super) fn not_quoted(item: &Item, lines: LineRange, quote: &str) -> String {
    let count = item.line_count();
    let elsewhere = (1..=count).map(LineRange::single).find(|line| item.quotes(*line, quote));
    match elsewhere {
        Some(line) => format!("these words stand in {}#{line}, not in {lines}", item.meta.id),
        None if quote.contains("[redacted:") || quote.contains("<U+") => {
            "`[redacted:…]` and `<U+…>` stand in place of something else; quote words beside them".to_owned()
        }
        None => format!("these words do not stand in {}#{lines}; copy them to the letter", item.meta.id),
    }
}
