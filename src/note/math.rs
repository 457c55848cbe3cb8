//! Finds TeX math in the source of a block, so that its brackets are read as no link. Prices are no math.

use std::ops::Range;

use memchr::memchr_iter;

use crate::note::wiki::escaped;

/// The ranges of `$$…$$` and `$…$` in `stretch` of `source` that overlap no range of `opaque` (sorted, apart).
///
/// As in pandoc, an opening `$` has no space after it, and a closing one no space before it and no digit
/// after it.
pub(super) fn scan(source: &str, stretch: Range<usize>, opaque: &[Range<usize>]) -> Vec<Range<usize>> {
    let bytes = source.as_bytes();
    let hidden = |at: usize| {
        let index = opaque.partition_point(|range| range.end <= at);
        opaque.get(index).is_some_and(|range| range.start <= at)
    };
    let marks: Vec<usize> = memchr_iter(b'$', &bytes[stretch.clone()])
        .map(|at| stretch.start + at)
        .filter(|&at| !escaped(bytes, at) && !hidden(at))
        .collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    let space = |at: Option<&u8>| at.is_none_or(u8::is_ascii_whitespace);
    let doubled = |at: usize| bytes.get(at + 1) == Some(&b'$');
    let mut closers = marks
        .iter()
        .copied()
        .filter(|&at| {
            !space(at.checked_sub(1).and_then(|before| bytes.get(before)))
                && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        })
        .peekable();
    let mut doubles = marks.iter().copied().filter(|&at| doubled(at)).peekable();
    let mut end = stretch.start;
    for &open in &marks {
        if open < end {
            continue;
        }
        let close = if doubled(open) {
            while doubles.next_if(|&at| at < open + 2).is_some() {}
            doubles.peek().map(|&at| at + 2)
        } else if space(bytes.get(open + 1)) {
            None
        } else {
            while closers.next_if(|&at| at <= open + 1).is_some() {}
            closers.peek().map(|&at| at + 1)
        };
        let Some(close) = close.filter(|&close| close <= stretch.end) else { continue };
        let first = opaque.partition_point(|range| range.end <= open);
        if opaque.get(first).is_none_or(|range| range.start >= close) {
            found.push(open..close);
            end = close;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn math_is_found_and_prices_are_not() {
        for (source, expected) in [
            ("Inline $a[[k]]$ and [[set|open sets]] $x$ [[set]].", vec!["$a[[k]]$", "$x$"]),
            ("It costs $5, see [[set]], or $6.", vec![]),
            ("from $5-$10, US$5 or A$6", vec![]),
            ("$$\nM[[1]]\n$$ and \\$a$", vec!["$$\nM[[1]]\n$$"]),
        ] {
            let found: Vec<&str> =
                scan(source, 0..source.len(), &[]).into_iter().map(|r| &source[r]).collect();
            assert_eq!(found, expected, "{source}");
        }
        assert!(scan("$a `b$ c` `d` e$", 0..16, &[3..8, 10..13]).is_empty());
    }
}
