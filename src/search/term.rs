//! One word of a query and the forms that are looked up for it. It looks nothing up.

use super::fold::{exact, forgiving};
use super::indexing::has_exact_form;
use super::words::{Shape, Word, loose};
use crate::port::TextField;

/// One word of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The word as typed.
    pub shown: String,
    /// How much it counts beside the others.
    pub weight: f32,
    /// Whether it names something: an identifier, a number.
    pub identifier: bool,
    /// What is looked up for it.
    pub probes: Vec<Probe>,
}

/// One form to look up.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The form.
    pub form: String,
    /// Whether it is looked up among the exact forms.
    pub exact: bool,
    /// Whether every form that starts so is meant.
    pub start: bool,
    /// How much it counts.
    pub weight: f32,
    /// Whether it stands for the whole term; a part of an identifier does not.
    pub whole: bool,
}

impl Probe {
    /// The fields that it is looked up in.
    pub(super) fn fields(&self) -> &'static [TextField] {
        match self.exact {
            true => &[TextField::Exact],
            false => &[TextField::Title, TextField::Heading, TextField::Body],
        }
    }

    fn loose(form: &str, weight: f32) -> Probe {
        Probe { form: form.to_owned(), exact: false, start: false, weight, whole: true }
    }

    fn exact(form: &str, weight: f32) -> Probe {
        Probe { form: form.to_owned(), exact: true, start: false, weight, whole: true }
    }
}

/// The terms of `word`, which stands in `text`.
pub(super) fn terms_of(text: &str, word: &Word, weight: f32) -> Vec<Term> {
    let shown = text[word.span.clone()].to_owned();
    let digits = word.exact.contains(|c: char| c.is_ascii_digit());
    match word.shape {
        Shape::Plain => {
            let mut probes = vec![Probe::loose(&word.loose[0], 1.0)];
            if has_exact_form(word) {
                probes.push(Probe::exact(&word.exact, 0.3));
            }
            vec![Term { shown, weight, identifier: digits, probes }]
        }
        Shape::Compound => {
            let mut probes = vec![Probe::exact(&word.exact, 1.2)];
            let single = word.loose.len() == 1;
            let weight = if single { 0.8 } else { 0.4 };
            // `parseInvoice` is one word with `parseinvoice`.
            let joined = loose(&word.exact);
            probes.extend(
                word.loose
                    .iter()
                    .map(|form| Probe { whole: single || *form == joined, ..Probe::loose(form, weight) }),
            );
            let identifier =
                digits || shown.contains(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
            vec![Term { shown, weight, identifier, probes }]
        }
        Shape::Unspaced => {
            let longest = if word.loose.iter().any(|form| form.chars().count() > 1) { 2 } else { 1 };
            let forms = word.loose.iter().filter(|form| form.chars().count() == longest);
            forms
                .map(|form| Term {
                    shown: form.clone(),
                    weight,
                    identifier: false,
                    probes: vec![Probe::loose(form, 1.0)],
                })
                .collect()
        }
    }
}

/// The term of every word that starts with `beginning`.
///
/// It is looked up as it is written, and without its accents among the forms of words: between them they hold the
/// beginning of every word.
pub(super) fn term_of_start(beginning: &str) -> Term {
    let written = exact(beginning);
    let probe = |form: String, exact: bool| Probe { form, exact, start: true, weight: 1.0, whole: true };
    Term {
        shown: format!("{beginning}*"),
        weight: 1.0,
        identifier: false,
        probes: vec![probe(forgiving(&written), false), probe(written, true)],
    }
}
