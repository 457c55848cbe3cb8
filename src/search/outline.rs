//! Cuts a note into chunks along its headings.

use std::collections::HashMap;

use jiff::civil::Date;

use super::chunk::{Chunk, Unit};
use super::outgoing::outgoing;
use super::units::{Piece, size, units};
use crate::note::Note;
use crate::port::Validity;

/// The most that a chunk holds, in characters: 512 tokens.
pub(super) const MOST: usize = 2_048;

/// The longest head of a table that is repeated with its rows, in characters.
const LONGEST_HEAD: usize = MOST / 4;

/// The chunks of `note`. There is always one, so that a note without text is found by its title.
///
/// A chunk stays below one heading. What is too long for one is divided evenly, so that no piece is a short rest.
pub fn chunks(note: &Note) -> Vec<Chunk> {
    let empty = empty(note);
    let mut chunks: Vec<Chunk> = Vec::new();
    if !is_pointer(&note.text) {
        for (span, headings) in sections(note) {
            let pieces = units(note, span);
            if !pieces.is_empty() {
                let divided = divide(pieces).into_iter();
                chunks.extend(divided.map(|units| Chunk {
                    headings: headings.clone(),
                    units,
                    ..empty.clone()
                }));
            }
        }
    }
    if chunks.is_empty() {
        chunks.push(empty);
    }
    for (ordinal, chunk) in (0..).zip(&mut chunks) {
        chunk.ordinal = ordinal;
    }
    chunks[0].aliases = note.front.texts("aliases").into_iter().map(str::to_owned).collect();
    chunks[0].links = outgoing(note);
    chunks
}

/// The units of one section, divided into as few chunks as hold them. The rows of a table that are not in the chunk of its
/// head have the head before them again.
fn divide(pieces: Vec<Piece>) -> Vec<Vec<Unit>> {
    let sizes: Vec<usize> = pieces.iter().map(|piece| size(&piece.unit.text) + 1).collect();
    let mut left: usize = sizes.iter().sum();
    if left <= MOST {
        return vec![pieces.into_iter().map(|piece| piece.unit).collect()];
    }
    let heads = heads(&pieces, &sizes);
    let mut chunks = Vec::new();
    let mut filling: Vec<Unit> = Vec::new();
    let (mut filled, mut start, mut room, mut wanted) = (0, 0, MOST, left / left.div_ceil(MOST));
    for (at, piece) in pieces.into_iter().enumerate() {
        if at > start && (filled + sizes[at] > room || filled + sizes[at] / 2 > wanted) {
            chunks.push(std::mem::take(&mut filling));
            let head = piece.head.and_then(|head| heads.get(&head));
            room = MOST - head.map_or(0, |head| size(&head.text) + 1);
            (filled, start, wanted) = (0, at, left / left.div_ceil(room).max(1));
            filling.extend(head.cloned());
        }
        filled += sizes[at];
        left -= sizes[at];
        filling.push(piece.unit);
    }
    chunks.push(filling);
    chunks
}

/// The heads of tables as they are repeated, by their places. A long one is not: it would leave no room for rows.
fn heads(pieces: &[Piece], sizes: &[usize]) -> HashMap<usize, Unit> {
    let mut heads = HashMap::new();
    for head in pieces.iter().filter_map(|piece| piece.head).filter(|&head| sizes[head] <= LONGEST_HEAD) {
        heads.entry(head).or_insert_with(|| Unit { again: true, ..pieces[head].unit.clone() });
    }
    heads
}

fn empty(note: &Note) -> Chunk {
    let day = |key: &str| {
        let text = note.front.text(key)?;
        text.get(..10)?.parse::<Date>().ok()
    };
    let status = note.front.text("status").map(str::to_owned);
    let superseded = note.front.get("superseded_by").is_some_and(|field| !field.value.is_null());
    let retired = superseded || status.as_deref() == Some("deprecated");
    Chunk {
        note: note.path.clone(),
        ordinal: 0,
        aliases: Vec::new(),
        links: Vec::new(),
        title: note.title().to_owned(),
        headings: Vec::new(),
        status,
        standing: note.front.text("standing").map(str::to_owned),
        validity: Validity { from: day("valid_from"), until: day("valid_until"), retired },
        index_page: note.is_index(),
        units: Vec::<Unit>::new(),
    }
}

/// The stretches between headings, each with the texts of the headings above it.
fn sections(note: &Note) -> Vec<(std::ops::Range<usize>, Vec<String>)> {
    let mut sections = Vec::new();
    let mut above: Vec<(u8, String)> = Vec::new();
    let mut start = note.front.end;
    for heading in &note.headings {
        sections.push((start..heading.span.start.max(start), texts(note, &above)));
        above.retain(|(level, _)| *level < heading.level);
        above.push((heading.level, heading.text.clone()));
        start = heading.span.end.max(start);
    }
    sections.push((start..note.text.len().max(start), texts(note, &above)));
    sections
}

fn texts(note: &Note, above: &[(u8, String)]) -> Vec<String> {
    above.iter().map(|(_, text)| text.clone()).filter(|text| text != note.title()).collect()
}

/// Whether the text is what git LFS leaves in place of a file whose content is not here.
///
/// Format: <https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md>.
fn is_pointer(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next().is_some_and(|line| line.starts_with("version https://git-lfs.github.com/spec/"))
        && lines.clone().any(|line| line.starts_with("oid sha256:"))
        && lines.any(|line| line.starts_with("size "))
}

#[cfg(test)]
mod tests;
