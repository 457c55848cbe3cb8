//! One sentence taken apart: dates, times, quantities, identifiers and content words, each with its tokens.

use std::ops::Range;

use crate::verify::code::{self, Code};
use crate::verify::date::{self, Written};
use crate::verify::hour::{self, Hour};
use crate::verify::lex::{self, Kind, Token};
use crate::verify::negation::{self, Negation};
use crate::verify::qualifier::{self, Qualifier};
use crate::verify::quantity::{self, Quantity};
use crate::verify::words;

/// A word that carries content.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// Its stem.
    pub stem: String,
    /// Its group of synonyms, 0 for none.
    pub group: usize,
    /// Its token.
    pub token: usize,
    /// Whether it is written as a name: a capital that the start of the sentence does not explain.
    pub name: bool,
}

impl Content {
    /// Whether both mean the same.
    pub fn alike(&self, other: &Content) -> bool {
        (self.group != 0 && self.group == other.group) || words::akin(&self.stem, &other.stem)
    }
}

/// One sentence.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    /// Its text.
    pub text: String,
    /// Its tokens; their places count from the start of `text`.
    pub tokens: Vec<Token>,
    /// The segment of each token: stretches between commas and coordinating words.
    pub segments: Vec<usize>,
    /// Whether it asks.
    pub question: bool,
    /// Dates.
    pub days: Vec<Written>,
    /// Times of day.
    pub hours: Vec<Hour>,
    /// Identifiers, addresses and telephone numbers.
    pub codes: Vec<Code>,
    /// Numbers with what they count.
    pub quantities: Vec<Quantity>,
    /// Content words.
    pub words: Vec<Content>,
    /// Negations with their scope.
    pub negations: Vec<Negation>,
    /// Conditions, hedges and other words that limit what is said.
    pub qualifiers: Vec<Qualifier>,
}

impl Sentence {
    /// Takes `text`, one sentence, apart.
    pub fn new(text: &str) -> Sentence {
        Sentence::of(text.to_owned(), lex::tokens(text))
    }

    fn of(text: String, tokens: Vec<Token>) -> Sentence {
        let mut taken = vec![false; tokens.len()];
        fn take(taken: &mut [bool], range: &Range<usize>) {
            taken[range.clone()].fill(true);
        }
        let mut codes = code::find(&tokens);
        codes.iter().for_each(|code| take(&mut taken, &code.tokens));
        let mut days = date::find(&tokens);
        days.retain(|day| !taken[day.tokens.clone()].contains(&true));
        days.iter().for_each(|day| take(&mut taken, &day.tokens));
        let hours = hour::find(&tokens, &taken);
        hours.iter().for_each(|hour| take(&mut taken, &hour.tokens));
        let quantities = quantity::find(&tokens, &taken);
        quantities.iter().for_each(|quantity| take(&mut taken, &quantity.tokens));
        // Figures that read as nothing else must stand in the evidence as they are.
        let left: Vec<Code> = code::literal(&tokens, &taken);
        left.iter().for_each(|code| take(&mut taken, &code.tokens));
        codes.extend(left);
        let segments = segments(&tokens);
        let content = |at: usize, token: &Token| {
            let stem = words::stem(&token.lower);
            Content { group: words::group(&stem), stem, token: at, name: is_name(&tokens, at) }
        };
        let qualifiers = qualifier::find(&tokens, &segments);
        // "With the exception that" and "unless" are one limit: the word that marks it says nothing of its own.
        let marks = |at: usize| qualifiers.iter().any(|own| own.token == at && own.limit.is_marked());
        let words: Vec<Content> = tokens
            .iter()
            .enumerate()
            .filter(|&(at, token)| {
                token.kind == Kind::Word && !taken[at] && carries(&tokens, at) && !marks(at)
            })
            .map(|(at, token)| content(at, token))
            .collect();
        let negations = negation::find(&tokens, &segments, &words);
        let question =
            tokens.iter().rev().find(|t| t.kind != Kind::Symbol || t.is('?')).is_some_and(|t| t.is('?'));
        Sentence {
            text,
            tokens,
            segments,
            question,
            days,
            hours,
            codes,
            quantities,
            words,
            negations,
            qualifiers,
        }
    }

