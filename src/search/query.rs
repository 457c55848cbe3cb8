//! Reads a query: whatever was typed, quotes and signs included, becomes terms to look up and demands on the notes. It
//! never fails.

use std::collections::HashMap;

use super::detection::of_question;
use super::facet::of_language;
use super::filler::{Filler, filler};
use super::filter::Filter;
use super::focus::focus;
use super::language::{Language, Languages};
use super::syntax::{Clause, clauses};
use super::term::{Term, term_of_start, terms_of};
use super::words::{Shape, Word, words};
use crate::port::{IndexError, IndexView};

/// The most terms that a query has.
const MOST_TERMS: usize = 64;

/// How many words that only hold a sentence together make a question of a query with quotes in it.
const SENTENCE: usize = 2;

/// What is looked up for a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// What is asked for in words: the text that counted, without its filters and exclusions.
    pub text: String,
    /// The terms, each once.
    pub terms: Vec<Term>,
    /// Words in double quotes that must stand in a result as they are.
    pub phrases: Vec<String>,
    /// What no note that answers may have.
    pub exclusions: Vec<Exclusion>,
    /// What is demanded of the notes that answer.
    pub filters: Vec<Filter>,
    /// What looked like filters and was read as words, since no note meets them.
    pub unmet: Vec<String>,
    /// Whether only the end of the text counted.
    pub shortened: bool,
    typed: String,
    given: Vec<Filter>,
    languages: Languages,
}

/// Something that no note that answers may have.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusion {
    /// The words as typed.
    pub shown: String,
    /// Whether they count only as they stand.
    pub phrase: bool,
    /// What is looked up for them.
    pub terms: Vec<Term>,
}

impl Query {
    /// Reads `text`. Whatever has the form of a filter is taken for one; [`Query::settled`] looks whether it is.
    pub fn parse(text: &str) -> Query {
        let text = text.trim();
        let focused = focus(text);
        let mut query = Query::read(focused, &[], Languages::just(Language::English));
        query.shortened = focused.len() < text.len();
        query
    }

    /// The query with `filters` in addition to those that were typed; these are never words.
    pub fn with_filters(mut self, filters: impl IntoIterator<Item = Filter>) -> Query {
        let before = self.given.len();
        self.given.extend(filters);
        self.filters.extend_from_slice(&self.given[before..]);
        self
    }

    /// The query as `view` makes sense of it: its words in the forms of the languages that notes are in, and a typed filter
    /// that no note meets as words. `title:foo` may be just what somebody wrote.
    pub fn settled(self, view: &dyn IndexView) -> Result<Query, IndexError> {
        let mut unmet = Vec::new();
        for clause in clauses(&self.typed) {
            if let Clause::Filter { filter, written } = clause
                && !filter.excluded
                && filter.documents(view)?.is_empty()
            {
                unmet.push(written.to_owned());
            }
        }
        let languages = of_question(&self.text, known_languages(view)?);
        let settled = Query::read(&self.typed, &unmet, languages);
        Ok(Query { shortened: self.shortened, ..settled }.with_filters(self.given))
    }

    /// Whether there is nothing to look up.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.filters.iter().all(|filter| filter.excluded)
    }

    /// The same demands on the notes, with `text` in place of the words; it is words and nothing else, whatever signs it has.
    pub fn in_words(&self, text: &str, view: &dyn IndexView) -> Result<Query, IndexError> {
        let languages = of_question(text, known_languages(view)?);
        Ok(Query {
            text: text.to_owned(),
            terms: terms(&[text], &[], languages),
            phrases: Vec::new(),
            languages,
            ..self.clone()
        })
    }

    /// Whether other words than those typed may answer: none is in quotes, and not all are identifiers.
    pub fn is_loose(&self) -> bool {
        !self.terms.is_empty() && self.phrases.is_empty() && !self.is_of_names()
    }

    /// Whether it names something: by an identifier, or by a word or two.
    pub(super) fn is_lookup(&self) -> bool {
        self.terms.len() <= 2 || self.terms.iter().any(|term| term.identifier)
    }

    /// Whether nothing but identifiers is asked for: nothing is nearly `HTTP-403`.
    pub(super) fn is_of_names(&self) -> bool {
        !self.terms.is_empty() && self.terms.iter().all(|term| term.identifier)
    }

    /// The languages that its words may be in.
    pub(super) fn languages(&self) -> Languages {
        self.languages
    }

    /// Reads `typed`, with words in `languages`; what looks like a filter and is in `unmet` is words.
    fn read(typed: &str, unmet: &[String], languages: Languages) -> Query {
        let clauses: Vec<Clause<'_>> = clauses(typed)
            .into_iter()
            .map(|clause| match clause {
                Clause::Filter { written, .. } if unmet.iter().any(|unmet| unmet == written) => {
                    Clause::Words(written)
                }
                clause => clause,
            })
            .collect();
        // Who only says what to leave out has typed a word with a sign before it.
        let lone = clauses.iter().all(|clause| match clause {
            Clause::Exclusion { .. } => true,
            Clause::Filter { filter, .. } => filter.excluded,
            Clause::Words(_) | Clause::Phrase(_) | Clause::Start(_) => false,
        });
        let demanded = demands_phrases(&clauses, languages);
        let mut query = Query { typed: typed.to_owned(), unmet: unmet.to_vec(), ..Query::default() };
        let mut asked: Vec<&str> = Vec::new();
        let mut starts = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Words(text) => asked.push(text),
                Clause::Phrase(text) => {
                    asked.push(text);
                    if demanded {
                        query.phrases.push(text.to_owned());
                    }
                }
                Clause::Start(text) => {
                    starts.extend(term_of_start(text));
                    asked.push(text);
                }
                Clause::Exclusion { written, .. } if lone => asked.push(written),
                Clause::Exclusion { text, quoted, .. } => {
                    query.exclusions.push(exclusion(text, quoted, languages));
                }
                Clause::Filter { filter, .. } => query.filters.push(filter),
            }
        }
        query.text = asked.join(" ");
        query.terms = terms(&asked, &starts, languages);
        query
    }
}

