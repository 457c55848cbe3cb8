//! One segment of an index, open for reading, with the columns that every search needs.

use std::cell::OnceCell;

use rayon::prelude::*;
use tantivy::columnar::{Column, StrColumn};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::store::StoreReader;
use tantivy::{DocId, Segment, SegmentReader};

use super::engine;
use super::schema::{Fields, column, eights, to_day, units};
use crate::path::RepoPath;
use crate::port::{IndexError, Validity, Vector, VectorField};

/// How many vectors one thread compares at a time.
const SLICE: usize = 4_096;

/// One segment. Its documents are numbered from `base` on.
pub(super) struct OpenSegment {
    pub base: u32,
    pub reader: SegmentReader,
    pub lengths: Vec<FieldNormReader>,
    pub access: Option<StrColumn>,
    note: Option<StrColumn>,
    content: Option<StrColumn>,
    ordinal: Column<u64>,
    key: Column<u64>,
    from: Option<Column<i64>>,
    until: Option<Column<i64>>,
    retired: Column<u64>,
    vectors: [Option<Column<u64>>; 2],
    /// The stored documents, once one was asked for.
    store: OnceCell<StoreReader>,
    /// Which documents hold for ever, once that was asked for by who asks again.
    unbounded: OnceCell<Vec<bool>>,
    /// The vectors unpacked, once they were asked for by who asks again.
    unpacked: [OnceCell<Unpacked>; 2],
}

/// All vectors of a segment, one after the other.
struct Unpacked {
    /// How many units a vector has.
    width: usize,
    units: Vec<i8>,
    /// Whether the document of that number has one.
    has: Vec<bool>,
}

impl OpenSegment {
    /// Opens `segment`.
    pub fn open(segment: &Segment, fields: &Fields, base: u32) -> Result<OpenSegment, IndexError> {
        let failed = engine("opening");
        let reader = SegmentReader::open(segment).map_err(&failed)?;
        let lengths = fields
            .texts
            .iter()
            .map(|&field| reader.get_fieldnorms_reader(field))
            .collect::<Result<Vec<_>, _>>()
            .map_err(&failed)?;
        let columns = reader.fast_fields();
        Ok(OpenSegment {
            base,
            lengths,
            access: columns.str(column::ACCESS).map_err(&failed)?,
            note: columns.str(column::NOTE).map_err(&failed)?,
            content: columns.str(column::CONTENT).map_err(&failed)?,
            ordinal: columns.u64(column::ORDINAL).map_err(&failed)?,
            key: columns.u64(column::KEY).map_err(&failed)?,
            // A column that no document of the segment fills is not there.
            from: columns.i64(column::FROM).ok(),
            until: columns.i64(column::UNTIL).ok(),
            retired: columns.u64(column::RETIRED).map_err(&failed)?,
            vectors: column::VECTORS.map(|name| columns.u64(name).ok()),
            store: OnceCell::new(),
            unbounded: OnceCell::new(),
            unpacked: Default::default(),
            reader,
        })
    }

    /// Whether `document` is the first piece of its note.
    pub fn is_first_piece(&self, document: DocId) -> bool {
        self.ordinal.first(document) == Some(0)
    }

    /// What was written of the vector of `document` in `field`.
    pub fn vector(&self, field: VectorField, document: DocId) -> Vec<u64> {
        let column = self.vectors[field.index()].as_ref();
        column.map_or_else(Vec::new, |column| column.values_for_doc(document).collect())
    }

    /// What a caller must hold to see `document`, as it was written.
    pub fn access_text(&self, document: DocId) -> String {
        let mut text = String::new();
        if let Some(access) = &self.access
            && let Some(class) = access.ords().first(document)
        {
            // What cannot be read stays empty.
            let _ = access.ord_to_str(class, &mut text);
        }
        text
    }

    /// The number for ties.
    pub fn key(&self, document: DocId) -> u64 {
        self.key.first(document).unwrap_or_default()
    }

    /// Puts the cosine of the vector in `field` of every document in `wanted` with `question` into `cosines`; of a document
    /// without such a vector nothing.
    pub fn cosines(&self, field: VectorField, question: &Vector, wanted: &[bool], cosines: &mut [f32]) {
        let Some(column) = self.vectors[field.index()].as_ref() else { return };
        let asked: Vec<[i8; 8]> = eights(question.units()).map(units).collect();
        let mut own = vec![0; asked.len()];
        for (document, (cosine, _)) in
            (0..).zip(cosines.iter_mut().zip(wanted)).filter(|(_, (_, wanted))| **wanted)
        {
            let rows = column.index.value_row_ids(document);
            if !rows.is_empty() && rows.len() == asked.len() {
                column.values.get_range(u64::from(rows.start), &mut own);
                *cosine = dot(&own, &asked) as f32 / (127.0 * 127.0);
            }
        }
    }

