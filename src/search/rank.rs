//! Ranks the documents that a caller sees by BM25 over several fields, and says what was left out and why.

use serde::Serialize;

use super::bm25::{self, Field};
use super::chunk::Chunk;
use super::query::Query;
use super::sieve::{Admission, Judgment, Sieve};
use super::term::{Probe, Term};
use crate::port::{IndexError, IndexView, TextField};

/// One document that answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The document.
    pub document: u32,
    /// Its score; comparable within one query only.
    pub score: f32,
    /// Which terms it holds, by bit.
    pub matched: u64,
    /// What the score is made of.
    pub legs: Legs,
    /// What led to it.
    pub via: Via,
}

/// What led to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Via {
    /// The words of the query.
    Text,
    /// Its meaning alone.
    Vector,
    /// A link from, or to, a note that answers.
    Link,
    /// Other words for the query, which a model gave.
    Expansion,
}

impl Hit {
    /// A document that no word led to.
    pub fn beyond_words(document: u32) -> Hit {
        Hit { document, score: 0.0, matched: 0, legs: Legs::default(), via: Via::Vector }
    }

    /// Whether it holds every word of `query`.
    pub fn holds_every_word(&self, query: &Query) -> bool {
        self.matched.count_ones() as usize >= query.terms.len().min(64)
    }
}

/// What each leg says of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Legs {
    /// How well the words fit, by BM25.
    pub text: f32,
    /// The share of the query's weight that stands in it, from 0 to 1.
    pub coverage: f32,
    /// The share of the query's weight that stands anywhere in its note, from 0 to 1.
    pub whole: f32,
    /// The cosine by the models, in the order of [`VectorField::ALL`](crate::port::VectorField::ALL).
    pub meaning: [Option<f32>; 2],
}

/// What ranking gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The best documents, best first.
    pub hits: Vec<Hit>,
    /// How many documents answer in all.
    pub found: usize,
    /// How much each term says, by its place in the query.
    pub idf: Vec<f32>,
    /// The words that stand in no document that the caller sees.
    pub absent: Vec<String>,
    /// How many documents were dropped because too little of the query stands in them.
    pub below_threshold: usize,
    /// How many documents were dropped because they are deprecated or superseded.
    pub retired: usize,
    /// How many documents were dropped because they do not hold on the day.
    pub not_valid: usize,
    /// How many documents were dropped because their notes do not meet the filters.
    pub filtered: usize,
    /// How many documents were dropped because they lack words in quotes, or their notes have what was excluded.
    pub refused: usize,
}

/// The share of a query's weight that must stand in a document, for queries of several words.
const COVERAGE: f32 = 0.12;

/// How much a word that stands nowhere counts in a query's weight beside one that does.
///
/// It speaks against what was found, but a question in other words than the note's is still answered by it.
const ABSENT: f32 = 0.4;

/// How many documents are ranked at most.
const MOST: usize = 1_000;

/// How many documents are read at most to find those with words in quotes, or without what is excluded.
const MOST_READ: usize = 5_000;

/// Ranks what `view` shows for `query`.
pub fn rank(view: &dyn IndexView, query: &Query, admission: &Admission) -> Result<Ranking, IndexError> {
    let sieve = Sieve::new(view, query, admission)?;
    if query.terms.is_empty() {
        return list(view, &sieve);
    }
    let mut scores = Scores::new(view);
    let mut ranking = Ranking::default();
    let mut missing = 0.0;
    for (at, term) in query.terms.iter().enumerate() {
        let idf = scores.add(at, term)?;
        ranking.idf.push(idf * term.weight);
        if scores.last_count == 0 {
            ranking.absent.push(term.shown.clone());
            missing += idf * term.weight;
        }
    }
    let total: f32 = ranking.idf.iter().sum();
    let asked = total - (1.0 - ABSENT) * missing;
    for document in std::mem::take(&mut scores.touched) {
        let at = document as usize;
        let matched = scores.matched[at];
        let covered: f32 = ranking
            .idf
            .iter()
            .zip(0..64)
            .filter(|(_, bit)| matched >> bit & 1 == 1)
            .map(|(idf, _)| idf)
            .sum();
        let named =
            query.terms.iter().enumerate().any(|(bit, term)| term.identifier && matched >> bit & 1 == 1);
        let weak = query.terms.len() > 3 && covered < COVERAGE * asked && !named;
        // Some parts of a name are not the name, all of them may be.
        let weak = weak || matched == 0 && !scores.complete[at];
        let judgment = sieve.judge(document);
        if weak && judgment == Judgment::Admitted {
            ranking.below_threshold += 1;
        } else {
            let text = scores.scores[at];
            let legs =
                Legs { text, coverage: covered / total.max(f32::EPSILON), whole: 0.0, meaning: [None; 2] };
            ranking.take(judgment, Hit { document, score: text, matched, legs, via: Via::Text });
        }
    }
    ranking.keep_best(view, &sieve)?;
    Ok(ranking)
}

/// What each term of `query` adds to the score of `document`, in the order of the terms.
pub fn shares(view: &dyn IndexView, query: &Query, document: u32) -> Result<Vec<f32>, IndexError> {
    let mut scores = Scores::new(view);
    let mut shares = Vec::with_capacity(query.terms.len());
    for (at, term) in query.terms.iter().enumerate() {
        let before = scores.scores[document as usize];
        scores.add(at, term)?;
        shares.push(scores.scores[document as usize] - before);
    }
    Ok(shares)
}

