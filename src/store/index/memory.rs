//! An index in memory: of a few notes laid over a kept one, or of all where none can be kept.

use tantivy::TantivyDocument;
use tantivy::directory::RamDirectory;

use super::schema::{self, Fields};
use super::{BUILD_MEMORY, engine};
use crate::port::{Document, IndexError};

/// The engine's index of `documents`.
pub(super) fn index(documents: impl IntoIterator<Item = Document>) -> Result<tantivy::Index, IndexError> {
    let fields = Fields::new();
    let mut writer = schema::builder()
        .single_segment_index_writer::<TantivyDocument>(RamDirectory::create(), BUILD_MEMORY)
        .map_err(engine("making"))?;
    for document in documents {
        writer.add_document(fields.document(document)).map_err(engine("filling"))?;
    }
    writer.finalize().map_err(engine("finishing"))
}
