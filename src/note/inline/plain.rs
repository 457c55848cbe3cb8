//! Plain text with a map back to the source that it comes from.

use std::borrow::Cow;
use std::ops::Range;

/// The words of a block without markup.
#[derive(Debug, Default)]
pub(in crate::note) struct Plain {
    /// The words.
    pub text: String,
    segments: Vec<Segment>,
    /// The parts of `text` that are code, math or addresses, in which no sentence ends.
    masked: Vec<Range<usize>>,
    /// The parts of `text` that are the words of links.
    pub linked: Vec<Range<usize>>,
}

#[derive(Debug)]
struct Segment {
    at: usize,
    source: Range<usize>,
    /// Whether the text is the source, byte for byte.
    exact: bool,
}

impl Plain {
    /// How many bytes of text there are.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds `text`, which stands at `range` of `source`.
    pub fn push(&mut self, source: &str, text: &str, range: Range<usize>, masked: bool) {
        let at = self.text.len();
        self.text.push_str(text);
        if masked {
            self.masked.push(at..self.text.len());
        }
        let exact = source.get(range.clone()) == Some(text);
        if let Some(last) = self.segments.last_mut()
            && exact
            && last.exact
            && last.source.end == range.start
            && last.at + last.source.len() == at
        {
            last.source.end = range.end;
            return;
        }
        self.segments.push(Segment { at, source: range, exact });
    }

    /// Adds a separator that stands nowhere in the source.
    pub fn push_separator(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Says that the text from `start` on is the words of a link.
    pub fn mark_linked(&mut self, start: usize) {
        if start < self.text.len() {
            self.linked.push(start..self.text.len());
        }
    }

    /// The text for splitting into sentences: of the same length, with code, math and addresses made opaque.
    pub fn shadow(&self) -> Cow<'_, str> {
        if self.masked.is_empty() {
            return Cow::Borrowed(&self.text);
        }
        let mut shadow = String::with_capacity(self.text.len());
        for range in &self.masked {
            shadow.push_str(&self.text[shadow.len()..range.start]);
            shadow.extend(std::iter::repeat_n('X', range.len()));
        }
        shadow.push_str(&self.text[shadow.len()..]);
        Cow::Owned(shadow)
    }

    /// Where in the source the character at `at` starts.
    pub fn source_start(&self, at: usize) -> Option<usize> {
        let segment = &self.segments[self.segments.partition_point(|s| s.at <= at).checked_sub(1)?];
        Some(if segment.exact {
            (segment.source.start + at - segment.at).min(segment.source.end)
        } else {
            segment.source.start
        })
    }

    /// Where in the source the character before `at` ends.
    pub fn source_end(&self, at: usize) -> Option<usize> {
        let segment = &self.segments[self.segments.partition_point(|s| s.at < at).checked_sub(1)?];
        Some(if segment.exact {
            (segment.source.start + at - segment.at).min(segment.source.end)
        } else {
            segment.source.end
        })
    }
}