    /// The words of the text that tokens `range` span.
    pub fn slice(&self, range: Range<usize>) -> &str {
        match (self.tokens.get(range.start), self.tokens.get(range.end.saturating_sub(1))) {
            (Some(first), Some(last)) if first.start <= last.end => &self.text[first.start..last.end],
            _ => "",
        }
    }

    /// Whether some content word is like `word`.
    pub fn has(&self, word: &Content) -> bool {
        self.words.iter().any(|own| own.alike(word))
    }

    /// Whether the token `lower` stands in it.
    pub fn has_token(&self, lower: &str) -> bool {
        self.tokens.iter().any(|token| token.lower == lower)
    }
}

/// Whether the word at `at` carries content: a stop word written as a name, "Will", still does.
fn carries(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let letters = token.lower.chars().count();
    let single = letters == 1 && token.lower.is_ascii();
    !single && !token.lower.contains("n't") && (!words::is_stop(&token.lower) || is_acronym(token))
}

/// Whether a stop word is written in capitals only, as in "IT" or "US".
fn is_acronym(token: &Token) -> bool {
    token.capital
        && matches!(token.lower.as_str(), "it" | "us")
        && token.end - token.start == 2
        && token.possessive
}

/// Whether the word at `at` is written as a name.
fn is_name(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    if !token.capital || token.kind != Kind::Word {
        return false;
    }
    let first = tokens[..at].iter().all(|t| t.kind == Kind::Symbol);
    let after_title = at > 0 && matches!(tokens[at - 1].lower.as_str(), "mr" | "mrs" | "ms" | "dr");
    let next_is_name = tokens
        .get(at + 1)
        .is_some_and(|next| next.kind == Kind::Word && next.capital && !words::is_stop(&next.lower));
    let opens = first || (at > 0 && matches!(tokens[at - 1].lower.as_str(), ":" | "\"" | "“" | "„" | "|"));
    !opens || next_is_name || after_title
}

/// The segment of each token.
fn segments(tokens: &[Token]) -> Vec<usize> {
    let mut segment = 0;
    let mut fresh = true;
    tokens
        .iter()
        .map(|token| {
            let mark = token.kind == Kind::Symbol
                && matches!(token.lower.as_str(), "," | ";" | ":" | "(" | ")" | "—" | "–" | "|");
            let word = matches!(
                token.lower.as_str(),
                "and" | "but" | "while" | "whereas" | "és" | "de" | "und" | "aber"
            );
            if (mark || word) && !fresh {
                segment += 1;
                fresh = true;
            }
            if !mark && !word {
                fresh = false;
            }
            segment
        })
        .collect()
}

/// Cuts `text` into sentences, each with the byte it starts at, in order.
pub(super) fn sentences(text: &str) -> Vec<(usize, Sentence)> {
    let mut tokens = lex::tokens(text);
    let mut cuts = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        let ends = match tokens.get(at + 1) {
            None => true,
            Some(next) => ends_line(text, &tokens[at], next) || ends_sentence(&tokens, at),
        };
        if ends {
            cuts.push(start..at + 1);
            start = at + 1;
        }
    }
    let mut sentences = Vec::with_capacity(cuts.len());
    for cut in cuts.into_iter().rev() {
        let mut own = tokens.split_off(cut.start);
        let (first, last) = (own[0].start, own[own.len() - 1].end);
        for token in &mut own {
            token.start -= first;
            token.end -= first;
        }
        sentences.push((first, Sentence::of(text[first..last].to_owned(), own)));
    }
    sentences.reverse();
    sentences
}

