//! The one pass over a note's Markdown.

use crate::note::{FrontMatter, Note};
use crate::path::RepoPath;
use crate::text::LineIndex;

/// Reads `bytes` as the note at `path`.
pub(super) fn parse(path: RepoPath, bytes: &[u8]) -> Note {
    let text = String::from_utf8_lossy(bytes).into_owned();
    Note {
        path,
        lines: LineIndex::new(&text),
        text,
        front: FrontMatter::default(),
        headings: Vec::new(),
        block_ids: Vec::new(),
        links: Vec::new(),
        claims: Vec::new(),
        citations: Vec::new(),
        problems: Vec::new(),
    }
}
