//! BM25 over weighed fields (BM25F): the formula and its constants.
//!
//! Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.6. The
//! statistics are the caller's own: what is hidden counts nowhere.

use crate::port::TextField;

/// How soon more of the same word stops to count.
const K1: f32 = 0.9;

/// One field's weight and length norm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    weight: f32,
    b: f32,
    average: f32,
}

impl Field {
    /// The field `field`, which holds `total` terms in `documents` documents.
    pub fn new(field: TextField, total: u64, documents: u64) -> Field {
        // Short texts want little length norm: claims and chat turns are short because they say one thing.
        let (weight, b) = match field {
            TextField::Title => (1.5, 0.3),
            TextField::Heading => (1.0, 0.3),
            TextField::Body => (1.0, 0.4),
            TextField::Exact => (1.0, 0.3),
        };
        let average = if documents == 0 { 1.0 } else { (total as f64 / documents as f64) as f32 };
        Field { weight, b, average: average.max(1.0) }
    }

    /// The weighed count of a term that stands `count` times in a field of `length` terms.
    pub fn weigh(self, count: u32, length: u32) -> f32 {
        self.weight * count as f32 / (1.0 - self.b + self.b * length as f32 / self.average)
    }
}

/// How many documents without the term are counted beside those that are there.
///
/// A dozen documents say little of how common a word is: without these, the subject of a small base, which
/// stands in most of it, would say nothing at all.
const PRIOR: f64 = 100.0;

/// How much a term says that stands in `holding` of `documents` documents.
pub(super) fn idf(holding: u64, documents: u64) -> f32 {
    let (holding, documents) = (holding as f64, documents.max(holding) as f64 + PRIOR);
    ((documents - holding + 0.5) / (holding + 0.5)).ln_1p() as f32
}

/// The count of a term, saturated.
pub(super) fn saturated(frequency: f32) -> f32 {
    frequency * (K1 + 1.0) / (frequency + K1)
}
