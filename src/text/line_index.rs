//! Turns byte offsets of a text into lines and columns, and lines back into bytes.

use std::ops::Range;

use memchr::memchr_iter;

/// A place that a person can go to: both numbers count from 1, columns count Unicode characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in Unicode scalar values, from 1.
    pub column: u32,
}

/// The start offsets of every line of one text.
///
/// Lines end at LF; a CR before the LF belongs to the line end. A text that ends in LF has no empty
/// line after it.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Reads the line starts of `text` in one pass.
    pub fn new(text: &str) -> LineIndex {
        let mut starts = vec![0];
        starts.extend(memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        if starts.len() > 1 && starts.last() == Some(&text.len()) {
            starts.pop();
        }
        LineIndex { starts, len: text.len() }
    }

    /// How many lines the text has; an empty text has one.
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The line, from 1, that holds the byte at `offset`.
    pub fn line(&self, offset: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|&start| start <= offset)).unwrap_or(u32::MAX)
    }

    /// The line and column of the byte at `offset` in `text`, the text that this index was made of.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.line(offset);
        let start = self.starts[line as usize - 1];
        let before = text.get(start..offset).map_or(0, |before| before.chars().count());
        Position { line, column: u32::try_from(before + 1).unwrap_or(u32::MAX) }
    }

    /// The bytes of `line` (from 1) with its line end, or `None` past the end of the text.
    pub fn line_span(&self, line: u32) -> Option<Range<usize>> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.starts.get(index)?;
        Some(start..self.starts.get(index + 1).copied().unwrap_or(self.len))
    }

    /// The text of `line` (from 1) in `text`, without its line end.
    pub fn line_text<'t>(&self, text: &'t str, line: u32) -> Option<&'t str> {
        let raw = &text[self.line_span(line)?];
        let raw = raw.strip_suffix('\n').unwrap_or(raw);
        Some(raw.strip_suffix('\r').unwrap_or(raw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_lines_from_one() {
        let text = "añb\r\nc\n";
        let index = LineIndex::new(text);
        assert_eq!(index.line_count(), 2);
        assert_eq!(index.position(text, 3), Position { line: 1, column: 3 });
        assert_eq!(index.position(text, 6), Position { line: 2, column: 1 });
        assert_eq!(index.line_text(text, 1), Some("añb"));
        assert_eq!(index.line_text(text, 3), None);
        assert_eq!(index.line_span(2), Some(6..8));
    }
}
