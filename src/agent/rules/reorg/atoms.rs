//! What a sentence must not lose: numbers with their units, dates, identifiers, names, negations and conditions. It finds
//! no meaning, and judges nothing against evidence.

use std::collections::BTreeSet;

use super::super::compare::overlap;
use super::super::signal::{is_month, is_name};
use super::super::token::{Token, tokens};
use crate::note::unmarked;

/// What a sentence carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Atoms {
    /// Numbers, days, codes and units, each in one form.
    pub(super) values: BTreeSet<String>,
    /// Names, in lower case.
    pub(super) names: BTreeSet<String>,
    /// Conditions, exceptions and limits, by kind.
    pub(super) limits: BTreeSet<&'static str>,
    /// How often it denies.
    pub(super) denials: usize,
    /// The other words that carry meaning, sorted, each once and cut to their stems.
    pub(super) words: Vec<String>,
    /// All words in lower case.
    all: BTreeSet<String>,
}

impl Atoms {
    /// What `text` carries, a mark before it left out.
    pub(super) fn of(text: &str) -> Atoms {
        let mut atoms = Atoms::default();
        for (index, token) in tokens(unmarked(text)).iter().enumerate() {
            atoms.take(token, index);
        }
        atoms.words.sort_unstable();
        atoms.words.dedup();
        atoms
    }

    fn take(&mut self, token: &Token<'_>, index: usize) {
        let lower = token.lower();
        if lower.is_empty() {
            if token.whole.starts_with('%') {
                self.values.insert("percent".to_owned());
            }
            return;
        }
        self.all.insert(lower.clone());
        if token.has_digit() {
            self.values.extend(numbers(&lower));
            return;
        }
        if let Some(number) = spelled(&lower) {
            self.values.insert(number.to_owned());
            return;
        }
        if let Some(unit) = unit(&lower) {
            self.values.insert(unit.to_owned());
            return;
        }
        if is_month(&lower) && (token.is_capitalised() || lower.len() > 3) && lower != "may" {
            self.values.insert(month(&lower).to_owned());
            return;
        }
        if DENIALS.contains(&lower.as_str()) || lower.ends_with("n't") {
            self.denials += 1;
            return;
        }
        if let Some(limit) = limit(&lower) {
            self.limits.insert(limit);
            return;
        }
        let is_acronym = token.core.chars().count() > 1 && token.core.chars().all(char::is_uppercase);
        if is_acronym || index > 0 && is_name(token) {
            self.names.insert(lower.trim_end_matches("'s").to_owned());
        } else if !EMPTY.contains(&lower.as_str()) {
            self.words.push(stem(&lower));
        }
    }

    /// What this carries and `other` does not, as people read it; empty where `other` carries all of it.
    pub(super) fn missing_in(&self, other: &Atoms) -> Vec<String> {
        let mut missing: Vec<String> = self.values.difference(&other.values).cloned().collect();
        missing.extend(self.names.iter().filter(|name| !other.all.contains(*name)).cloned());
        missing.extend(self.limits.difference(&other.limits).map(|limit| (*limit).to_owned()));
        if self.denials != other.denials {
            missing.push("a negation".to_owned());
        }
        missing
    }

    /// How much of the words of both is in both.
    pub(super) fn likeness(&self, other: &Atoms) -> f64 {
        overlap(&self.words, &other.words)
    }

    /// How much of the words of this `other` has.
    pub(super) fn share_in(&self, other: &Atoms) -> f64 {
        let common = self.words.iter().filter(|word| other.words.binary_search(word).is_ok()).count();
        if self.words.is_empty() { 1.0 } else { common as f64 / self.words.len() as f64 }
    }

    /// Whether both say the same in words that are nearly the same.
    pub(super) fn is_same(&self, other: &Atoms) -> bool {
        self.missing_in(other).is_empty() && other.missing_in(self).is_empty() && self.likeness(other) >= 0.6
    }

    /// Whether there is anything that could be looked for.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.names.is_empty() && self.words.is_empty()
    }
}

/// The numbers of a word with digits, each in one form: `500.000`, `500,000` and `500000` are the same.
fn numbers(lower: &str) -> Vec<String> {
    let plain: String = lower.chars().filter(|c| !matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%')).collect();
    let mut found: Vec<String> = Vec::new();
    if lower.contains('%') {
        found.push("percent".to_owned());
    }
    for (sign, unit) in [('$', "usd"), ('€', "eur"), ('£', "gbp")] {
        if lower.contains(sign) {
            found.push(unit.to_owned());
        }
    }
    for part in plain.split(['-', '–', '/']).filter(|part| !part.is_empty()) {
        let groups: Vec<&str> = part.split(['.', ',', '\u{a0}', '\u{202f}']).collect();
        let is_grouped = groups.len() > 1
            && (1..=3).contains(&groups[0].len())
            && groups[1..].iter().all(|group| group.len() == 3)
            && groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit()));
        let joined = if is_grouped { groups.concat() } else { part.to_owned() };
        let digits: String = joined.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        let rest = &joined[digits.len()..];
        let ordinal = matches!(rest, "st" | "nd" | "rd" | "th");
        match unit(rest).or(unit(&joined)) {
            _ if ordinal => found.push(bare(&digits)),
            Some(unit) if !digits.is_empty() => found.extend([bare(&digits), unit.to_owned()]),
            Some(unit) => found.push(unit.to_owned()),
            None => found.push(bare(&joined)),
        }
    }
    found
}

