//! Bytes to note: decoding, front matter, body, and what stands in the way of reading them.

use std::sync::OnceLock;

use crate::note::{Note, Problem, conflict, contents, decode, front_links, front_matter, suppression};
use crate::path::RepoPath;
use crate::text::LineIndex;

/// Reads `bytes` as the note at `path`.
pub(super) fn parse(path: RepoPath, bytes: &[u8]) -> Note {
    let (text, mut problems) = decode::decode(bytes);
    let lines = LineIndex::new(&text);
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (mut front, front_problems) = front_matter::read(&text, start);
    problems.extend(front_problems);
    let mut body = contents::Contents::default();
    if decode::is_lfs_pointer(&text) {
        let message = "the content was not fetched from git LFS: this is only a pointer to it";
        problems.push(Problem::new("lfs-pointer", 0..text.lines().next().map_or(0, str::len), message));
        // A pointer has no body: nothing of it is text to read or to find.
        front.end = text.len();
    } else {
        body = contents::read(&text, front.end);
        problems.extend(conflict::markers(&text, front.end, &body.code));
    }
    let suppressions = suppression::read(&text, front.end, &body.code);
    problems.append(&mut body.problems);
    let mut links = front_links::links(&text, &front);
    links.append(&mut body.links);
    links.sort_by_key(|link| link.span.start);
    Note {
        path,
        text,
        lines,
        front,
        headings: body.headings,
        block_ids: body.block_ids,
        anchors: body.anchors,
        links,
        citations: body.citations,
        claims: OnceLock::new(),
        suppressions,
        problems,
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
