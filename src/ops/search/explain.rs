//! Says how a result came to its place: what each word adds, its rank in each leg, and who moved it.

use std::collections::HashMap;

use super::report::{Explanation, Ranks, TermShare};
use crate::port::{IndexError, IndexView, VectorField};
use crate::search::{Hit, Meaning, Query, Ranking, shares};

/// What is known of one search, to explain its results from.
pub(super) struct Explainer<'s> {
    view: &'s dyn IndexView,
    query: &'s Query,
    ranking: &'s Ranking,
    meanings: &'s [Meaning],
    text: HashMap<u32, usize>,
    fused: HashMap<u32, usize>,
    judge: Option<String>,
}

impl<'s> Explainer<'s> {
    /// Explains results of `query`, whose order before anybody moved them was that of `fused`.
    pub fn new(
        view: &'s dyn IndexView,
        query: &'s Query,
        ranking: &'s Ranking,
        meanings: &'s [Meaning],
        fused: &[Hit],
        judge: Option<String>,
    ) -> Explainer<'s> {
        let ranks = |hits: &[Hit]| hits.iter().map(|hit| hit.document).zip(1..).collect();
        Explainer { view, query, ranking, meanings, text: ranks(&ranking.hits), fused: ranks(fused), judge }
    }

    /// How `hit` came to its place.
    pub fn explain(&self, hit: &Hit) -> Result<Explanation, IndexError> {
        let shares = shares(self.view, self.query, hit.document)?;
        let terms = self.query.terms.iter().zip(&self.ranking.idf).zip(shares);
        let weight = |field: VectorField| {
            self.meanings.iter().find(|meaning| meaning.field == field).map(Meaning::counted)
        };
        let vector = weight(VectorField::Instant).or(weight(VectorField::Deep)).unwrap_or(0.0);
        Ok(Explanation {
            terms: terms
                .map(|((term, idf), score)| TermShare { term: term.shown.clone(), idf: *idf, score })
                .collect(),
            coverage: hit.legs.coverage,
            whole: hit.legs.whole,
            weights: [1.0 - vector, vector],
            ranks: Ranks {
                text: self.text.get(&hit.document).copied(),
                vector: self.nearness(VectorField::Instant, hit),
                deep: self.nearness(VectorField::Deep, hit),
                fused: self.fused.get(&hit.document).copied(),
            },
            thresholds: None,
            reranked_by: self.judge.clone(),
        })
    }

    /// The rank of `hit` among all documents by nearness in meaning.
    fn nearness(&self, field: VectorField, hit: &Hit) -> Option<usize> {
        let own = hit.legs.meaning[field.index()]?;
        let meaning = self.meanings.iter().find(|meaning| meaning.field == field)?;
        Some(1 + meaning.similarities.iter().filter(|&&similarity| similarity > own).count())
    }
}
