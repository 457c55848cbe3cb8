//! Everything that a reader can see of an index, as text: what an incremental and a full build must have in common.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tantivy::postings::Postings as _;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet as _, TERMINATED};

use super::engine;
use super::segment::OpenSegment;
use super::snapshot::Snapshot;
use super::view::View;
use crate::caller::Caller;
use crate::digest::hex;
use crate::port::{IndexError, IndexView as _, TextField, VectorField};

/// Lines by document.
type Lines = BTreeMap<u32, String>;

/// A line for each document of `snapshot`, ordered.
pub(super) fn dump(snapshot: &Snapshot) -> Result<Vec<String>, IndexError> {
    let view = View::new(snapshot, &Caller::owner())?;
    let mut lines = Lines::new();
    for segment in &snapshot.segments {
        for document in segment.reader.doc_ids_alive() {
            let number = segment.base + document;
            if snapshot.hidden.contains(&number) {
                continue;
            }
            let lengths = TextField::ALL.map(|field| view.length(field, number));
            let vectors = VectorField::ALL.map(|field| segment.vector(field, document));
            let access = segment.access_text(document);
            let line = format!(
                "{:016x} {:?} {access} {:?} {lengths:?} {vectors:x?} {}",
                segment.key(document),
                (segment.note(document), segment.content(document)),
                segment.validity(document, false),
                hex(&view.body(number)?),
            );
            lines.insert(number, line);
        }
    }
    let fields = snapshot.fields;
    let named = [("note", fields.note), ("facet", fields.facet)];
    let texts = TextField::ALL.map(|field| ("text", fields.text(field)));
    for (name, field) in named.into_iter().chain(texts) {
        for segment in &snapshot.segments {
            add_terms(&mut lines, segment, name, field)?;
        }
    }
    let mut lines: Vec<String> = lines.into_values().collect();
    lines.sort_unstable();
    Ok(lines)
}

/// Adds the terms of `field` to the lines of the documents that hold them.
fn add_terms(lines: &mut Lines, segment: &OpenSegment, name: &str, field: Field) -> Result<(), IndexError> {
    let inverted = segment.reader.inverted_index(field).map_err(engine("reading"))?;
    let mut terms = inverted.terms().stream().map_err(engine("reading"))?;
    while let Some((term, info)) = terms.next() {
        let shown = String::from_utf8_lossy(term);
        let mut postings = inverted
            .read_postings_from_terminfo(info, IndexRecordOption::WithFreqs)
            .map_err(engine("reading"))?;
        let mut document = postings.doc();
        while document != TERMINATED {
            if let Some(line) = lines.get_mut(&(segment.base + document)) {
                // Writing to a String cannot fail.
                let _ = write!(line, " {name}{}:{shown}*{}", field.field_id(), postings.term_freq());
            }
            document = postings.advance();
        }
    }
    Ok(())
}
