//! An index open for reading, as it stood when it was opened. Later builds do not change it.

use tantivy::Directory as _;
use tantivy::directory::META_LOCK;

use super::engine;
use super::schema::{self, Fields};
use super::segment::OpenSegment;
use super::view::View;
use crate::caller::Caller;
use crate::path::RepoPath;
use crate::port::{Index, IndexError, IndexView, Stamp};

/// An index open for reading.
pub(super) struct Snapshot {
    pub fields: Fields,
    pub segments: Vec<OpenSegment>,
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
        Ok(Snapshot { fields, segments, stamp })
    }
}

impl Index for Snapshot {
    fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    fn view(&self, caller: &Caller) -> Result<Box<dyn IndexView + '_>, IndexError> {
        Ok(Box::new(View::new(self, caller)?))
    }

    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError> {
        let mut contents = Vec::new();
        for segment in &self.segments {
            let alive = segment.reader.doc_ids_alive();
            contents.extend(
                alive.filter(|&document| segment.is_first_piece(document)).filter_map(|d| segment.note(d)),
            );
        }
        Ok(contents)
    }
}
