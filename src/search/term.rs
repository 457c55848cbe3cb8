//! One word of a query and the forms that are looked up for it. It looks nothing up.

use super::fold::{exact, forgiving};
use super::language::Languages;
use super::stem::forms;
use super::words::{Shape, Word};
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

/// Something to look up.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The forms, of which any will do: a word has several where its language is not known.
    pub forms: Vec<String>,
    /// Whether it is looked up among the exact forms.
    pub exact: bool,
    /// Whether every word that starts so is meant.
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

    fn loose(forms: Vec<String>, weight: f32) -> Probe {
        Probe { forms, exact: false, start: false, weight, whole: true }
    }

    fn exact(form: &str, weight: f32) -> Probe {
        Probe { forms: vec![form.to_owned()], exact: true, start: false, weight, whole: true }
    }
}

/// The terms of `word`, which stands in `text`, in any of `languages`.
pub(super) fn terms_of(text: &str, word: &Word, weight: f32, languages: Languages) -> Vec<Term> {
    let shown = text[word.span.clone()].to_owned();
    let digits = word.exact.contains(|c: char| c.is_ascii_digit());
    match word.shape {
        Shape::Plain => {
            let loose = word.loose(languages);
            let mut probes = Vec::with_capacity(2);
            if loose != [word.exact.as_str()] {
                probes.push(Probe::exact(&word.exact, 0.3));
            }
            probes.insert(0, Probe::loose(loose, 1.0));
            vec![Term { shown, weight, identifier: digits, probes }]
        }
        Shape::Compound => {
            let mut probes = vec![Probe::exact(&word.exact, 1.2)];
            let single = word.parts.len() == 1;
            let part_weight = if single { 0.8 } else { 0.4 };
            probes.extend(word.parts.iter().map(|part| {
                // `parseInvoice` is one word with `parseinvoice`.
                let whole = single || *part == word.exact;
                Probe { whole, ..Probe::loose(forms(part, languages), part_weight) }
            }));
            let identifier =
                digits || shown.contains(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
            vec![Term { shown, weight, identifier, probes }]
        }
        Shape::Unspaced => {
            let longest = if word.parts.iter().any(|part| part.chars().count() > 1) { 2 } else { 1 };
            let parts = word.parts.iter().filter(|part| part.chars().count() == longest);
            parts
                .map(|part| Term {
                    shown: part.clone(),
                    weight,
                    identifier: false,
                    probes: of_unspaced(part),
                })
                .collect()
        }
    }
}

/// What is looked up for a piece of a text without spaces: the piece, and its characters, which say little alone.
fn of_unspaced(part: &str) -> Vec<Probe> {
    let mut probes = vec![Probe::loose(vec![part.to_owned()], 1.0)];
    if part.chars().count() > 1 {
        let single = |c: char| Probe { whole: false, ..Probe::loose(vec![c.to_string()], 0.1) };
        probes.extend(part.chars().map(single));
    }
    probes
}

/// The term of every word that starts with `beginning`; `None` where it is nothing but marks.
///
/// It is looked up as it is written, and without its accents among the forms of words: between them they hold the
/// beginning of every word.
pub(super) fn term_of_start(beginning: &str) -> Option<Term> {
    let written = exact(beginning);
    let forgiving = forgiving(&written);
    if forgiving.is_empty() {
        return None;
    }
    let probe =
        |form: String, exact: bool| Probe { forms: vec![form], exact, start: true, weight: 1.0, whole: true };
    Some(Term {
        shown: format!("{beginning}*"),
        weight: 1.0,
        identifier: false,
        probes: vec![probe(forgiving, false), probe(written, true)],
    })
}
