//! A build under way: what goes in and out, made visible in one commit of the engine.

use std::fs::File;

use tantivy::indexer::{IndexWriterOptions, NoMergePolicy};
use tantivy::{IndexWriter, TantivyDocument, Term};

use super::schema::Fields;
use super::snapshot::Snapshot;
use super::{BUILD_MEMORY, engine};
use crate::path::RepoPath;
use crate::port::{Document, Index as _, IndexBuild, IndexError, Stamp, fault};

/// The memory for a few notes, in bytes; the engine takes no less.
const SMALL_MEMORY: usize = 15 << 20;

/// How many segments there may be before the small ones are joined.
const MOST_SEGMENTS: usize = 8;

/// A segment of more documents than this is joined with others only when half of it was taken out.
const LARGE_SEGMENT: u32 = 10_000;

/// A build under way.
pub(super) struct Building {
    index: tantivy::Index,
    fields: Fields,
    before: Option<Snapshot>,
    writer: Option<IndexWriter<TantivyDocument>>,
    whole: bool,
    /// Held until the build is over.
    _lock: File,
}

impl Building {
    /// Starts a build of `index` under `lock`.
    pub fn new(index: tantivy::Index, before: Option<Snapshot>, lock: File) -> Building {
        super::schema::prepare(&index);
        Building { index, fields: Fields::new(), before, writer: None, whole: false, _lock: lock }
    }

    /// The engine's writer, whose threads start with the first change only.
    fn writer(&mut self) -> Result<&mut IndexWriter<TantivyDocument>, IndexError> {
        if self.writer.is_none() {
            let large = self.whole || self.before.is_none();
            let options = IndexWriterOptions::builder()
                .num_worker_threads(1)
                .num_merge_threads(1)
                .memory_budget_per_thread(if large { BUILD_MEMORY } else { SMALL_MEMORY })
                .build();
            let writer = self.index.writer_with_options(options).map_err(engine("writing"))?;
            // Joining segments happens at the end of a build, when it is worth it, never behind its back.
            writer.set_merge_policy(Box::new(NoMergePolicy));
            self.writer = Some(writer);
        }
        self.writer.as_mut().ok_or_else(|| engine("writing")("no writer"))
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

impl IndexBuild for Building {
    fn stamp(&self) -> Option<&Stamp> {
        self.before.as_ref().map(|before| before.stamp())
    }

    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError> {
        self.before.as_ref().map_or_else(|| Ok(Vec::new()), |before| before.contents())
    }

    fn clear(&mut self) -> Result<(), IndexError> {
        self.whole = true;
        self.writer()?.delete_all_documents().map(drop).map_err(engine("emptying"))
    }

    fn remove(&mut self, note: &RepoPath) -> Result<(), IndexError> {
        let term = Term::from_field_text(self.fields.note, note.as_str());
        self.writer()?.delete_term(term);
        Ok(())
    }

    fn add(&mut self, document: Document) -> Result<(), IndexError> {
        let document = self.fields.document(document);
        self.writer()?.add_document(document).map(drop).map_err(engine("filling"))
    }

    fn commit(mut self: Box<Self>, stamp: &Stamp) -> Result<(), IndexError> {
        let payload = serde_json::to_string(stamp).map_err(engine("stamping"))?;
        self.before = None;
        let writer = self.writer()?;
        let mut prepared = writer.prepare_commit().map_err(engine("writing"))?;
        prepared.set_payload(&payload);
        fault::point("build.before-commit");
        prepared.commit().map_err(engine("writing"))?;
        fault::point("build.after-commit");
        let crowded = self.crowded()?;
        let writer = self.writer()?;
        if !crowded.is_empty() {
            writer.merge(&crowded).wait().map_err(engine("joining segments of"))?;
            writer.garbage_collect_files().wait().map_err(engine("tidying"))?;
        }
        match self.writer.take() {
            Some(writer) => writer.wait_merging_threads().map_err(engine("writing")),
            None => Ok(()),
        }
    }
}
