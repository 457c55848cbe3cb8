//! One evidence item: its record, its bytes, and the text that spans point into.

use std::borrow::Cow;
use std::ops::Range;

use crate::evidence::Meta;
use crate::evidence::conversation::{messages, turn};
use crate::path::RepoPath;
use crate::text::{LineIndex, LineRange, contains_words};

/// The name of the file that holds the extracted text of a source that is not line-addressable.
pub const TEXT_FILE: &str = "text.md";

/// One captured source.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its record.
    pub meta: Meta,
    /// The folder it lies in.
    pub folder: RepoPath,
    /// The text that spans point into: the source itself, or `text.md` where there is one.
    text: String,
    /// Whether `text` is the extraction in `text.md`.
    extracted: bool,
    lines: LineIndex,
}

impl Item {
    /// Makes an item of its record and its files' bytes.
    ///
    /// Bytes that are not UTF-8 are read lossily: the hash in the record is over the bytes.
    pub fn new(meta: Meta, folder: RepoPath, source: &[u8], text: Option<&[u8]>) -> Item {
        let extracted = text.is_some();
        let text = String::from_utf8_lossy(text.unwrap_or(source)).into_owned();
        let lines = LineIndex::new(&text);
        Item { meta, folder, text, extracted, lines }
    }

    /// The text that spans point into.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the text is an extraction, in `text.md`, of a source that is not line-addressable.
    pub fn is_extracted(&self) -> bool {
        self.extracted
    }

    /// The file that spans point into, for links.
    pub fn text_path(&self) -> RepoPath {
        let name = if self.extracted { TEXT_FILE } else { self.meta.source.as_str() };
        self.folder.join(name).unwrap_or_else(|_| self.folder.clone())
    }

    /// How many lines the text has.
    pub fn line_count(&self) -> u32 {
        self.lines.line_count()
    }

    /// The bytes of `lines` in the text, or `None` when they reach past the end.
    pub fn span(&self, lines: LineRange) -> Option<Range<usize>> {
        let start = self.lines.line_span(lines.first())?.start;
        Some(start..self.lines.line_span(lines.last())?.end)
    }

    /// The raw text of `lines`, or `None` when they reach past the end.
    pub fn raw_lines(&self, lines: LineRange) -> Option<&str> {
        self.span(lines).map(|span| &self.text[span])
    }

    /// The words of `lines` as a person reads them: for JSON Lines the decoded strings, else the raw text
    /// without the marks that quoted lines start with.
    pub fn spoken_lines(&self, lines: LineRange) -> Option<Cow<'_, str>> {
        let raw = self.raw_lines(lines)?;
        let spoken: Vec<String> = if !self.extracted && self.meta.source.ends_with(".jsonl") {
            raw.lines().map(spoken_json).collect()
        } else if raw.contains('>') {
            raw.lines().map(|line| line.trim_start_matches([' ', '>']).to_owned()).collect()
        } else {
            return Some(Cow::Borrowed(raw));
        };
        Some(Cow::Owned(spoken.join("\n")))
    }

    /// Whether `words` stand in `lines`, raw or as spoken.
    pub fn quotes(&self, lines: LineRange, words: &str) -> bool {
        self.raw_lines(lines).is_some_and(|raw| contains_words(raw, words))
            || self.spoken_lines(lines).is_some_and(|spoken| contains_words(&spoken, words))
    }
}

/// The strings of one JSON line, in order, one a line; the line itself where it is not JSON.
fn spoken_json(line: &str) -> String {
    fn strings(value: &serde_json::Value, into: &mut Vec<String>) {
        match value {
            serde_json::Value::String(text) => into.push(text.clone()),
            serde_json::Value::Array(items) => items.iter().for_each(|item| strings(item, into)),
            serde_json::Value::Object(map) => map.values().for_each(|item| strings(item, into)),
            serde_json::Value::Number(number) => into.push(number.to_string()),
            serde_json::Value::Bool(_) | serde_json::Value::Null => {}
        }
    }
    let Ok(value) = serde_json::from_str(line) else { return line.to_owned() };
    let mut found = Vec::new();
    strings(&value, &mut found);
    // A turn of several parts is spoken in one go, without the names of its parts.
    let turns = messages(&value).map_or(std::slice::from_ref(&value), |(_, turns)| turns);
    found.extend(turns.iter().filter_map(turn).map(|turn| turn.words));
    found.join("\n")
}
