//! An index open for reading, as it stood when it was opened. Later builds do not change it.

use std::collections::HashSet;

use tantivy::Directory as _;
use tantivy::directory::META_LOCK;

use super::dump;
use super::engine;
use super::memory;
use super::schema::{self, Fields};
use super::segment::OpenSegment;
use super::view::View;
use crate::caller::Caller;
use crate::path::RepoPath;
use crate::port::{Document, Index, IndexError, IndexView as _, Stamp};

/// An index open for reading.
pub(super) struct Snapshot {
    pub fields: Fields,
    pub segments: Vec<OpenSegment>,
    /// The documents that are covered by what was laid over them.
    pub hidden: HashSet<u32>,
    stamp: Stamp,
}

impl Snapshot {
    /// Opens the last commit of `index`, whose stamp is in the commit unless `stamp` gives it.
    pub fn open(index: &tantivy::Index, stamp: Option<&Stamp>) -> Result<Snapshot, IndexError> {
        let failed = engine("opening");
        schema::prepare(index);
        // Keeps a build from removing files between two looks; on a disk that cannot be written to there is no build.
        let _lock = index.directory().acquire_lock(&META_LOCK);
        let meta = index.load_metas().map_err(&failed)?;
        let stamp = match stamp {
            Some(stamp) => stamp.clone(),
            None => {
                let payload = meta.payload.as_deref().unwrap_or_default();
                serde_json::from_str(payload).map_err(engine("reading the stamp of"))?
            }
        };
        let fields = Fields::new();
        let mut segments = Vec::new();
        let mut base = 0;
        for segment in index.searchable_segments().map_err(&failed)? {
            let open = OpenSegment::open(&segment, &fields, base)?;
            base += open.reader.max_doc();
            segments.push(open);
        }
        Ok(Snapshot { fields, segments, hidden: HashSet::new(), stamp })
    }
}

impl Index for Snapshot {
    fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    fn view(&self, caller: &Caller) -> Result<Box<dyn crate::port::IndexView + '_>, IndexError> {
        Ok(Box::new(View::new(self, caller)?))
    }

    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError> {
        let mut contents = Vec::new();
        for segment in &self.segments {
            let alive = segment.reader.doc_ids_alive().filter(|d| !self.hidden.contains(&(segment.base + d)));
            let first = alive.filter(|&document| segment.is_first_piece(document));
            contents.extend(first.filter_map(|d| Some((segment.note(d)?, segment.content(d)?))));
        }
        Ok(contents)
    }

    fn dump(&self) -> Result<Vec<String>, IndexError> {
        dump::dump(self)
    }

    fn overlaid(
        mut self: Box<Self>,
        hidden: &[RepoPath],
        documents: Vec<Document>,
    ) -> Result<Box<dyn Index>, IndexError> {
        let covered = {
            let view = View::new(&self, &Caller::owner())?;
            let pieces = hidden.iter().map(|note| view.pieces(note));
            pieces.collect::<Result<Vec<_>, _>>()?.concat()
        };
        self.hidden.extend(covered);
        if !documents.is_empty() {
            let above = memory::index(documents)?;
            let mut base = self.segments.last().map_or(0, |last| last.base + last.reader.max_doc());
            for segment in above.searchable_segments().map_err(engine("opening"))? {
                let open = OpenSegment::open(&segment, &self.fields, base)?;
                base += open.reader.max_doc();
                self.segments.push(open);
            }
        }
        Ok(self)
    }
}