    /// The same as [`OpenSegment::cosines`], for who asks often: the vectors are unpacked once.
    pub fn kept_cosines(&self, field: VectorField, question: &Vector, wanted: &[bool], cosines: &mut [f32]) {
        let Some(column) = self.vectors[field.index()].as_ref() else { return };
        let asked = question.units();
        let width = asked.len().div_ceil(8) * 8;
        let unpacked = self.unpacked[field.index()].get_or_init(|| unpack(column, wanted.len(), width));
        if unpacked.width != width {
            return self.cosines(field, question, wanted, cosines);
        }
        let mut padded = asked.to_vec();
        padded.resize(width, 0);
        let own = unpacked.units.par_chunks(SLICE * width).zip(unpacked.has.par_chunks(SLICE));
        let slices = cosines.par_chunks_mut(SLICE).zip(own).zip(wanted.par_chunks(SLICE));
        slices.for_each(|((cosines, (units, has)), wanted)| {
            let all = units.chunks_exact(width).zip(has).zip(wanted);
            for (cosine, ((own, has), wanted)) in cosines.iter_mut().zip(all) {
                if *has && *wanted {
                    let products = own.iter().zip(&padded).map(|(a, b)| i32::from(*a) * i32::from(*b));
                    *cosine = products.sum::<i32>() as f32 / (127.0 * 127.0);
                }
            }
        });
    }

    /// The stored documents.
    pub fn store(&self, blocks: usize) -> Result<&StoreReader, IndexError> {
        match self.store.get() {
            Some(store) => Ok(store),
            None => {
                let opened = self.reader.get_store_reader(blocks).map_err(engine("reading"))?;
                Ok(self.store.get_or_init(|| opened))
            }
        }
    }

    /// When `document` holds; who asks again has what most documents say, which is nothing, at hand.
    pub fn validity(&self, document: DocId, is_kept: bool) -> Validity {
        if is_kept {
            let all = 0..self.reader.max_doc();
            let holds = |document| self.written_validity(document) == Validity::default();
            let unbounded = self.unbounded.get_or_init(|| all.map(holds).collect());
            if unbounded.get(document as usize) == Some(&true) {
                return Validity::default();
            }
        }
        self.written_validity(document)
    }

    fn written_validity(&self, document: DocId) -> Validity {
        let day = |column: &Option<Column<i64>>| {
            column.as_ref().and_then(|column| column.first(document)).and_then(to_day)
        };
        Validity {
            from: day(&self.from),
            until: day(&self.until),
            retired: self.retired.first(document) == Some(1),
        }
    }

    /// The note of `document`.
    pub fn note(&self, document: DocId) -> Option<RepoPath> {
        RepoPath::new(text(self.note.as_ref()?, document)?).ok()
    }

    /// The name of the content of the note of `document`, a first piece.
    pub fn content(&self, document: DocId) -> Option<String> {
        text(self.content.as_ref()?, document)
    }
}

/// The vectors of `count` documents of `column`, `width` units each.
fn unpack(column: &Column<u64>, count: usize, width: usize) -> Unpacked {
    let mut unpacked = Unpacked { width, units: vec![0; count * width], has: vec![false; count] };
    let mut own = vec![0; width / 8];
    for (document, (to, has)) in (0..).zip(unpacked.units.chunks_exact_mut(width).zip(&mut unpacked.has)) {
        let rows = column.index.value_row_ids(document);
        if !rows.is_empty() && rows.len() == own.len() {
            column.values.get_range(u64::from(rows.start), &mut own);
            for (eight, to) in own.iter().zip(to.chunks_exact_mut(8)) {
                to.copy_from_slice(&units(*eight));
            }
            *has = true;
        }
    }
    unpacked
}

/// The scalar product of a vector as the column has it with another.
fn dot(own: &[u64], asked: &[[i8; 8]]) -> i32 {
    let eight = |(own, asked): (&u64, &[i8; 8])| {
        let own = units(*own);
        (0..8).map(|at| i32::from(own[at]) * i32::from(asked[at])).sum::<i32>()
    };
    own.iter().zip(asked).map(eight).sum()
}

/// The text of `document` in `column`.
fn text(column: &StrColumn, document: DocId) -> Option<String> {
    let mut text = String::new();
    column.ord_to_str(column.ords().first(document)?, &mut text).ok()?;
    Some(text)
}
