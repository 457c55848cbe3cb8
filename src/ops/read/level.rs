//! How much of a note is read: what it is, its outline, or its text.

use std::fmt::Write as _;

use serde::Serialize;

use super::part::Part;
use crate::note::Note;
use crate::search::chunks;
use crate::summary::Card;

/// How much is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// L0: one sentence, to decide whether it is about what one looks for.
    Abstract,
    /// L1: the outline, with the first sentence of each section; of a folder, what is there and when to use it.
    Overview,
    /// L2: the text; of a folder, the overview.
    Text,
}

impl Level {
    /// The number by which people name it.
    pub fn number(self) -> u8 {
        self as u8
    }
}

impl Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl schemars::JsonSchema for Level {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Level".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 0, "maximum": 2 })
    }
}

/// What a note, or a part of it, is: its description or first claim.
pub(super) fn abstract_of(note: &Note, part: &Part) -> String {
    if part.is_whole {
        let card = Card::of(note);
        return if card.lead.is_empty() { card.title } else { card.lead };
    }
    let first = chunks(note).into_iter().flat_map(|chunk| chunk.units).find(|unit| part.meets(unit.lines));
    first.map(|unit| unit.text).or_else(|| part.heading.clone()).unwrap_or_default()
}

/// The outline of a note, or of a part of it: each heading with its lines and the first sentence below it.
pub(super) fn overview_of(note: &Note, part: &Part) -> String {
    let mut text = String::new();
    let chunks = chunks(note);
    let units = || chunks.iter().flat_map(|chunk| &chunk.units).filter(|unit| part.meets(unit.lines));
    // Writing to a String cannot fail.
    if part.is_whole {
        let _ = writeln!(text, "{}", note.title());
        let lead = Card::of(note).lead;
        if !lead.is_empty() {
            let _ = writeln!(text, "{lead}");
        }
    }
    let headings: Vec<_> =
        note.headings.iter().filter(|heading| part.span.contains(&heading.span.start)).collect();
    let top = headings.iter().map(|heading| heading.level).min().unwrap_or(1);
    for (at, heading) in headings.iter().enumerate() {
        let first = note.lines.line(heading.span.start);
        let next = headings.get(at + 1).map_or(part.span.end, |next| next.span.start);
        let last = note.lines.line(next.saturating_sub(1).max(heading.span.start));
        let indent = "  ".repeat(usize::from(heading.level - top));
        let _ = write!(text, "{indent}- {} (L{first}-L{last})", heading.text);
        let sentence = units().find(|unit| first <= unit.lines.first() && unit.lines.first() <= last);
        if let Some(sentence) = sentence.and_then(|unit| unit.text.lines().next()) {
            let _ = write!(text, ": {sentence}");
        }
        text.push('\n');
    }
    if headings.is_empty() && !part.is_whole {
        units().for_each(|unit| {
            let _ = writeln!(text, "- {}", unit.text);
        });
    }
    text
}
