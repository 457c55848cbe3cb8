//! Weighs the units of the ranked chunks: which lines answer best. It loads nothing.

use std::collections::HashSet;

use super::chunk::Chunk;
use super::density::density;
use super::query::Query;
use super::rank::{Hit, Ranking, Via};
use super::term::Term;
use super::words::words;

/// One unit of one ranked chunk, weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The place of the chunk among the ranked ones.
    pub chunk: usize,
    /// The place of the unit in the chunk.
    pub unit: usize,
    /// How well it answers.
    pub score: f32,
}

/// How much the chunk that a unit stands in counts beside the unit's own words.
const CHUNK: f32 = 0.6;

/// How much it counts how well the whole note answers.
const NOTE: f32 = 1.5;

/// How much facts count beside words.
const FACTS: f32 = 0.35;

/// How much an entry page counts beside a note: it lists, and says nothing that a note does not say.
const INDEX_PAGE: f32 = 0.4;

/// How dense in facts a unit must be that holds no word of the query, in a chunk that holds none either.
const CONTEXT_FACTS: f32 = 0.3;

/// The units of `chunks`, which belong to the hits of `ranking` one by one, best first.
pub fn passages(query: &Query, ranking: &Ranking, chunks: &[(Hit, Chunk)]) -> Vec<Passage> {
    let total = ranking.idf.iter().sum::<f32>().max(f32::EPSILON);
    let best = chunks.iter().map(|(hit, _)| hit.score).fold(f32::EPSILON, f32::max);
    let mut passages = Vec::new();
    for (at, (hit, chunk)) in chunks.iter().enumerate() {
        let above = 0.5 * (hit.score / best + hit.legs.whole);
        for (place, unit) in chunk.units.iter().enumerate().filter(|(_, unit)| !unit.again) {
            let own = covered(query, &ranking.idf, &unit.text) / total;
            let facts = density(&unit.text);
            // What only stands beside an answer must at least be a fact; what means the same needs none of its words.
            if !matches!(hit.via, Via::Vector | Via::Expansion)
                && hit.matched == 0
                && own == 0.0
                && facts < CONTEXT_FACTS
            {
                continue;
            }
            let page = if chunk.index_page { INDEX_PAGE } else { 1.0 };
            let score = page * (CHUNK * above + NOTE * hit.legs.whole + own + FACTS * facts);
            passages.push(Passage { chunk: at, unit: place, score });
        }
        if chunk.units.is_empty() {
            passages.push(Passage { chunk: at, unit: 0, score: CHUNK * above });
        }
    }
    passages
        .sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (a.chunk, a.unit).cmp(&(b.chunk, b.unit))));
    passages
}

/// The weight of the terms of `query` that stand in `text`.
fn covered(query: &Query, idf: &[f32], text: &str) -> f32 {
    stands(query, text).iter().zip(idf).map(|(share, idf)| share * idf).sum()
}

/// How much of each term of `query` stands in `text`: 1 for the whole term, less for a part of it, 0 for nothing.
pub fn stands(query: &Query, text: &str) -> Vec<f32> {
    let mut loose = HashSet::new();
    let mut exact = HashSet::new();
    for word in words(text) {
        loose.extend(word.loose(query.languages()));
        exact.insert(word.exact);
    }
    let stands = |term: &Term| {
        let found = |whole: bool| {
            term.probes.iter().any(|probe| {
                let forms = if probe.exact { &exact } else { &loose };
                probe.whole == whole
                    && probe.forms.iter().any(|wanted| {
                        forms.contains(wanted)
                            || probe.start && forms.iter().any(|form| form.starts_with(wanted))
                    })
            })
        };
        if found(true) {
            1.0
        } else if found(false) {
            0.3
        } else {
            0.0
        }
    };
    query.terms.iter().map(stands).collect()
}
