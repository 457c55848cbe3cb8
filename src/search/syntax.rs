//! Takes what was typed apart into words, phrases, beginnings of words, exclusions and filters. It never fails: what is
//! none of these is words.
//!
//! | typed | meant |
//! | --- | --- |
//! | `refund window` | words |
//! | `"full refund"` | these words, as they stand |
//! | `refund*` | words that start so |
//! | `-draft`, `-"first draft"` | no note that has this |
//! | `path:billing`, `type:Policy`, `tag:money`, `label:public`, `title:refund`, `title:"refund policy"` | such notes only |
//! | `-path:archive`, and so on | no such note |
//!
//! A sign counts only at the start of a word: `multi-agent`, `std::fmt`, `5"` and `צה"ל` are words. A number with a minus
//! is a number: `-40`; `-"40"` excludes one. A flag such as `-f` or `--full` is a word. A quote without its other half is
//! text.

use super::filter::{Filter, FilterField};

/// A piece of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Clause<'t> {
    /// Words to look for.
    Words(&'t str),
    /// Words in quotes.
    Phrase(&'t str),
    /// The beginning of a word.
    Start(&'t str),
    /// A word, or words in quotes, that no result may have; and how it is written.
    Exclusion { text: &'t str, quoted: bool, written: &'t str },
    /// A demand on the note; and how it is written.
    Filter { filter: Filter, written: &'t str },
}

/// The clauses of `text`, in order.
pub(super) fn clauses(text: &str) -> Vec<Clause<'_>> {
    let mut clauses = Vec::new();
    let mut at = 0;
    // Where the words begin that no clause has taken yet.
    let mut words = 0;
    while let Some(start) = next_start(text, at) {
        match clause(text, start) {
            Some((clause, end)) => {
                push_words(&text[words..start], &mut clauses);
                clauses.push(clause);
                (at, words) = (end, end);
            }
            None => at = start + token_length(&text[start..]),
        }
    }
    push_words(&text[words..], &mut clauses);
    clauses
}

fn push_words<'t>(text: &'t str, clauses: &mut Vec<Clause<'t>>) {
    let text = text.trim();
    if !text.is_empty() {
        clauses.push(Clause::Words(text));
    }
}

/// Where the next token starts, brackets before it left out.
fn next_start(text: &str, at: usize) -> Option<usize> {
    text[at..]
        .find(|c: char| !c.is_whitespace() && !matches!(c, '(' | '[' | ',' | ';'))
        .map(|found| at + found)
}

fn token_length(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

/// The clause that starts at `start`, and where it ends; `None` for plain words.
fn clause(text: &str, start: usize) -> Option<(Clause<'_>, usize)> {
    let rest = &text[start..];
    let written = |length: usize| &rest[..length];
    if let Some((phrase, length)) = quoted(rest) {
        return Some((Clause::Phrase(phrase), start + length));
    }
    let (excluded, body) = match rest.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, rest),
    };
    let sign = rest.len() - body.len();
    if let Some((filter, length)) = filter(body, excluded) {
        return Some((Clause::Filter { filter, written: written(sign + length) }, start + sign + length));
    }
    if excluded {
        if let Some((phrase, length)) = quoted(body) {
            let length = sign + length;
            return Some((
                Clause::Exclusion { text: phrase, quoted: true, written: written(length) },
                start + length,
            ));
        }
        let token = &body[..token_length(body)];
        let long = token.chars().filter(|c| c.is_alphanumeric()).count() > 1 || !token.is_ascii();
        if token.starts_with(char::is_alphabetic) && long {
            let length = sign + token.len();
            return Some((
                Clause::Exclusion { text: token, quoted: false, written: written(length) },
                start + length,
            ));
        }
        return None;
    }
    let token = &rest[..token_length(rest)];
    let beginning = token.strip_suffix('*')?;
    let enough = beginning.chars().count() > 1 || !beginning.is_ascii();
    let is_word = beginning.starts_with(char::is_alphanumeric) && beginning.ends_with(char::is_alphanumeric);
    (enough && is_word).then_some((Clause::Start(beginning), start + token.len()))
}

