//! One part of an index being written to: what goes in and out of it, and its state after that.

use std::path::Path;

use tantivy::indexer::{IndexWriterOptions, NoMergePolicy};
use tantivy::{IndexSettings, IndexWriter, TantivyDocument, Term};

use super::current::{self, Part};
use super::part::PartFolder;
use super::{engine, schema};
use crate::caller::Tenant;
use crate::port::IndexError;

/// How many segments there may be before the small ones are joined.
const MOST_SEGMENTS: usize = 8;

/// A segment of more documents than this is joined with others only when half of it was taken out.
const LARGE_SEGMENT: u32 = 10_000;

/// A part being written to.
pub(super) struct PartWriter {
    tenant: Option<Tenant>,
    folder: PartFolder,
    index: tantivy::Index,
    writer: IndexWriter<TantivyDocument>,
}

impl PartWriter {
    /// Starts writing to the part of `tenant` below `folder`, which is `before` or new, with `memory` bytes.
    pub fn open(
        folder: &Path,
        tenant: Option<&Tenant>,
        before: Option<&Part>,
        memory: usize,
    ) -> Result<PartWriter, IndexError> {
        let path = folder.join(current::folder(tenant));
        std::fs::create_dir_all(&path).map_err(|source| IndexError::Io {
            doing: "making",
            path: path.display().to_string(),
            source,
        })?;
        let folder = PartFolder::open(&path, before.map(Part::state).as_ref())?;
        let index = match before {
            Some(_) => tantivy::Index::open(folder.clone()),
            None => tantivy::Index::create(folder.clone(), schema::schema(), IndexSettings::default()),
        };
        let index = index.map_err(engine("opening"))?;
        schema::prepare(&index);
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(memory)
            .build();
        let writer = index.writer_with_options(options).map_err(engine("writing"))?;
        // Joining segments happens at the end of a build, when it is worth it, never behind its back.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        Ok(PartWriter { tenant: tenant.cloned(), folder, index, writer })
    }

    /// Takes out the documents that hold `term`.
    pub fn remove(&self, term: Term) {
        self.writer.delete_term(term);
    }

    /// Puts a document in.
    pub fn add(&self, document: TantivyDocument) -> Result<(), IndexError> {
        self.writer.add_document(document).map(drop).map_err(engine("filling"))
    }

    /// Writes everything to disk, where nobody sees it yet; gives what the part is then.
    pub fn finish(mut self) -> Result<Part, IndexError> {
        self.writer.commit().map_err(engine("writing"))?;
        let crowded = self.crowded()?;
        if !crowded.is_empty() {
            self.writer.merge(&crowded).wait().map_err(engine("joining segments of"))?;
        }
        self.writer.wait_merging_threads().map_err(engine("writing"))?;
        Ok(Part::new(self.tenant, self.folder.state()?))
    }

    /// The segments to join, if there are too many.
    fn crowded(&self) -> Result<Vec<tantivy::index::SegmentId>, IndexError> {
        let metas = self.index.searchable_segment_metas().map_err(engine("reading"))?;
        if metas.len() <= MOST_SEGMENTS {
            return Ok(Vec::new());
        }
        let joined = metas
            .iter()
            .filter(|meta| meta.max_doc() < LARGE_SEGMENT || meta.num_deleted_docs() > meta.max_doc() / 2);
        Ok(joined.map(tantivy::SegmentMeta::id).collect())
    }
}
