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
    /// How many characters start before each multiple of [`STEP`] bytes; empty where every character is one byte, or the
    /// text is short.
    characters: Vec<u32>,
    is_ascii: bool,
}

/// How many bytes are counted at most for one column: a line may be as long as its file.
const STEP: usize = 1_024;

impl LineIndex {
    /// Reads the line starts of `text` in one pass.
    pub fn new(text: &str) -> LineIndex {
        let mut starts = vec![0];
        starts.extend(memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        if starts.len() > 1 && starts.last() == Some(&text.len()) {
            starts.pop();
        }
        let is_ascii = text.is_ascii();
        let mut characters = Vec::new();
        if !is_ascii && text.len() > 4 * STEP {
            let mut count = 0;
            for chunk in text.as_bytes().chunks(STEP) {
                characters.push(count);
                count += u32::try_from(starting(chunk)).unwrap_or_default();
            }
        }
        LineIndex { starts, len: text.len(), characters, is_ascii }
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
        let before = if self.is_ascii {
            offset - start
        } else {
            self.characters(text, offset) - self.characters(text, start)
        };
        Position { line, column: u32::try_from(before + 1).unwrap_or(u32::MAX) }
    }

    /// How many characters start before the byte at `offset`.
    fn characters(&self, text: &str, offset: usize) -> usize {
        let step = (offset / STEP).min(self.characters.len().saturating_sub(1));
        let known = self.characters.get(step).copied().unwrap_or_default() as usize;
        let from = if self.characters.is_empty() { 0 } else { step * STEP };
        known + starting(&text.as_bytes()[from..offset])
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

/// How many characters start in `bytes` of UTF-8.
fn starting(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_long_line_are_those_that_counting_gives() {
        let text = format!("x\n{}\nend", "añ€ ".repeat(3_000));
        let index = LineIndex::new(&text);
        for (offset, _) in text.char_indices().filter(|(at, _)| at % 7 == 0) {
            let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let column = text[start..offset].chars().count() + 1;
            assert_eq!(index.position(&text, offset).column as usize, column, "at {offset}");
        }
    }

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
