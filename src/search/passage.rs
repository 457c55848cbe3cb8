//! Weighs the units of the ranked chunks: which lines answer best. It loads nothing.

use std::collections::HashMap;
use std::rc::Rc;

use super::chunk::Chunk;
use super::density::Density;
use super::query::Query;
use super::rank::{Hit, Ranking, Via};
use super::term::Term;
use super::words::{Met, Shape, Word, meet};

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

/// How much of a term a part of it is.
const PART: f32 = 0.3;

/// How dense in facts a unit must be that holds no word of the query, in a chunk that holds none either.
const CONTEXT_FACTS: f32 = 0.3;

/// The units of `chunks`, which belong to the hits of `ranking` one by one, best first.
pub fn passages(query: &Query, ranking: &Ranking, chunks: &[(Hit, Chunk)]) -> Vec<Passage> {
    let total = ranking.idf.iter().sum::<f32>().max(f32::EPSILON);
    let best = chunks.iter().map(|(hit, _)| hit.score).fold(f32::EPSILON, f32::max);
    let mut passages = Vec::new();
    let mut matcher = Matcher::new(query);
    for (at, (hit, chunk)) in chunks.iter().enumerate() {
        let above = 0.5 * (hit.score / best + hit.legs.whole);
        for (place, unit) in chunk.units.iter().enumerate().filter(|(_, unit)| !unit.again) {
            let mut shares = vec![0.0; query.terms.len()];
            let mut density = Density::default();
            matcher.meet(&unit.text, &mut shares, &mut density);
            let own = shares.iter().zip(&ranking.idf).map(|(share, idf)| share * idf).sum::<f32>() / total;
            let facts = density.value();
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

/// How much of each term of `query` stands in `text`: 1 for the whole term, less for a part of it, 0 for nothing.
pub fn stands(query: &Query, text: &str) -> Vec<f32> {
    let mut shares = vec![0.0; query.terms.len()];
    Matcher::new(query).meet(text, &mut shares, &mut Density::default());
    shares
}

/// Finds the terms of a query in texts, and looks at a word that comes again once.
struct Matcher<'q, 't> {
    query: &'q Query,
    known: HashMap<&'t str, Rc<[f32]>>,
}

impl<'q, 't> Matcher<'q, 't> {
    fn new(query: &'q Query) -> Matcher<'q, 't> {
        Matcher { query, known: HashMap::new() }
    }

    /// Raises `shares` to how much of each term stands in `text`, and counts its facts.
    fn meet(&mut self, text: &'t str, shares: &mut [f32], density: &mut Density) {
        meet(text, |met| {
            let found = match met {
                Met::Plain(span) => {
                    density.meet(text, &span, Shape::Plain);
                    let query = self.query;
                    let look = || found(query, &Word::plain(text, span.clone()));
                    Rc::clone(self.known.entry(&text[span.clone()]).or_insert_with(look))
                }
                Met::Other(word) => {
                    density.meet(text, &word.span, word.shape);
                    found(self.query, &word)
                }
            };
            for (share, found) in shares.iter_mut().zip(found.iter()) {
                *share = share.max(*found);
            }
        });
    }
}

/// How much of each term of `query` the word is.
fn found(query: &Query, word: &Word) -> Rc<[f32]> {
    let loose = word.loose(query.languages());
    let is_form = |exact: bool, wanted: &str| match exact {
        true => word.exact == wanted,
        false => loose.iter().any(|form| form == wanted),
    };
    let starts = |exact: bool, wanted: &str| match exact {
        true => word.exact.starts_with(wanted),
        false => loose.iter().any(|form| form.starts_with(wanted)),
    };
    let share = |term: &Term| {
        let has = |whole: bool| {
            let mut probes = term.probes.iter().filter(|probe| probe.whole == whole);
            probes.any(|probe| {
                let mut forms = probe.forms.iter();
                forms.any(|form| is_form(probe.exact, form) || probe.start && starts(probe.exact, form))
            })
        };
        match (has(true), has(false)) {
            (true, _) => 1.0,
            (_, true) => PART,
            _ => 0.0,
        }
    };
    query.terms.iter().map(share).collect()
}
