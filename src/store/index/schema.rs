//! The fields of an index, and a document of ours as one of the engine's.

use jiff::civil::Date;
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager, WhitespaceTokenizer};
use tantivy::{IndexBuilder, TantivyDocument};

use crate::caller::Access;
use crate::port::{Document, TextField};

/// The tokenizer's name; terms come ready-made, separated by spaces.
const TERMS: &str = "terms";

/// The names of the columns.
pub(super) mod column {
    /// The path of the note, of its first piece only.
    pub const NOTE: &str = "path";
    /// The name of the note's content, of its first piece only.
    pub const CONTENT: &str = "content";
    /// What a caller must hold, as JSON.
    pub const ACCESS: &str = "access";
    /// The number of the piece.
    pub const ORDINAL: &str = "ordinal";
    /// The number for ties.
    pub const KEY: &str = "key";
    /// The first day of validity.
    pub const FROM: &str = "from";
    /// The last day of validity.
    pub const UNTIL: &str = "until";
    /// 1 for what is deprecated or superseded.
    pub const RETIRED: &str = "retired";
    /// The vectors, eight dimensions a number, by field.
    pub const VECTORS: [&str; 2] = ["instant", "deep"];
}

/// The fields by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    pub texts: [Field; 4],
    pub note: Field,
    pub body: Field,
    pub facet: Field,
    vectors: [Field; 2],
    path: Field,
    content: Field,
    access: Field,
    ordinal: Field,
    key: Field,
    from: Field,
    until: Field,
    retired: Field,
}

fn define() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TERMS)
        .set_fieldnorms(true)
        .set_index_option(IndexRecordOption::WithFreqs);
    let text = TextOptions::default().set_indexing_options(indexing);
    let number = NumericOptions::default().set_fast();
    let column = TextOptions::default().set_fast("raw");
    let fields = Fields {
        texts: ["title", "heading", "text", "exact"].map(|name| schema.add_text_field(name, text.clone())),
        note: schema.add_text_field("note", STRING),
        body: schema.add_bytes_field("body", BytesOptions::default().set_stored()),
        facet: schema.add_text_field("facet", STRING),
        vectors: column::VECTORS.map(|name| schema.add_u64_field(name, number.clone())),
        path: schema.add_text_field(column::NOTE, column.clone()),
        content: schema.add_text_field(column::CONTENT, column.clone()),
        access: schema.add_text_field(column::ACCESS, column),
        ordinal: schema.add_u64_field(column::ORDINAL, number.clone()),
        key: schema.add_u64_field(column::KEY, number.clone()),
        from: schema.add_i64_field(column::FROM, number.clone()),
        until: schema.add_i64_field(column::UNTIL, number.clone()),
        retired: schema.add_u64_field(column::RETIRED, number),
    };
    (schema.build(), fields)
}

/// The schema of every index.
pub(super) fn schema() -> Schema {
    define().0
}

/// What an index in memory is made with.
pub(super) fn builder() -> IndexBuilder {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(TERMS, TextAnalyzer::from(WhitespaceTokenizer::default()));
    tantivy::Index::builder().schema(schema()).tokenizers(tokenizers)
}

/// Tells an opened index how terms are separated.
pub(super) fn prepare(index: &tantivy::Index) {
    index.tokenizers().register(TERMS, TextAnalyzer::from(WhitespaceTokenizer::default()));
}

impl Fields {
    /// The fields of [`schema`].
    pub fn new() -> Fields {
        define().1
    }

    /// The field of the engine for `field`.
    pub fn text(&self, field: TextField) -> Field {
        self.texts[field.index()]
    }

    /// `document` as the engine takes it.
    pub fn document(&self, document: Document) -> TantivyDocument {
        let mut made = TantivyDocument::new();
        made.add_text(self.note, document.note.as_str());
        made.add_text(self.path, document.note.as_str());
        if document.ordinal == 0 {
            made.add_text(self.content, &document.content);
        }
        made.add_text(self.access, encode(&document.access));
        made.add_u64(self.ordinal, u64::from(document.ordinal));
        made.add_u64(self.key, key(&document));
        let validity = document.validity;
        validity.from.iter().for_each(|&day| made.add_i64(self.from, to_number(day)));
        validity.until.iter().for_each(|&day| made.add_i64(self.until, to_number(day)));
        made.add_u64(self.retired, u64::from(validity.retired));
        made.add_bytes(self.body, &document.body);
        document.facets.iter().for_each(|facet| made.add_text(self.facet, facet));
        for (field, vector) in self.vectors.into_iter().zip(&document.vectors) {
            let numbers = vector.iter().flat_map(|vector| eights(vector.units()));
            numbers.for_each(|number| made.add_u64(field, number));
        }
        for (field, terms) in self.texts.into_iter().zip(document.terms) {
            made.add_text(field, terms);
        }
        made
    }
}

/// What a caller must hold, as the column has it.
fn encode(access: &Access) -> String {
    // Two lists of texts; there is nothing in them that JSON refuses.
    serde_json::to_string(access).unwrap_or_default()
}

/// Reads what [`encode`] wrote.
pub(super) fn decode(text: &str) -> Option<Access> {
    serde_json::from_str(text).ok()
}

/// A number that depends on the note and the piece only: 64-bit FNV-1a.
fn key(document: &Document) -> u64 {
    let bytes = document.note.as_str().bytes().chain([0]).chain(document.ordinal.to_be_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A day as a number that sorts as days do: 20261130.
fn to_number(day: Date) -> i64 {
    i64::from(day.year()) * 10_000 + i64::from(day.month()) * 100 + i64::from(day.day())
}

/// Reads what [`to_number`] wrote.
pub(super) fn to_day(number: i64) -> Option<Date> {
    let part = |number: i64| i8::try_from(number).ok();
    let year = i16::try_from(number.div_euclid(10_000)).ok()?;
    Date::new(year, part(number.rem_euclid(10_000) / 100)?, part(number.rem_euclid(100))?).ok()
}

/// Dimensions of a vector as numbers of eight each, the last filled up with zeros.
pub(super) fn eights(units: &[i8]) -> impl Iterator<Item = u64> + '_ {
    units.chunks(8).map(|units| {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(units).for_each(|(byte, &unit)| *byte = unit.to_ne_bytes()[0]);
        u64::from_le_bytes(bytes)
    })
}

/// Eight dimensions of a vector of the number that [`eights`] made of them.
pub(super) fn units(eight: u64) -> [i8; 8] {
    eight.to_le_bytes().map(u8::cast_signed)
}