/// Every document that the filters let through, where nothing but filters is asked for.
fn list(view: &dyn IndexView, sieve: &Sieve<'_, '_>) -> Result<Ranking, IndexError> {
    let mut ranking = Ranking::default();
    if sieve.chooses() {
        for document in 0..view.bound() {
            // It holds every term that there is.
            let legs = Legs { text: 1.0, coverage: 1.0, whole: 1.0, meaning: [None; 2] };
            let hit = Hit { document, score: 1.0, matched: u64::MAX, legs, via: Via::Text };
            ranking.take(sieve.judge(document), hit);
        }
    }
    ranking.keep_best(view, sieve)?;
    Ok(ranking)
}

impl Ranking {
    /// Counts `hit`, of which the sieve says `judgment`.
    fn take(&mut self, judgment: Judgment, hit: Hit) {
        match judgment {
            Judgment::Admitted => self.hits.push(hit),
            Judgment::Retired => self.retired += 1,
            Judgment::NotValid => self.not_valid += 1,
            Judgment::Filtered => self.filtered += 1,
        }
    }

    /// Orders the hits and keeps the best that pass.
    fn keep_best(&mut self, view: &dyn IndexView, sieve: &Sieve<'_, '_>) -> Result<(), IndexError> {
        self.found = self.hits.len();
        let order = |a: &Hit, b: &Hit| {
            b.score.total_cmp(&a.score).then_with(|| view.key(a.document).cmp(&view.key(b.document)))
        };
        let most = if sieve.reads_text() { MOST_READ } else { MOST };
        if self.hits.len() > most {
            self.hits.select_nth_unstable_by(most - 1, order);
            self.hits.truncate(most);
        }
        self.hits.sort_by(order);
        if sieve.reads_text() {
            let mut passed = Vec::new();
            for hit in std::mem::take(&mut self.hits) {
                let chunk = Chunk::decode(&view.body(hit.document)?);
                if passed.len() == MOST {
                    break;
                }
                match chunk {
                    Some(chunk) if sieve.passes(&chunk)? => passed.push(hit),
                    _ => self.refused += 1,
                }
            }
            self.hits = passed;
        }
        Ok(())
    }
}

/// Scores under way, by document.
struct Scores<'v> {
    view: &'v dyn IndexView,
    fields: [Field; 4],
    documents: u64,
    scores: Vec<f32>,
    matched: Vec<u64>,
    complete: Vec<bool>,
    parts: Vec<u8>,
    touched: Vec<u32>,
    frequency: Vec<f32>,
    other: Vec<f32>,
    last_count: usize,
}

impl<'v> Scores<'v> {
    fn new(view: &'v dyn IndexView) -> Scores<'v> {
        let bound = view.bound() as usize;
        let documents = view.documents();
        let fields = TextField::ALL.map(|field| Field::new(field, view.total_length(field), documents));
        Scores {
            view,
            fields,
            documents,
            scores: vec![0.0; bound],
            matched: vec![0; bound],
            complete: vec![false; bound],
            parts: vec![0; bound],
            touched: Vec::new(),
            frequency: vec![0.0; bound],
            other: vec![0.0; bound],
            last_count: 0,
        }
    }

    /// Adds one term; gives what it says, the highest idf of its whole forms.
    fn add(&mut self, at: usize, term: &Term) -> Result<f32, IndexError> {
        let mut said: f32 = 0.0;
        let mut whole = 0;
        // All parts of a name may be the name; the characters of a word are not the word.
        let is_name = term.probes.first().is_some_and(|probe| probe.exact);
        let parts = term.probes.iter().filter(|probe| !probe.whole).count();
        let mut holding_parts = Vec::new();
        for probe in &term.probes {
            let documents = self.frequencies(probe)?;
            let idf = bm25::idf(documents.len() as u64, self.documents);
            if probe.whole {
                said = if whole == 0 {
                    idf
                } else if documents.is_empty() {
                    said
                } else {
                    said.min(idf)
                };
                whole += documents.len();
            }
            for document in documents {
                let place = document as usize;
                if self.scores[place] == 0.0 && self.matched[place] == 0 {
                    self.touched.push(document);
                }
                self.scores[place] +=
                    term.weight * probe.weight * idf * bm25::saturated(self.frequency[place]);
                self.frequency[place] = 0.0;
                if probe.whole {
                    self.matched[place] |= 1 << at;
                } else {
                    self.parts[place] += 1;
                    self.complete[place] |= is_name && usize::from(self.parts[place]) == parts;
                    holding_parts.push(place);
                }
            }
        }
        holding_parts.into_iter().for_each(|place| self.parts[place] = 0);
        self.last_count = whole;
        Ok(said)
    }

    /// Fills `frequency` with the weighed count of what `probe` looks up; gives the documents.
    ///
    /// Of several forms of a word, which a text may hold for one and the same, the most frequent counts.
    fn frequencies(&mut self, probe: &Probe) -> Result<Vec<u32>, IndexError> {
        let mut documents = Vec::new();
        for (round, form) in probe.forms.iter().enumerate() {
            let mut of_form = Vec::new();
            for &field in probe.fields() {
                let weighing = self.fields[field.index()];
                let postings = match probe.start {
                    true => self.view.starting(field, form)?,
                    false => self.view.postings(field, form)?,
                };
                for posting in postings {
                    let place = posting.document as usize;
                    let counts = if round == 0 { &mut self.frequency } else { &mut self.other };
                    if counts[place] == 0.0 {
                        of_form.push(posting.document);
                    }
                    counts[place] += weighing.weigh(posting.count, posting.length);
                }
            }
            if round > 0 {
                of_form.retain(|&document| {
                    let other = std::mem::take(&mut self.other[document as usize]);
                    let best = &mut self.frequency[document as usize];
                    let new = *best == 0.0;
                    *best = best.max(other);
                    new
                });
            }
            documents.append(&mut of_form);
        }
        Ok(documents)
    }
}
