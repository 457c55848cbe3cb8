//! Cuts a note into chunks along its headings.

use jiff::civil::Date;

use super::chunk::{Chunk, Unit};
use super::outgoing::outgoing;
use super::units::units;
use crate::note::Note;
use crate::port::Validity;

/// The size that a chunk is filled to, in bytes: about 400 tokens.
const FILL: usize = 1_600;

/// The chunks of `note`. There is always one, so that a note without text is found by its title.
pub fn chunks(note: &Note) -> Vec<Chunk> {
    let empty = empty(note);
    let mut chunks: Vec<Chunk> = Vec::new();
    if !is_pointer(&note.text) {
        for (span, headings) in sections(note) {
            let mut filling = Chunk { headings, ..empty.clone() };
            for unit in units(note, span) {
                let size: usize = filling.units.iter().map(|unit| unit.text.len() + 1).sum();
                if size > 0 && size + unit.text.len() > FILL {
                    let next = Chunk { units: Vec::new(), ..filling.clone() };
                    chunks.push(std::mem::replace(&mut filling, next));
                }
                filling.units.push(unit);
            }
            if !filling.units.is_empty() {
                chunks.push(filling);
            }
        }
    }
    if chunks.is_empty() {
        chunks.push(empty);
    }
    for (ordinal, chunk) in (0..).zip(&mut chunks) {
        chunk.ordinal = ordinal;
    }
    chunks[0].links = outgoing(note);
    chunks
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