/// A number without the zeros before it.
fn bare(digits: &str) -> String {
    let short = digits.trim_start_matches('0');
    if short.is_empty() || !short.starts_with(|c: char| c.is_ascii_digit()) {
        digits.to_owned()
    } else {
        short.to_owned()
    }
}

/// The number that a word spells.
fn spelled(lower: &str) -> Option<&'static str> {
    const WORDS: &[(&str, &str)] = &[
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
        ("eight", "8"),
        ("nine", "9"),
        ("ten", "10"),
        ("eleven", "11"),
        ("twelve", "12"),
        ("thirteen", "13"),
        ("fourteen", "14"),
        ("fifteen", "15"),
        ("sixteen", "16"),
        ("twenty", "20"),
        ("thirty", "30"),
        ("forty", "40"),
        ("fifty", "50"),
        ("sixty", "60"),
        ("ninety", "90"),
        ("hundred", "100"),
        ("thousand", "1000"),
    ];
    WORDS.iter().find(|(word, _)| *word == lower).map(|(_, number)| *number)
}

/// The unit that a word names, in one form.
fn unit(lower: &str) -> Option<&'static str> {
    const UNITS: &[(&[&str], &str)] = &[
        (&["s", "sec", "secs", "second", "seconds"], "second"),
        (&["min", "mins", "minute", "minutes"], "minute"),
        (&["h", "hr", "hrs", "hour", "hours"], "hour"),
        (&["day", "days", "nap", "tag", "tage", "tagen"], "day"),
        (&["week", "weeks"], "week"),
        (&["month", "months"], "month"),
        (&["year", "years"], "year"),
        (&["ms", "millisecond", "milliseconds"], "ms"),
        (&["%", "percent", "százalék", "prozent"], "percent"),
        (&["eur", "euro", "euros"], "eur"),
        (&["usd", "dollar", "dollars"], "usd"),
        (&["gbp", "pounds"], "gbp"),
        (&["ft", "huf", "forint"], "huf"),
        (&["kb", "kib"], "kb"),
        (&["mb", "mib"], "mb"),
        (&["gb", "gib"], "gb"),
        (&["tb", "tib"], "tb"),
    ];
    UNITS.iter().find(|(words, _)| words.contains(&lower)).map(|(_, unit)| *unit)
}

/// The number of a month by its name.
fn month(lower: &str) -> &'static str {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    const NUMBERS: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    MONTHS.iter().position(|month| lower.starts_with(month)).map_or("", |at| NUMBERS[at])
}

/// The kind of limit that a word sets.
fn limit(lower: &str) -> Option<&'static str> {
    Some(match lower {
        "if" | "provided" | "assuming" | "ha" | "amennyiben" | "wenn" | "falls" | "sofern" => "a condition",
        "unless" | "except" | "excluding" | "hacsak" | "kivéve" | "außer" | "ausgenommen" => "an exception",
        "only" | "solely" | "exclusively" | "csak" | "kizárólag" | "nur" | "ausschließlich" => "`only`",
        "until" | "till" => "`until`",
        "maybe" | "perhaps" | "probably" | "possibly" | "might" | "likely" | "talán" | "valószínűleg"
        | "vielleicht" | "wahrscheinlich" => "a doubt",
        _ => return None,
    })
}

/// Words that deny.
const DENIALS: &[&str] = &[
    "not", "no", "never", "none", "neither", "nor", "without", "cannot", "nem", "nincs", "soha", "nélkül",
    "nicht", "kein", "keine", "keinen", "nie", "ohne",
];

/// Words that tell nothing apart.
const EMPTY: &[&str] = &[
    "a", "an", "the", "is", "are", "was", "were", "be", "been", "of", "in", "on", "at", "to", "for", "from",
    "by", "with", "and", "or", "that", "this", "these", "those", "it", "its", "as", "has", "have", "had",
    "will", "can", "may", "must", "should", "az", "és", "van", "der", "die", "das", "ist", "und", "ein",
    "eine",
];

/// A word without the endings of English plurals and verbs, so that `requests` and `requested` are alike.
fn stem(lower: &str) -> String {
    let word = lower.trim_end_matches("'s");
    let cut = ["ing", "ed", "es", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.chars().count() > 3));
    let stem = cut.unwrap_or(word);
    stem.strip_suffix('e').filter(|short| short.chars().count() > 3).unwrap_or(stem).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_has_one_form() {
        for (one, other) in [
            ("A refund takes 7 days.", "A refund takes seven days."),
            ("The fee is 500.000 Ft.", "The fee is 500,000 HUF."),
            ("It ended on 30 November 2026.", "It ended on 2026-11-30."),
            ("It ended on March 3rd.", "It ended on 3 March."),
            ("A 30-day window.", "A window of 30 days."),
            ("It costs $5.", "It costs 5 USD."),
            ("It is 5 %.", "It is 5%."),
        ] {
            let (one, other) = (Atoms::of(one), Atoms::of(other));
            assert_eq!(one.values, other.values);
        }
    }

    #[test]
    fn what_one_says_more_is_named() {
        let missing = |one: &str, other: &str| Atoms::of(one).missing_in(&Atoms::of(other));
        assert_eq!(missing("Refunds take 7 days in Texas.", "Refunds take 7 days."), ["texas"]);
        assert_eq!(missing("Only gold members get it.", "Gold members get it."), ["`only`"]);
        assert_eq!(missing("It is not shipped.", "It is shipped."), ["a negation"]);
        assert_eq!(missing("Nicht vor 8 Uhr.", "Vor 9 Uhr."), ["8", "a negation"]);
        assert_eq!(missing("It is shipped.", "It is shipped from Graz."), Vec::<String>::new());
    }
}
