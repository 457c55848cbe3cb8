//! An index as one caller sees it: the filter is applied to every document before anything is counted (I7).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use tantivy::postings::Postings as _;
use tantivy::schema::{Field, IndexRecordOption, Value as _};
use tantivy::{DocSet as _, TERMINATED, TantivyDocument, Term};

use super::engine;
use super::schema::decode;
use super::segment::OpenSegment;
use super::snapshot::Snapshot;
use crate::caller::{Access, Caller};
use crate::path::RepoPath;
use crate::port::{IndexError, IndexView, Posting, TextField, Validity, Vector, VectorField};

/// How many blocks of stored documents, of 16 KB each, are kept unpacked.
const BLOCKS: usize = 16;

/// The same of all segments together, where the index stays open for who asks again.
const KEPT_BLOCKS: usize = 512;

/// An index as one caller sees it.
pub(super) struct View<'s> {
    snapshot: &'s Snapshot,
    seen: Rc<Seen>,
}

/// What one caller sees.
#[derive(Default)]
pub(super) struct Seen {
    visible: Vec<bool>,
    notes: u64,
    documents: u64,
    totals: [u64; 4],
}

impl<'s> View<'s> {
    /// What `caller` sees of `snapshot`.
    pub fn new(snapshot: &'s Snapshot, caller: &Caller) -> Result<View<'s>, IndexError> {
        let mut kept = snapshot.seen.borrow_mut();
        let seen = match &*kept {
            Some((known, seen)) if known == caller => Rc::clone(seen),
            _ => {
                let seen = Rc::new(Seen::of(snapshot, caller)?);
                *kept = Some((caller.clone(), Rc::clone(&seen)));
                seen
            }
        };
        Ok(View { snapshot, seen })
    }

    fn segment(&self, document: u32) -> &OpenSegment {
        let segments = &self.snapshot.segments;
        &segments[segments.partition_point(|segment| segment.base <= document) - 1]
    }

    /// The terms of `field` that start with `start`, of all documents: what the caller may see is for the caller of this to
    /// find out.
    fn terms(&self, field: Field, start: &str) -> Result<BTreeSet<String>, IndexError> {
        let mut terms = BTreeSet::new();
        for segment in &self.snapshot.segments {
            let inverted = segment.reader.inverted_index(field).map_err(engine("reading"))?;
            let mut stream = inverted.terms().range().ge(start).into_stream().map_err(engine("reading"))?;
            while let Some((term, _)) = stream.next() {
                if !term.starts_with(start.as_bytes()) {
                    break;
                }
                terms.extend(std::str::from_utf8(term).map(str::to_owned));
            }
        }
        Ok(terms)
    }

    /// Whether a document that the caller may see holds `term`.
    fn any_holding(&self, term: &Term) -> Result<bool, IndexError> {
        for segment in &self.snapshot.segments {
            let inverted = segment.reader.inverted_index(term.field()).map_err(engine("reading"))?;
            let postings =
                inverted.read_postings(term, IndexRecordOption::Basic).map_err(engine("reading"))?;
            let Some(mut postings) = postings else { continue };
            let mut document = postings.doc();
            while document != TERMINATED {
                if self.seen.visible[(segment.base + document) as usize] {
                    return Ok(true);
                }
                document = postings.advance();
            }
        }
        Ok(false)
    }

    /// The documents that hold `term`, those that the caller may not see left out; with the length of `text` in each.
    fn holding(&self, term: &Term, text: Option<TextField>) -> Result<Vec<Posting>, IndexError> {
        let mut found = Vec::new();
        let option = if text.is_some() { IndexRecordOption::WithFreqs } else { IndexRecordOption::Basic };
        for segment in &self.snapshot.segments {
            let inverted = segment.reader.inverted_index(term.field()).map_err(engine("reading"))?;
            let Some(mut postings) = inverted.read_postings(term, option).map_err(engine("reading"))? else {
                continue;
            };
            let lengths = text.map(|field| &segment.lengths[field.index()]);
            found.reserve(postings.size_hint() as usize);
            let mut document = postings.doc();
            while document != TERMINATED {
                let number = segment.base + document;
                if self.seen.visible[number as usize] {
                    let length = lengths.map_or(0, |lengths| lengths.fieldnorm(document));
                    found.push(Posting { document: number, count: postings.term_freq(), length });
                }
                document = postings.advance();
            }
        }
        Ok(found)
    }
}

impl Seen {
    /// What `caller` sees of `snapshot`.
    fn of(snapshot: &Snapshot, caller: &Caller) -> Result<Seen, IndexError> {
        let bound = snapshot.segments.last().map_or(0, |last| last.base + last.reader.max_doc());
        let mut view = Seen { visible: vec![false; bound as usize], ..Seen::default() };
        for segment in &snapshot.segments {
            let allowed = allowed(segment, caller)?;
            for document in 0..segment.reader.max_doc() {
                let class = segment.access.as_ref().and_then(|access| access.ords().first(document));
                let seen = class.is_some_and(|class| allowed.get(class as usize) == Some(&true));
                let is_gone = segment.reader.is_deleted(document)
                    || snapshot.hidden.contains(&(segment.base + document));
                if !seen || is_gone {
                    continue;
                }
                view.visible[(segment.base + document) as usize] = true;
                view.documents += 1;
                view.notes += u64::from(segment.is_first_piece(document));
                for (total, lengths) in view.totals.iter_mut().zip(&segment.lengths) {
                    *total += u64::from(lengths.fieldnorm(document));
                }
            }
        }
        Ok(view)
    }
}

/// Whether `caller` may see each access class of `segment`, by its number there.
fn allowed(segment: &OpenSegment, caller: &Caller) -> Result<Vec<bool>, IndexError> {
    let Some(access) = &segment.access else { return Ok(Vec::new()) };
    let mut allowed = Vec::new();
    let mut text = String::new();
    for class in 0..access.num_terms() as u64 {
        text.clear();
        access.ord_to_str(class, &mut text).map_err(engine("reading"))?;
        // What cannot be read is for nobody.
        allowed.push(decode(&text).is_some_and(|access| caller.may_see(&access)));
    }
    Ok(allowed)
}

impl IndexView for View<'_> {
    fn notes(&self) -> u64 {
        self.seen.notes
    }

