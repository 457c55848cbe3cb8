//! Reads a query: whatever was typed, quotes and signs included, becomes terms to look up. It never fails.

use super::filler::{Filler, filler};
use super::indexing::has_exact_form;
use super::words::{Shape, Word, words};

/// The longest query that is read whole, in bytes; of a longer one the last question counts.
const LONGEST: usize = 1_000;

/// The most terms that a query has.
const MOST_TERMS: usize = 64;

/// What is looked up for a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The part of the text that counted.
    pub text: String,
    /// The terms, each once.
    pub terms: Vec<Term>,
    /// Words in double quotes that must stand in a result as they are.
    pub phrases: Vec<String>,
    /// Whether only the end of the text counted.
    pub shortened: bool,
}

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
    /// How much it counts.
    pub weight: f32,
    /// Whether it stands for the whole term; a part of an identifier does not.
    pub whole: bool,
}

impl Query {
    /// Reads `text`.
    pub fn parse(text: &str) -> Query {
        let text = text.trim();
        let focused = focus(text);
        let found = words(focused);
        let all_fillers = found.iter().all(|word| filler(&word.exact) != Filler::None);
        let mut terms: Vec<Term> = Vec::new();
        for word in found {
            let weight = match filler(&word.exact) {
                _ if all_fillers => 1.0,
                Filler::Function => continue,
                Filler::Chatter => 0.3,
                Filler::None => 1.0,
            };
            for term in of_word(focused, &word, weight) {
                let known = terms.iter().any(|other| other.probes == term.probes);
                if !known && terms.len() < MOST_TERMS {
                    terms.push(term);
                }
            }
        }
        Query {
            phrases: phrases(focused),
            text: focused.to_owned(),
            terms,
            shortened: focused.len() < text.len(),
        }
    }

    /// Whether there is nothing to look up.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

fn of_word(text: &str, word: &Word, weight: f32) -> Vec<Term> {
    let shown = text[word.span.clone()].to_owned();
    let digits = word.exact.contains(|c: char| c.is_ascii_digit());
    match word.shape {
        Shape::Plain => {
            let mut probes =
                vec![Probe { form: word.loose[0].clone(), exact: false, weight: 1.0, whole: true }];
            if has_exact_form(word) {
                probes.push(Probe { form: word.exact.clone(), exact: true, weight: 0.3, whole: true });
            }
            vec![Term { shown, weight, identifier: digits, probes }]
        }
        Shape::Compound => {
            let mut probes = vec![Probe { form: word.exact.clone(), exact: true, weight: 1.2, whole: true }];
            let single = word.loose.len() == 1;
            probes.extend(word.loose.iter().map(|form| Probe {
                form: form.clone(),
                exact: false,
                weight: if single { 0.8 } else { 0.4 },
                whole: single,
            }));
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
                    probes: vec![Probe { form: form.clone(), exact: false, weight: 1.0, whole: true }],
                })
                .collect()
        }
    }
}

/// The part of a query that counts: all of it, or, where somebody pasted instructions before the question, its end.
///
/// Agents put their whole instructions before the question; searched for as one they find nothing of use.
fn focus(text: &str) -> &str {
    if text.len() <= LONGEST {
        return text;
    }
    let last = text.rsplit("\n\n").map(str::trim).find(|part| !part.is_empty()).unwrap_or(text);
    if last.len() <= LONGEST {
        return last;
    }
    let line = text.lines().rev().map(str::trim).find(|line| line.ends_with('?')).unwrap_or(last);
    if line.len() <= LONGEST {
        return line;
    }
    let mut start = line.len() - LONGEST;
    while !line.is_char_boundary(start) {
        start += 1;
    }
    let tail = &line[start..];
    let sentence = tail.find(['.', '!', '?', '\n']).filter(|&at| at + 1 < tail.len());
    sentence.map_or(tail, |at| tail[at + 1..].trim_start())
}

/// The words in balanced double quotes, where they make up at least half of the query.
///
/// A question that quotes a word in passing is still a question.
fn phrases(text: &str) -> Vec<String> {
    let pieces: Vec<&str> = text.split(['"', '“', '”']).collect();
    if pieces.len() < 3 || pieces.len().is_multiple_of(2) {
        return Vec::new();
    }
    let count =
        |odd: usize| -> usize { pieces.iter().skip(odd).step_by(2).map(|piece| words(piece).len()).sum() };
    if count(1) < count(0) {
        return Vec::new();
    }
    pieces
        .into_iter()
        .skip(1)
        .step_by(2)
        .map(str::trim)
        .filter(|piece| piece.contains(char::is_alphanumeric))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        Query::parse(text).terms.into_iter().map(|term| term.shown).collect()
    }

    #[test]
    fn function_words_go_unless_nothing_else_is_there() {
        assert_eq!(shown("What was my claim number?"), ["claim", "number"]);
        assert_eq!(shown("AND"), ["AND"]);
        assert_eq!(shown("what is it"), ["what", "is", "it"]);
    }

    #[test]
    fn any_text_is_a_query() {
        for text in
            ["", "\"", "\"\"", "-403", "NEAR(", "title:foo", "((((", "\\", "\0", "*", "a AND (b OR", "“x"]
        {
            let _ = Query::parse(text);
        }
        assert!(Query::parse(" \t").is_empty());
        assert_eq!(Query::parse("\"quoted phrase\"").phrases, ["quoted phrase"]);
        assert!(Query::parse("\"unfinished").phrases.is_empty());
        assert!(Query::parse("why did they write \"restructuring\" in my letter?").phrases.is_empty());
    }

    #[test]
    fn pasted_instructions_give_way_to_the_last_question() {
        let pasted =
            format!("{}\n\nWhen does the warranty end?", "You are a careful assistant. ".repeat(100));
        let query = Query::parse(&pasted);
        assert!(query.shortened);
        assert_eq!(query.text, "When does the warranty end?");
        let endless = "word ".repeat(10_000);
        assert!(Query::parse(&endless).text.len() <= LONGEST);
    }
}
