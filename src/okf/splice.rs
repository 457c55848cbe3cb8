//! Replaces stretches of a text and leaves every other byte alone.

use std::collections::BTreeMap;
use std::ops::Range;

/// Replacements that do not overlap: of two that do, the first one added counts.
#[derive(Debug, Default)]
pub(super) struct Splices {
    /// By start, insertions first, and by the order in which they came: where each ends, and what stands there then.
    all: BTreeMap<(usize, bool, usize), (usize, String)>,
}

impl Splices {
    /// Puts `text` in place of `bytes`; an empty stretch inserts.
    pub fn put(&mut self, bytes: Range<usize>, text: impl Into<String>) {
        let here = (bytes.start, true, usize::MAX);
        let before = self.all.range(..here).next_back();
        let after = self.all.range(here..).next();
        let mut near = before.into_iter().chain(after);
        if !near.any(|((start, ..), (end, _))| *start < bytes.end && bytes.start < *end) {
            let key = (bytes.start, !bytes.is_empty(), self.all.len());
            self.all.insert(key, (bytes.end, text.into()));
        }
    }

    /// The text after all replacements.
    pub fn apply(self, text: &str) -> String {
        let mut result = String::with_capacity(text.len());
        let mut from = 0;
        for ((start, ..), (end, replacement)) in &self.all {
            result += text.get(from..*start).unwrap_or_default();
            result += replacement;
            from = from.max(*end);
        }
        result + text.get(from..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Splices;

    #[test]
    fn the_first_of_two_that_overlap_counts() {
        let mut splices = Splices::default();
        for (bytes, text) in
            [(2..4, "X"), (3..5, "no"), (0..3, "no"), (4..4, "+"), (4..6, "Y"), (2..2, "<"), (3..3, "no")]
        {
            splices.put(bytes, text);
        }
        assert_eq!(splices.apply("abcdefg"), "ab<X+Yg");
    }
}
