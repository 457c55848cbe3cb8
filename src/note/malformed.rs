//! What was meant as a link and is read as text: brackets that name nothing, and destinations with bare spaces.

use std::ops::Range;

use crate::note::{Problem, wiki};

/// The rule that reports it.
const RULE: &str = "malformed-link";

/// The problem of the brackets at `span` of `source`, in which no name stands; `[[...]]` only shows how a link looks.
pub(super) fn hollow(source: &str, span: Range<usize>) -> Option<Problem> {
    let text = &source[span.clone()];
    let problem = Problem::new(RULE, span, format!("`{text}` names nothing and is read as text"));
    let shows = text.contains(['.', '…']);
    (!shows).then(|| problem.helped("write the name of a note between the brackets, or take them away"))
}

/// Finds `[words](a path.md)` in `stretch` of `source`: a space ends a destination that no `<` and `>` stand around.
///
/// `opaque` and `links` (each ordered) are where code and links stand.
pub(super) fn spaced(
    source: &str,
    stretch: &Range<usize>,
    opaque: &[Range<usize>],
    links: &[Range<usize>],
    problems: &mut Vec<Problem>,
) {
    let bytes = source.as_bytes();
    let within = |ranges: &[Range<usize>], at: usize| {
        let index = ranges.partition_point(|range| range.end <= at);
        ranges.get(index).is_some_and(|range| range.start <= at)
    };
    let mut start = stretch.start;
    for at in memchr::memmem::find_iter(&bytes[stretch.clone()], "](") {
        let close = stretch.start + at;
        if wiki::escaped(bytes, close) || within(opaque, close) || within(links, close) {
            continue;
        }
        let inner = close + 2;
        let line = &source[inner..stretch.end];
        let Some(length) = line.find([')', '(', '\n', '<', '"']).filter(|&end| line[end..].starts_with(')'))
        else {
            continue;
        };
        let destination = &line[..length];
        let opening = memchr::memrchr3(b'[', b']', b'\n', &bytes[start..close]).map(|open| start + open);
        start = inner;
        let Some(open) = opening.filter(|&open| bytes[open] == b'[') else { continue };
        if destination.trim().contains([' ', '\t']) && is_path(destination.trim()) {
            let end = inner + length;
            let message = format!("`{}` is read as text: its path holds a space", &source[open..=end]);
            let problem = Problem::new(RULE, open..end + 1, message)
                .helped("write `<` and `>` around the path, or `%20` for each space")
                .mended(
                    format!("write `(<{}>)`", destination.trim()),
                    inner..end,
                    format!("<{}>", destination.trim()),
                    false,
                );
            problems.push(problem);
        }
    }
}

/// Whether `text` looks like the path of a file: it has an ending.
fn is_path(text: &str) -> bool {
    let path = text.split('#').next().unwrap_or_default();
    path.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.ends_with([' ', '.'])
            && (2..=5).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && ending.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}
