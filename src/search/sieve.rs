//! Decides which documents may answer a query, whatever found them: validity, filters, phrases, exclusions. It ranks
//! nothing.

use jiff::civil::Date;

use super::chunk::Chunk;
use super::filter::admitted;
use super::phrase::{admits, stands_in};
use super::query::{Exclusion, Query};
use super::term::Term;
use crate::port::{IndexError, IndexView, Validity};

/// What counts as an answer beside the words.
#[derive(Clone, Copy, Debug)]
pub struct Admission {
    /// The day for which the answer must hold.
    pub on: Date,
    /// Whether deprecated and superseded notes count.
    pub retired: bool,
}

impl Admission {
    /// Whether what is valid as `validity` says counts.
    pub fn admits(&self, validity: Validity) -> bool {
        (self.retired || !validity.retired) && validity.holds_on(self.on)
    }
}

/// What a sieve says of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// It may answer.
    Admitted,
    /// It is deprecated or superseded.
    Retired,
    /// It does not hold on the day.
    NotValid,
    /// It does not meet the filters.
    Filtered,
}

/// Decides which documents of a view may answer a query.
pub struct Sieve<'v, 'q> {
    view: &'v dyn IndexView,
    query: &'q Query,
    admission: Admission,
    admitted: Option<Vec<bool>>,
    exclusions: Vec<(&'q Exclusion, Vec<u32>)>,
}

impl<'v, 'q> Sieve<'v, 'q> {
    /// The sieve of `query` for `view`.
    pub fn new(
        view: &'v dyn IndexView,
        query: &'q Query,
        admission: &Admission,
    ) -> Result<Sieve<'v, 'q>, IndexError> {
        let mut exclusions = Vec::new();
        for exclusion in &query.exclusions {
            exclusions.push((exclusion, holding_all(view, &exclusion.terms)?));
        }
        Ok(Sieve {
            view,
            query,
            admission: *admission,
            admitted: admitted(view, &query.filters)?,
            exclusions,
        })
    }

    /// Whether `document` may answer, as far as that can be told without its text.
    pub fn judge(&self, document: u32) -> Judgment {
        let validity = self.view.validity(document);
        if self.admitted.as_ref().is_some_and(|admitted| admitted.get(document as usize) != Some(&true)) {
            Judgment::Filtered
        } else if validity.retired && !self.admission.retired {
            Judgment::Retired
        } else if !validity.holds_on(self.admission.on) {
            Judgment::NotValid
        } else {
            Judgment::Admitted
        }
    }

    /// Whether it says which notes are wanted, and not only which are not.
    pub(super) fn chooses(&self) -> bool {
        self.query.filters.iter().any(|filter| !filter.excluded)
    }

    /// Whether [`Sieve::passes`] has to be asked at all.
    pub fn reads_text(&self) -> bool {
        !self.query.phrases.is_empty() || !self.exclusions.is_empty()
    }

    /// Whether a document that was admitted may answer with the text of `chunk`: it has the words in quotes, and its
    /// note has nothing that was excluded.
    pub fn passes(&self, chunk: &Chunk) -> Result<bool, IndexError> {
        if !admits(self.query, chunk) {
            return Ok(false);
        }
        if self.exclusions.iter().all(|(_, holding)| holding.is_empty()) {
            return Ok(true);
        }
        let pieces = self.view.pieces(&chunk.note)?;
        for (exclusion, holding) in &self.exclusions {
            for piece in pieces.iter().filter(|piece| holding.binary_search(piece).is_ok()) {
                let stands = !exclusion.phrase || {
                    let piece = Chunk::decode(&self.view.body(*piece)?);
                    piece.is_some_and(|piece| stands_in(&exclusion.shown, &piece))
                };
                if stands {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// The documents that hold every one of `terms`, in ascending order.
fn holding_all(view: &dyn IndexView, terms: &[Term]) -> Result<Vec<u32>, IndexError> {
    let mut all: Option<Vec<u32>> = None;
    for term in terms {
        let holding = holding(view, term)?;
        all = Some(match all {
            None => holding,
            Some(all) => all.into_iter().filter(|document| holding.binary_search(document).is_ok()).collect(),
        });
    }
    Ok(all.unwrap_or_default())
}

/// The documents that hold `term` in any of its forms, in ascending order.
fn holding(view: &dyn IndexView, term: &Term) -> Result<Vec<u32>, IndexError> {
    let mut documents = Vec::new();
    for probe in term.probes.iter().filter(|probe| probe.whole) {
        for (&field, form) in
            probe.fields().iter().flat_map(|field| probe.forms.iter().map(move |form| (field, form)))
        {
            documents.extend(view.postings(field, form)?.into_iter().map(|posting| posting.document));
        }
    }
    documents.sort_unstable();
    documents.dedup();
    Ok(documents)
}
