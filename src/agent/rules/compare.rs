//! Compares a new statement with a claim that stands already: the same, another value of the same thing, or
//! something else. It decides nothing about what follows from that.

use crate::note::DISPUTED;

use super::signal::Signals;
use super::token::lower_words;

/// How a statement stands to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It says the same.
    Same,
    /// It gives another value for the same thing.
    OtherValue,
    /// It is about something else.
    Apart,
}

/// A claim taken apart: what it is of, and which values it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The words before "is" or a colon, without articles; empty where the claim has no such form.
    thing: Vec<String>,
    /// The exact words: those with digits, in order.
    values: Vec<String>,
    /// The words after the thing.
    value_words: Vec<String>,
    /// All words without digits, sorted, each once.
    words: Vec<String>,
}

/// Words that do not tell one thing from another.
const EMPTY: &[&str] = &[
    "the",
    "a",
    "an",
    "their",
    "its",
    "for",
    "of",
    "on",
    "in",
    "at",
    "to",
    "and",
    "new",
    "now",
    "currently",
    "current",
];

impl Parts {
    /// Takes `text` apart.
    pub(super) fn of(text: &str) -> Parts {
        let text = text.strip_prefix(DISPUTED).unwrap_or(text);
        let lowers = lower_words(text);
        let has_digit = |word: &&String| word.bytes().any(|b| b.is_ascii_digit());
        let colon = text.find(": ").map(|at| (at, at + 2));
        let is = [
            " is now ",
            " are now ",
            " is ",
            " are ",
            " was changed to ",
            " has changed to ",
            " was moved to ",
            " changed to ",
        ]
        .iter()
        .filter_map(|verb| text.find(verb).map(|at| (at, at + verb.len())))
        .min();
        let (thing, value) = match [colon, is].into_iter().flatten().min() {
            Some((end, start)) => (&text[..end], &text[start..]),
            None => ("", text),
        };
        let (value, values) = match thing {
            "" => (value, lowers.iter().filter(has_digit).cloned().collect()),
            _ => {
                let value = without_former(value);
                (value, lower_words(value).iter().filter(has_digit).cloned().collect())
            }
        };
        let thing: Vec<String> =
            lower_words(thing).into_iter().filter(|word| !EMPTY.contains(&word.as_str())).collect();
        // "The customer is …" says no thing; "the customer's address is …" does.
        let named = thing.len() >= 2
            && thing.len() <= 12
            && !thing.iter().any(|word| word.bytes().any(|b| b.is_ascii_digit()));
        let mut words: Vec<String> = lowers
            .iter()
            .filter(|word| !has_digit(word) && !EMPTY.contains(&word.as_str()))
            .cloned()
            .collect();
        words.sort_unstable();
        words.dedup();
        Parts {
            thing: if named { thing } else { Vec::new() },
            values,
            value_words: lower_words(value),
            words,
        }
    }

    /// How this, which is new, stands to `old`.
    pub(super) fn likeness(&self, old: &Parts) -> Likeness {
        if self.words == old.words && self.values == old.values {
            return Likeness::Same;
        }
        if !self.thing.is_empty() && self.thing == old.thing {
            return match self.value_words == old.value_words {
                true => Likeness::Same,
                false if comparable(&self.values, &old.values, self, old) => Likeness::OtherValue,
                false => Likeness::Apart,
            };
        }
        let differ =
            !self.values.is_empty() && self.values.len() == old.values.len() && self.values != old.values;
        if differ && self.words.len() >= 4 && overlap(&self.words, &old.words) >= 0.85 {
            return Likeness::OtherValue;
        }
        Likeness::Apart
    }
}

/// `value` without what it says of the value before it: "30 days, no longer 14" is 30 days.
fn without_former(value: &str) -> &str {
    let end = [
        ", no longer ",
        ", not ",
        " instead of ",
        " rather than ",
        " (formerly ",
        ", up from ",
        ", down from ",
    ]
    .iter()
    .filter_map(|words| value.find(words))
    .min();
    &value[..end.unwrap_or(value.len())]
}

/// Whether two values are of one kind, so that one can stand in the place of the other.
fn comparable(new: &[String], old: &[String], this: &Parts, that: &Parts) -> bool {
    let short = |parts: &Parts| parts.value_words.len() <= 12;
    match (new.is_empty(), old.is_empty()) {
        (false, false) => new.len() == old.len() && short(this) && short(that),
        (true, true) => {
            let name = |parts: &Parts| {
                Signals::of(&format!("x {}", parts.value_words.join(" "))).is_exact()
                    || parts.value_words.len() <= 4
            };
            name(this) && name(that)
        }
        _ => false,
    }
}

/// The share of words that two sorted lists have in common (Jaccard).
pub(super) fn overlap(one: &[String], other: &[String]) -> f64 {
    let common = one.iter().filter(|word| other.binary_search(word).is_ok()).count();
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(new: &str, old: &str) -> Likeness {
        Parts::of(new).likeness(&Parts::of(old))
    }

    #[test]
    fn another_value_of_the_same_thing_is_told_from_another_thing() {
        use Likeness::{Apart, OtherValue, Same};
        for (new, old, expected) in [
            ("The customer's total is $1,890.", "The customer's total is $1,430.", OtherValue),
            ("The customer's total is $1,430.", "The customer's total is $1,430.", Same),
            ("The connection timeout is 90 seconds.", "The connection timeout is 30 seconds.", OtherValue),
            (
                "Requests time out after 90 seconds in the gateway.",
                "Requests time out after 30 seconds in the gateway.",
                OtherValue,
            ),
            (
                "The customer's email address is a1@b.example.",
                "The customer's phone number is 555-0100.",
                Apart,
            ),
            (
                "The refund window is now 30 days from delivery, no longer 14 days.",
                "The refund window is 14 days from delivery.",
                OtherValue,
            ),
            ("The customer is vegetarian.", "The customer is married.", Apart),
            ("Checked bags are $35.", "The carry-on is $35.", Apart),
        ] {
            assert_eq!(likeness(new, old), expected, "{new} / {old}");
        }
    }
}