/// The text in the quotes that `text` starts with, and the length of both; `None` without its other half or with no
/// word inside.
fn quoted(text: &str) -> Option<(&str, usize)> {
    let opening = text.chars().next()?;
    let closing: &[char] = match opening {
        '"' => &['"'],
        '“' => &['”', '"'],
        '„' => &['“', '”', '"'],
        '«' => &['»'],
        '「' => &['」'],
        _ => return None,
    };
    let inner = &text[opening.len_utf8()..];
    let is_end = |&(at, quote): &(usize, &str)| {
        let after = inner[at + quote.len()..].chars().next();
        opening == '「' || after.is_none_or(|c| !c.is_alphanumeric())
    };
    let (end, quote) = inner.match_indices(closing).find(is_end)?;
    let phrase = inner[..end].trim();
    let length = opening.len_utf8() + end + quote.len();
    phrase.contains(char::is_alphanumeric).then_some((phrase, length))
}

/// The filter that `text` starts with, and its length.
fn filter(text: &str, excluded: bool) -> Option<(Filter, usize)> {
    let (key, rest) = text.split_once(':')?;
    let field = FilterField::named(key)?;
    let (value, length) = match quoted(rest) {
        Some(found) => found,
        None => {
            let token = rest[..token_length(rest)].trim_end_matches([',', ';', ')', ']', '?', '!']);
            (token, token.len())
        }
    };
    // `path::join` and `type:` alone are words.
    let named =
        value.contains(char::is_alphanumeric) && !value.starts_with([':', '/']) || value.contains('*');
    named.then(|| {
        let filter = Filter { field, value: value.to_owned(), excluded };
        (filter, key.len() + 1 + length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[Clause<'_>]) {
        assert_eq!(clauses(text), expected, "{text}");
    }

    fn filtered(field: FilterField, value: &str, excluded: bool) -> Filter {
        Filter { field, value: value.to_owned(), excluded }
    }

    #[test]
    fn signs_count_at_the_start_of_a_word_only() {
        for text in [
            "multi-agent work on 2026-05-08",
            "don't interface{} NEAR( AND",
            "\"unfinished",
            "-403",
            "pump at -40 degrees",
            "rm -f --full - -- -",
            "5\" by 3\" pipe",
            "צה\"ל רמטכ\"ל",
            "std::fmt path::join type:: type: tag:",
            "https://example.invalid/x",
            "* **bold** a*b *",
        ] {
            check(text, &[Clause::Words(text)]);
        }
    }

    #[test]
    fn phrases_beginnings_exclusions_and_filters_are_taken_out() {
        check(
            "refund “full amount” poli* -draft -\"first draft\" rest",
            &[
                Clause::Words("refund"),
                Clause::Phrase("full amount"),
                Clause::Start("poli"),
                Clause::Exclusion { text: "draft", quoted: false, written: "-draft" },
                Clause::Exclusion { text: "first draft", quoted: true, written: "-\"first draft\"" },
                Clause::Words("rest"),
            ],
        );
        check(
            "Tag:#money -path:\"my archive\" (type:Policy) title:foo",
            &[
                Clause::Filter { filter: filtered(FilterField::Tag, "#money", false), written: "Tag:#money" },
                Clause::Filter {
                    filter: filtered(FilterField::Path, "my archive", true),
                    written: "-path:\"my archive\"",
                },
                Clause::Words("("),
                Clause::Filter {
                    filter: filtered(FilterField::Type, "Policy", false),
                    written: "type:Policy",
                },
                Clause::Words(")"),
                Clause::Filter { filter: filtered(FilterField::Title, "foo", false), written: "title:foo" },
            ],
        );
    }
}
