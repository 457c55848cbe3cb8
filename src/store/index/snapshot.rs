//! An index open for reading, as it stood when it was opened. Later builds do not change it.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::rc::Rc;

use tantivy::Term;

use super::current::Current;
use super::dump;
use super::engine;
use super::memory;
use super::part::PartFolder;
use super::schema::{self, Fields};
use super::segment::OpenSegment;
use super::view::{Seen, View};
use crate::caller::{Caller, Tenant};
use crate::path::RepoPath;
use crate::port::{Document, Index, IndexError, IndexView as _, Stamp};

/// An index open for reading.
pub(super) struct Snapshot {
    pub fields: Fields,
    pub segments: Vec<OpenSegment>,
    /// The documents that are covered by what was laid over them.
    pub hidden: HashSet<u32>,
    /// Whether it serves many reads: what costs time at the first is worth its memory.
    pub is_kept: bool,
    /// What the caller of the last view sees.
    pub seen: RefCell<Option<(Caller, Rc<Seen>)>>,
    /// Where the segments of each part end.
    parts: Vec<(Option<Tenant>, usize)>,
    stamp: Stamp,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot").field("stamp", &self.stamp).finish_non_exhaustive()
    }
}

impl Snapshot {
    /// Opens the parts of `current`, which lie in `folder`, that `caller` may see something of.
    pub fn open(folder: &Path, current: &Current, caller: &Caller) -> Result<Snapshot, IndexError> {
        let mut snapshot = Snapshot::of(&current.stamp);
        for part in current.parts.iter().filter(|part| caller.enters(part.tenant.as_ref())) {
            let directory = PartFolder::open(&folder.join(part.folder()), Some(&part.state()))?;
            snapshot.append(&tantivy::Index::open(directory).map_err(engine("opening"))?)?;
            snapshot.parts.push((part.tenant.clone(), snapshot.segments.len()));
        }
        Ok(snapshot)
    }

    /// An index of nothing.
    fn of(stamp: &Stamp) -> Snapshot {
        Snapshot {
            fields: Fields::new(),
            segments: Vec::new(),
            hidden: HashSet::new(),
            is_kept: false,
            seen: RefCell::default(),
            parts: Vec::new(),
            stamp: stamp.clone(),
        }
    }

    /// An index that lies in memory as a whole.
    pub fn in_memory(index: &tantivy::Index, stamp: &Stamp) -> Result<Snapshot, IndexError> {
        let mut snapshot = Snapshot::of(stamp);
        snapshot.append(index)?;
        Ok(snapshot)
    }

    /// Numbers the documents of `index` after those that are here.
    fn append(&mut self, index: &tantivy::Index) -> Result<(), IndexError> {
        schema::prepare(index);
        let mut base = self.segments.last().map_or(0, |last| last.base + last.reader.max_doc());
        for segment in index.searchable_segments().map_err(engine("opening"))? {
            let open = OpenSegment::open(&segment, &self.fields, base)?;
            base += open.reader.max_doc();
            self.segments.push(open);
        }
        Ok(())
    }

    /// The tenants of the parts with a document that holds `term`.
    pub fn holders(&self, term: &Term) -> Result<BTreeSet<Option<Tenant>>, IndexError> {
        let mut holders = BTreeSet::new();
        let mut from = 0;
        for (tenant, end) in &self.parts {
            for segment in &self.segments[from..*end] {
                let inverted = segment.reader.inverted_index(term.field()).map_err(engine("reading"))?;
                if inverted.get_term_info(term).map_err(engine("reading"))?.is_some() {
                    holders.insert(tenant.clone());
                }
            }
            from = *end;
        }
        Ok(holders)
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
        self.seen.take();
        if !documents.is_empty() {
            self.append(&memory::index(documents)?)?;
        }
        Ok(self)
    }
}
