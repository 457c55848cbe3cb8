//! Ranks the documents that a caller sees by BM25 over several fields, and says what was left out and why.

use jiff::civil::Date;
use serde::Serialize;

use super::bm25::{self, Field};
use super::query::{Query, Term};
use crate::port::{IndexError, IndexView, TextField};

/// What counts as an answer beside the words.
#[derive(Clone, Copy, Debug)]
pub struct Admission {
    /// The day for which the answer must hold.
    pub on: Date,
    /// Whether deprecated and superseded notes count.
    pub retired: bool,
}

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
}

impl Hit {
    /// A document that no word led to.
    pub fn beyond_words(document: u32) -> Hit {
        Hit { document, score: 0.0, matched: 0, legs: Legs::default(), via: Via::Vector }
    }
}

/// What each leg says of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Legs {
    /// How well the words fit, by BM25.
    pub text: f32,
    /// The share of the query's weight that stands in it, from 0 to 1.
    pub coverage: f32,
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
}

/// The share of a query's weight that must stand in a document, for queries of several words.
const COVERAGE: f32 = 0.12;

/// How much a word that stands nowhere counts in a query's weight beside one that does.
///
/// It speaks against what was found, but a question in other words than the note's is still answered by it.
const ABSENT: f32 = 0.4;

/// How many documents are ranked at most.
const MOST: usize = 1_000;

/// Ranks what `view` shows for `query`.
pub fn rank(view: &dyn IndexView, query: &Query, admission: &Admission) -> Result<Ranking, IndexError> {
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
        let validity = view.validity(document);
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
        if validity.retired && !admission.retired {
            ranking.retired += 1;
        } else if !validity.holds_on(admission.on) {
            ranking.not_valid += 1;
        } else if weak || matched == 0 && scores.scores[at] < bm25::PART_ONLY * total {
            ranking.below_threshold += 1;
        } else {
            let text = scores.scores[at];
            let legs = Legs { text, coverage: covered / total.max(f32::EPSILON), meaning: [None; 2] };
            ranking.hits.push(Hit { document, score: text, matched, legs, via: Via::Text });
        }
    }
    ranking.found = ranking.hits.len();
    let order = |a: &Hit, b: &Hit| {
        b.score.total_cmp(&a.score).then_with(|| view.key(a.document).cmp(&view.key(b.document)))
    };
    if ranking.hits.len() > MOST {
        ranking.hits.select_nth_unstable_by(MOST - 1, order);
        ranking.hits.truncate(MOST);
    }
    ranking.hits.sort_by(order);
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

/// Scores under way, by document.
struct Scores<'v> {
    view: &'v dyn IndexView,
    fields: [Field; 4],
    documents: u64,
    scores: Vec<f32>,
    matched: Vec<u64>,
    touched: Vec<u32>,
    frequency: Vec<f32>,
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
            touched: Vec::new(),
            frequency: vec![0.0; bound],
            last_count: 0,
        }
    }

    /// Adds one term; gives what it says, the highest idf of its whole forms.
    fn add(&mut self, at: usize, term: &Term) -> Result<f32, IndexError> {
        let mut said: f32 = 0.0;
        let mut whole = 0;
        for probe in &term.probes {
            let fields: &[TextField] = if probe.exact {
                &[TextField::Exact]
            } else {
                &[TextField::Title, TextField::Heading, TextField::Body]
            };
            let documents = self.frequencies(fields, &probe.form)?;
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
                }
            }
        }
        self.last_count = whole;
        Ok(said)
    }

    /// Fills `frequency` with the weighed count of `form` in `fields`; gives the documents.
    fn frequencies(&mut self, fields: &[TextField], form: &str) -> Result<Vec<u32>, IndexError> {
        let mut documents = Vec::new();
        for &field in fields {
            let weighing = self.fields[field.index()];
            for posting in self.view.postings(field, form)? {
                let place = posting.document as usize;
                if self.frequency[place] == 0.0 {
                    documents.push(posting.document);
                }
                let length = self.view.length(field, posting.document);
                self.frequency[place] += weighing.weigh(posting.count, length);
            }
        }
        Ok(documents)
    }
}