/// Whether the line ends between two tokens in a way that ends a sentence: a blank line, or a new list item or heading.
fn ends_line(text: &str, before: &Token, after: &Token) -> bool {
    let gap = &text[before.end..after.start];
    let breaks = gap.matches('\n').count();
    breaks > 1
        || (breaks == 1
            && after.kind == Kind::Symbol
            && ["-", "*", "#", "|", ">", "•", "+"].contains(&after.lower.as_str()))
}

fn ends_sentence(tokens: &[Token], at: usize) -> bool {
    let (token, next) = (&tokens[at], &tokens[at + 1]);
    // A closing quotation mark or bracket belongs to the sentence that it closes.
    let closes =
        token.kind == Kind::Symbol && matches!(token.lower.as_str(), "\"" | "”" | "'" | "’" | ")" | "*");
    let end = if closes && at > 0 && token.joined { at - 1 } else { at };
    if !tokens[end].is('.')
        && !tokens[end].is('!')
        && !tokens[end].is('?')
        && !tokens[end].is('…')
        && !tokens[end].is('。')
    {
        return false;
    }
    if next.joined && !tokens[end].is('。') {
        return false;
    }
    let starts = next.capital
        || matches!(next.kind, Kind::Number | Kind::Digits | Kind::Code)
        || (next.kind == Kind::Symbol
            && !matches!(next.lower.as_str(), "," | ";" | ":" | ")" | "%" | "-" | "–" | "—"))
        || next.kind == Kind::Url;
    if !tokens[end].is('.') {
        return starts || next.kind == Kind::Word && !tokens[end].is('…');
    }
    let Some(before) = end.checked_sub(1).map(|before| &tokens[before]) else { return starts };
    let initial = before.kind == Kind::Word && before.lower.chars().count() == 1 && before.capital;
    let short = SHORTENED.contains(&before.lower.as_str()) && before.kind == Kind::Word;
    let figures = before.kind == Kind::Number && before.lower.len() <= 4 && matches!(next.kind, Kind::Number);
    let day = before.kind == Kind::Number && before.lower.len() <= 2 && date::is_month(next);
    starts && !(initial || short || figures || day)
}

/// Abbreviations whose full stop ends no sentence.
const SHORTENED: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "no", "nr", "vs", "jr", "approx", "dept", "apt", "e.g", "i.e", "jan",
    "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "febr", "márc", "ápr",
    "máj", "jún", "júl", "szept", "okt", "prof", "inc", "fig", "pl", "kb", "ca", "z.b", "bzw", "max", "min",
    "tel",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        sentences(text).into_iter().map(|(_, sentence)| sentence.text).collect()
    }

    #[test]
    fn numbers_abbreviations_and_dates_end_no_sentence() {
        let text = "Heron 2.4 sustained 6,150 messages. Ask Mr. Smith! On 2026. nov. 30. it ended, e.g. here. Is it so? Yes.";
        assert_eq!(
            cut(text),
            [
                "Heron 2.4 sustained 6,150 messages.",
                "Ask Mr. Smith!",
                "On 2026. nov. 30. it ended, e.g. here.",
                "Is it so?",
                "Yes.",
            ]
        );
        assert_eq!(cut("- one\n- two\n\nthree\nfour"), ["- one", "- two", "three\nfour"]);
    }

    #[test]
    fn a_sentence_is_taken_apart() {
        let sentence =
            Sentence::new("Patricia Wong will call 916-555-8899 on March 3rd at 2 PM about 16 nodes.");
        assert_eq!(sentence.codes.len(), 1);
        assert_eq!((sentence.days.len(), sentence.hours.len(), sentence.quantities.len()), (1, 1, 1));
        let names: Vec<&str> = sentence.words.iter().filter(|w| w.name).map(|w| w.stem.as_str()).collect();
        assert_eq!(names, ["patricia", "wong"]);
    }
}
