//! Edits of a text as byte splices: what is not named stays byte for byte as it is.

use std::ops::Range;

/// Splices against one text.
#[derive(Debug, Default)]
pub(super) struct Splices {
    splices: Vec<(Range<usize>, String)>,
}

impl Splices {
    /// Puts `new` at `at`.
    pub(super) fn insert(&mut self, at: usize, new: impl Into<String>) {
        self.replace(at..at, new);
    }

    /// Puts `new` in the place of `range`.
    pub(super) fn replace(&mut self, range: Range<usize>, new: impl Into<String>) {
        self.splices.push((range, new.into()));
    }

    /// `text` with every splice made; those at one place keep their order. A splice that overlaps an earlier
    /// one is left out.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.splices.sort_by_key(|(range, _)| (range.start, range.end));
        let mut new = String::with_capacity(text.len() + 256);
        let crlf = text.contains("\r\n");
        let mut at = 0;
        for (range, words) in &self.splices {
            if range.start < at || !text.is_char_boundary(range.start) || !text.is_char_boundary(range.end) {
                continue;
            }
            new.push_str(&text[at..range.start]);
            // New lines end as the text's own do.
            new.push_str(&if crlf { words.replace('\n', "\r\n") } else { words.clone() });
            at = range.end;
        }
        new.push_str(&text[at..]);
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_stays() {
        let mut splices = Splices::default();
        splices.insert(3, "x");
        splices.replace(0..1, "A");
        splices.insert(3, "y");
        assert_eq!(splices.apply("abc\r\n"), "Abcxy\r\n");
        let mut splices = Splices::default();
        splices.replace(0..2, "1");
        splices.replace(1..3, "2");
        assert_eq!(splices.apply("abc"), "1c");
    }
}
