//! One segment of an index, open for reading, with the columns that every search needs.

use tantivy::columnar::{Column, StrColumn};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::{DocId, Segment, SegmentReader};

use super::engine;
use super::schema::{Fields, column, to_day};
use crate::path::RepoPath;
use crate::port::{IndexError, Validity};

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
            reader,
        })
    }

    /// Whether `document` is the first piece of its note.
    pub fn is_first_piece(&self, document: DocId) -> bool {
        self.ordinal.first(document) == Some(0)
    }

    /// The number for ties.
    pub fn key(&self, document: DocId) -> u64 {
        self.key.first(document).unwrap_or_default()
    }

    /// When `document` holds.
    pub fn validity(&self, document: DocId) -> Validity {
        let day = |column: &Option<Column<i64>>| {
            column.as_ref().and_then(|column| column.first(document)).and_then(to_day)
        };
        Validity {
            from: day(&self.from),
            until: day(&self.until),
            retired: self.retired.first(document) == Some(1),
        }
    }

    /// The note of `document` and the name of its content.
    pub fn note(&self, document: DocId) -> Option<(RepoPath, String)> {
        let text = |column: &Option<StrColumn>| {
            let column = column.as_ref()?;
            let mut text = String::new();
            column.ord_to_str(column.ords().first(document)?, &mut text).ok()?;
            Some(text)
        };
        Some((RepoPath::new(text(&self.note)?).ok()?, text(&self.content)?))
    }
}
