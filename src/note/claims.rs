//! Takes the claims out of one block: its sentences that assert something, each with the marks that cover it.

use std::ops::Range;

use crate::note::BlockKind;
use crate::note::inline::{Inline, Plain};
use crate::text::{fold_space, sentences_with_marks};

/// A claim before its citations are known.
#[derive(Debug)]
pub(super) struct RawClaim {
    pub span: Range<usize>,
    pub text: String,
    /// The marks that cover it, as indices into the block's.
    pub marks: Range<usize>,
}

/// The claims of the block `inline`, whose source is `block` of `source`.
pub(super) fn claims(source: &str, block: &Range<usize>, inline: &Inline, kind: BlockKind) -> Vec<RawClaim> {
    let plain = &inline.plain;
    let sentences = match kind {
        BlockKind::TableRow => whole(&plain.text),
        BlockKind::Paragraph | BlockKind::ListItem => {
            let marks: Vec<usize> = inline.marks.iter().map(|mark| mark.at).collect();
            sentences_with_marks(&plain.shadow(), &marks)
        }
    };
    let covers = covers(inline);
    let mut claims = Vec::new();
    let mut bound = block.start;
    for (index, sentence) in sentences.iter().enumerate() {
        let next =
            sentences.get(index + 1).and_then(|next| plain.source_start(next.start)).unwrap_or(block.end);
        let span = if kind == BlockKind::TableRow {
            block.clone()
        } else {
            source_span(source, inline, sentence, bound, next)
        };
        bound = span.end;
        if asserts(plain, sentence) {
            let text = fold_space(&plain.text[sentence.clone()]).into_owned();
            claims.push(RawClaim { span, text, marks: covering(plain, &covers, sentence) });
        }
    }
    claims
}

fn whole(text: &str) -> Vec<Range<usize>> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    if start < end { std::iter::once(start..end).collect() } else { Vec::new() }
}

/// The bytes of `sentence` with its marks and the markup that touches it, between `bound` and `next`.
fn source_span(
    source: &str,
    inline: &Inline,
    sentence: &Range<usize>,
    bound: usize,
    next: usize,
) -> Range<usize> {
    let bytes = source.as_bytes();
    let mut start = inline.plain.source_start(sentence.start).unwrap_or(bound).max(bound);
    while start > bound && !bytes[start - 1].is_ascii_whitespace() {
        start -= 1;
    }
    let mut end = inline.plain.source_end(sentence.end).unwrap_or(start).max(start);
    let next = next.max(end);
    let after = inline.marks.partition_point(|mark| mark.at < sentence.end);
    for mark in inline.marks[after..].iter().take_while(|mark| mark.span.end <= next) {
        end = end.max(mark.span.end);
    }
    while end < next && !bytes[end].is_ascii_whitespace() {
        end += 1;
    }
    start..end
}

/// What each mark covers of the plain text: from the mark before it, or the block's start, up to itself. Marks
/// in a row cover the same.
fn covers(inline: &Inline) -> Vec<Range<usize>> {
    let text = &inline.plain.text;
    let mut covers: Vec<Range<usize>> = Vec::with_capacity(inline.marks.len());
    for mark in &inline.marks {
        let start = match covers.last() {
            None => 0,
            Some(last) if has_words(&text[last.end.min(mark.at)..mark.at]) => last.end,
            Some(last) => last.start,
        };
        covers.push(start..mark.at);
    }
    covers
}

/// The marks whose stretch holds words of `sentence`. They follow each other, so it is a range.
fn covering(plain: &Plain, covers: &[Range<usize>], sentence: &Range<usize>) -> Range<usize> {
    let covered = |cover: &Range<usize>| {
        let (start, end) = (cover.start.max(sentence.start), cover.end.min(sentence.end));
        start < end && has_words(&plain.text[start..end])
    };
    let first = covers.partition_point(|cover| cover.end <= sentence.start);
    let count = covers[first..].iter().take_while(|cover| cover.start < sentence.end).count();
    let mut range = first..first + count;
    while !range.is_empty() && !covered(&covers[range.start]) {
        range.start += 1;
    }
    while !range.is_empty() && !covered(&covers[range.end - 1]) {
        range.end -= 1;
    }
    range
}

fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Whether the sentence asserts something: it has words, is no question, and does more than point at links.
fn asserts(plain: &Plain, sentence: &Range<usize>) -> bool {
    let text = &plain.text[sentence.clone()];
    let end = text
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '”' | '’' | ')' | '」'));
    has_words(text) && !end.ends_with(['?', '？', '؟']) && !only_points(plain, sentence)
}

/// Whether the sentence is nothing but links, bare addresses, and words such as "see also".
fn only_points(plain: &Plain, sentence: &Range<usize>) -> bool {
    let first = plain.linked.partition_point(|link| link.end <= sentence.start);
    let linked = plain.linked[first..].iter().take_while(|link| link.start < sentence.end);
    if linked.clone().next().is_none() && !plain.text[sentence.clone()].contains("http") {
        return false;
    }
    let mut seen = Pointing::default();
    let mut at = sentence.start;
    for link in linked {
        seen.take(&plain.text[at..link.start.max(at)]);
        seen.first_link.get_or_insert(seen.pieces);
        at = link.end.min(sentence.end).max(at);
        if seen.says_more() {
            return false;
        }
    }
    seen.take(&plain.text[at..sentence.end]);
    seen.only_points()
}

/// What stands outside of the links of a sentence.
#[derive(Debug, Default)]
struct Pointing {
    /// How many pieces between spaces there are, and how many of them are words.
    pieces: usize,
    words: usize,
    /// How many words from the start only point.
    points_first: usize,
    /// How many words do not.
    others: usize,
    numeric: bool,
    /// How much stands before the first link or address.
    first_link: Option<usize>,
}

impl Pointing {
    fn take(&mut self, text: &str) {
        self.numeric |= text.contains(char::is_numeric);
        for piece in text.split_whitespace() {
            self.pieces += 1;
            if piece.starts_with("https://") || piece.starts_with("http://") {
                self.first_link.get_or_insert(self.words);
                continue;
            }
            let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
            if word.is_empty() {
                continue;
            }
            self.words += 1;
            if !is_pointer(word) {
                self.others += 1;
            } else if self.others == 0 {
                self.points_first += 1;
            }
        }
    }

    /// Whether whatever follows, the sentence does more than point.
    fn says_more(&self) -> bool {
        self.others > 0 && (self.words > MOST_POINTING || self.numeric)
    }

    /// "See also X for the conditions" points; what has a number in it, or goes on, says something of its own.
    fn only_points(&self) -> bool {
        let Some(first_link) = self.first_link else { return false };
        self.others == 0
            || (first_link <= 3
                && self.words <= MOST_POINTING
                && self.points_first >= first_link.max(1).min(self.words)
                && !self.numeric)
    }
}

/// How many words a sentence that only points may have.
const MOST_POINTING: usize = 8;

fn is_pointer(word: &str) -> bool {
    POINTERS.iter().any(|pointer| {
        pointer.len() == word.len() && pointer.chars().eq(word.chars().flat_map(char::to_lowercase))
    })
}

/// Words that lead to a link and say nothing themselves.
const POINTERS: &[&str] = &[
    "see", "also", "read", "more", "cf", "compare", "related", "and", "or", "in", "at", "the", "here",
    "link", "next", "previous", "back", "to", "up", "siehe", "auch", "und", "lásd", "még", "és", "voir",
    "aussi", "ver", "también",
];
