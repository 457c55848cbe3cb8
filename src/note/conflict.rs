//! Conflict markers that a merge left behind. What shows one in a block of code is left alone.

use std::ops::Range;

use crate::note::Problem;

/// The markers in `text`; those of the front matter, which ends at `body`, count too.
pub(super) fn markers(text: &str, body: usize, code: &[Range<usize>]) -> Vec<Problem> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    for marker in ["<<<<<<<", "|||||||", ">>>>>>>"] {
        for at in memchr::memmem::find_iter(bytes, marker) {
            let line_start = at == 0 || bytes[at - 1] == b'\n';
            let end = matches!(bytes.get(at + 7), None | Some(b' ' | b'\n' | b'\r'));
            let index = code.partition_point(|range| range.end <= at);
            let in_code = at >= body && code.get(index).is_some_and(|range| range.start <= at);
            if line_start && end && !in_code {
                found.push(Problem::new(
                    "conflict-marker",
                    at..at + 7,
                    "a conflict marker: a merge was committed half done",
                ));
            }
        }
    }
    found.sort_by_key(|problem| problem.span.start);
    found
}