    fn documents(&self) -> u64 {
        self.seen.documents
    }

    fn bound(&self) -> u32 {
        u32::try_from(self.seen.visible.len()).unwrap_or(u32::MAX)
    }

    fn total_length(&self, field: TextField) -> u64 {
        self.seen.totals[field.index()]
    }

    fn length(&self, field: TextField, document: u32) -> u32 {
        let segment = self.segment(document);
        segment.lengths[field.index()].fieldnorm(document - segment.base)
    }

    fn postings(&self, field: TextField, term: &str) -> Result<Vec<Posting>, IndexError> {
        let term = Term::from_field_text(self.snapshot.fields.text(field), term);
        self.holding(&term, Some(field))
    }

    fn starting(&self, field: TextField, start: &str) -> Result<Vec<Posting>, IndexError> {
        let mut found: BTreeMap<u32, Posting> = BTreeMap::new();
        for term in self.terms(self.snapshot.fields.text(field), start)? {
            let term = Term::from_field_text(self.snapshot.fields.text(field), &term);
            for posting in self.holding(&term, Some(field))? {
                let known = found.entry(posting.document).or_insert(Posting { count: 0, ..posting });
                known.count += posting.count;
            }
        }
        Ok(found.into_values().collect())
    }

    fn facets(&self, start: &str) -> Result<Vec<String>, IndexError> {
        let mut facets = Vec::new();
        for facet in self.terms(self.snapshot.fields.facet, start)? {
            let term = Term::from_field_text(self.snapshot.fields.facet, &facet);
            if self.any_holding(&term)? {
                facets.push(facet);
            }
        }
        Ok(facets)
    }

    fn faceted(&self, facet: &str) -> Result<Vec<u32>, IndexError> {
        let term = Term::from_field_text(self.snapshot.fields.facet, facet);
        let found = self.holding(&term, None)?;
        Ok(found.into_iter().map(|posting| posting.document).collect())
    }

    fn similarities(&self, field: VectorField, question: &Vector) -> Result<Vec<f32>, IndexError> {
        let mut similarities = vec![f32::NEG_INFINITY; self.seen.visible.len()];
        for segment in &self.snapshot.segments {
            let first = segment.base as usize;
            let all = first..first + segment.reader.max_doc() as usize;
            let (wanted, cosines) = (&self.seen.visible[all.clone()], &mut similarities[all]);
            if self.snapshot.is_kept {
                segment.kept_cosines(field, question, wanted, cosines);
            } else {
                segment.cosines(field, question, wanted, cosines);
            }
        }
        Ok(similarities)
    }

    fn is_visible(&self, document: u32) -> bool {
        self.seen.visible.get(document as usize) == Some(&true)
    }

    fn validity(&self, document: u32) -> Validity {
        let segment = self.segment(document);
        segment.validity(document - segment.base, self.snapshot.is_kept)
    }

    fn key(&self, document: u32) -> u64 {
        let segment = self.segment(document);
        segment.key(document - segment.base)
    }

    fn body(&self, document: u32) -> Result<Vec<u8>, IndexError> {
        let segment = self.segment(document);
        let blocks = match self.snapshot.is_kept {
            true => (KEPT_BLOCKS / self.snapshot.segments.len()).max(BLOCKS),
            false => BLOCKS,
        };
        let stored: TantivyDocument =
            segment.store(blocks)?.get(document - segment.base).map_err(engine("reading"))?;
        let body = stored.get_first(self.snapshot.fields.body).and_then(|value| value.as_bytes());
        Ok(body.unwrap_or_default().to_vec())
    }

    fn access(&self, document: u32) -> Access {
        let segment = self.segment(document);
        // What is seen could be decoded when the view was made.
        decode(&segment.access_text(document - segment.base)).unwrap_or_default()
    }

    fn note(&self, document: u32) -> Option<RepoPath> {
        let segment = self.segment(document);
        segment.note(document - segment.base)
    }

    fn pieces(&self, note: &RepoPath) -> Result<Vec<u32>, IndexError> {
        let term = Term::from_field_text(self.snapshot.fields.note, note.as_str());
        let found = self.holding(&term, None)?;
        Ok(found.into_iter().map(|posting| posting.document).collect())
    }
}