/// The languages that notes which `view` shows may be in.
pub(super) fn known_languages(view: &dyn IndexView) -> Result<Languages, IndexError> {
    let start = of_language("");
    let codes = view.facets(&start)?;
    let languages = codes.iter().filter_map(|facet| Language::named(&facet[start.len()..]));
    Ok(languages.map(Languages::just).fold(Languages::NONE, Languages::and))
}

/// The share of the most frequent language that another must have for a base to be in it too.
const MAIN: f32 = 0.2;

/// The codes of the languages that most of what `view` shows is in, the most frequent first. What is too short to tell its
/// language counts for none.
pub fn main_languages(view: &dyn IndexView) -> Result<Vec<String>, IndexError> {
    let start = of_language("");
    let mut found = Vec::new();
    let mut several: HashMap<u32, usize> = HashMap::new();
    for facet in view.facets(&start)? {
        let documents = view.faceted(&facet)?;
        documents.iter().for_each(|&document| *several.entry(document).or_default() += 1);
        found.push((facet[start.len()..].to_owned(), documents));
    }
    let is_sure = |document: &&u32| several.get(document) == Some(&1);
    let counted = |(code, documents): (String, Vec<u32>)| (documents.iter().filter(is_sure).count(), code);
    let mut counted: Vec<(usize, String)> = found.into_iter().map(counted).collect();
    counted.sort_by(|(one, first), (other, second)| other.cmp(one).then_with(|| first.cmp(second)));
    let most = counted.first().map_or(0, |(count, _)| *count);
    counted.retain(|(count, _)| *count > 0 && *count as f32 >= MAIN * most as f32);
    Ok(counted.into_iter().map(|(_, code)| code).collect())
}

/// The terms of the texts `asked`; a word whose beginning is asked for is no term of its own.
fn terms(asked: &[&str], starts: &[Term], languages: Languages) -> Vec<Term> {
    let beginning = |text: &str| starts.iter().find(|term| term.shown.strip_suffix('*') == Some(text));
    let cut: Vec<_> = asked.iter().map(|&text| (text, words(text))).collect();
    let all_fillers =
        starts.is_empty() && cut.iter().flat_map(|(_, words)| words).all(|word| is_filler(word, languages));
    let mut terms: Vec<Term> = Vec::new();
    let mut push = |term: Term| {
        let known = terms.iter().any(|other| other.probes == term.probes);
        if !known && terms.len() < MOST_TERMS {
            terms.push(term);
        }
    };
    for (text, words) in &cut {
        if let Some(term) = beginning(text) {
            push(term.clone());
            continue;
        }
        for word in words {
            let weight = match filler(&word.exact, languages) {
                _ if all_fillers => 1.0,
                Filler::Function => continue,
                Filler::Chatter => 0.3,
                Filler::None => 1.0,
            };
            let says_something =
                |term: &Term| all_fillers || filler(&term.shown, languages) != Filler::Function;
            terms_of(text, word, weight, languages).into_iter().filter(says_something).for_each(&mut push);
        }
    }
    terms
}

/// Whether `word` says nothing: itself, or every pair of it in a script without spaces.
fn is_filler(word: &Word, languages: Languages) -> bool {
    let mut pairs = word.parts.iter().filter(|part| part.chars().count() > 1).peekable();
    match word.shape {
        Shape::Unspaced if pairs.peek().is_some() => {
            pairs.all(|pair| filler(pair, languages) == Filler::Function)
        }
        Shape::Unspaced | Shape::Plain | Shape::Compound => filler(&word.exact, languages) != Filler::None,
    }
}

/// Whether the phrases must stand in a result: a question that quotes a word in passing is still a question.
fn demands_phrases(clauses: &[Clause<'_>], languages: Languages) -> bool {
    let (mut quoted, mut apart, mut function, mut asks) = (0, 0, 0, false);
    for clause in clauses {
        match clause {
            Clause::Phrase(text) => quoted += words(text).len(),
            Clause::Words(text) => {
                let words = words(text);
                apart += words.len();
                function +=
                    words.iter().filter(|word| filler(&word.exact, languages) == Filler::Function).count();
                asks |= text.ends_with(['?', '？', '؟']);
            }
            Clause::Start(_) | Clause::Exclusion { .. } | Clause::Filter { .. } => {}
        }
    }
    quoted >= apart || (function < SENTENCE && !asks)
}

fn exclusion(text: &str, quoted: bool, languages: Languages) -> Exclusion {
    let terms = words(text).iter().flat_map(|word| terms_of(text, word, 1.0, languages)).collect();
    Exclusion { shown: text.to_owned(), phrase: quoted, terms }
}

#[cfg(test)]
mod tests;
