//! Heaps of combining marks on one letter, which cover the lines around them.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::super::{Concern, Hazard};

/// More marks than any language puts on one letter.
const MOST: usize = 6;

/// Adds every heap of marks in `text`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    let mut heap: Option<(Range<usize>, usize)> = None;
    let mut close = |heap: Option<(Range<usize>, usize)>| {
        if let Some((range, count)) = heap.filter(|(_, count)| *count > MOST) {
            let detail = format!("{count} marks on one letter");
            found.push(Hazard {
                concern: Concern::Hidden,
                kind: "combining-flood",
                ranges: vec![range],
                detail,
            });
        }
    };
    for (at, c) in text.char_indices() {
        if !c.is_ascii() && is_combining_mark(c) {
            let (range, count) = heap.get_or_insert((at..at, 0));
            range.end = at + c.len_utf8();
            *count += 1;
        } else {
            close(heap.take());
        }
    }
    close(heap);
}
