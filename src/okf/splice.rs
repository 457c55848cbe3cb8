//! Replaces stretches of a text and leaves every other byte alone.

use std::ops::Range;

/// Replacements that do not overlap: of two that do, the first one added counts.
#[derive(Debug, Default)]
pub(super) struct Splices(Vec<(Range<usize>, String)>);

impl Splices {
    /// Puts `text` in place of `bytes`.
    pub fn put(&mut self, bytes: Range<usize>, text: impl Into<String>) {
        let overlaps = |known: &Range<usize>| {
            known.start < bytes.end && bytes.start < known.end || known == &bytes && !bytes.is_empty()
        };
        if !self.0.iter().any(|(known, _)| overlaps(known)) {
            self.0.push((bytes, text.into()));
        }
    }

    /// The text after all replacements.
    pub fn apply(mut self, text: &str) -> String {
        // Several insertions at one place stay in the order in which they came.
        self.0.sort_by_key(|(bytes, _)| bytes.start);
        let mut result = String::with_capacity(text.len());
        let mut from = 0;
        for (bytes, replacement) in &self.0 {
            result += text.get(from..bytes.start).unwrap_or_default();
            result += replacement;
            from = bytes.end.max(from);
        }
        result + text.get(from..).unwrap_or_default()
    }
}
