//! What a claim says in a few numbers, so that many claims can be compared with each other. Whether two of them really
//! differ is for [`contrast`](super::contrast) to say.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::note::unmarked;
use crate::verify::date::Written;
use crate::verify::sentence::{Content, Sentence};
use crate::verify::{unit, words};

/// How many letters of a long stem tell it apart: endings differ where the word is the same.
const LETTERS: usize = 7;

/// What a claim says, in a few numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gist {
    /// The keys of its content words, each once, in order of the numbers.
    pub words: Box<[u64]>,
    /// The keys of its values as they are compared: equal for `500.000` and `500,000`. Each once, in order.
    pub values: Box<[u64]>,
    /// Whether it denies something.
    pub denies: bool,
    /// Whether it tells what happened on a day: it names one.
    pub is_event: bool,
}

impl Gist {
    /// The gist of the claim `text`.
    pub fn of(text: &str) -> Gist {
        let sentence = Sentence::new(unmarked(text));
        Gist {
            words: sorted(counted(&sentence).map(key).chain(periods(&sentence)).collect()),
            values: sorted(values(&sentence)),
            denies: !sentence.negations.is_empty(),
            is_event: sentence.days.iter().any(is_one_day),
        }
    }

    /// The keys of the content words of `text`, whatever it is: a title, a heading, a question.
    pub fn words_of(text: &str) -> Box<[u64]> {
        sorted(Sentence::new(text).words.iter().map(key).collect())
    }

    /// Whether it says nothing that others could say too.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.values.is_empty()
    }
}

/// Whether the date names one day and no other.
fn is_one_day(written: &Written) -> bool {
    written.readings.iter().any(|day| day.month.is_some() && day.day.is_some())
}

/// The content words of `sentence` that say what is said, and not that somebody said it.
pub(super) fn counted(sentence: &Sentence) -> impl Iterator<Item = &Content> {
    sentence.words.iter().filter(|word| word.name || !words::is_report(&sentence.tokens[word.token].lower))
}

/// The number under which a word is found.
pub(super) fn key(word: &Content) -> u64 {
    hashed(&word.stem, word.group)
}

fn hashed(stem: &str, group: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    match group {
        0 => stem.chars().take(LETTERS).for_each(|c| c.hash(&mut hasher)),
        group => (group as u64).hash(&mut hasher),
    }
    hasher.finish()
}

/// The words for the periods of rates: "10 EUR a month" is a monthly fee.
fn periods(sentence: &Sentence) -> impl Iterator<Item = u64> {
    const PERIODS: [&str; 7] = ["hour", "day", "week", "month", "quarter", "year", "minute"];
    let rates = sentence.quantities.iter().filter_map(|quantity| quantity.per);
    rates.filter_map(|per| {
        let word = PERIODS.into_iter().find(|word| unit::lookup(word) == Some(per))?;
        let stem = words::stem(word);
        Some(hashed(&stem, words::group(&stem)))
    })
}

/// The numbers under which the values of `sentence` are found.
fn values(sentence: &Sentence) -> Vec<u64> {
    let hash = |parts: &[&str]| {
        let mut hasher = DefaultHasher::new();
        parts.hash(&mut hasher);
        hasher.finish()
    };
    let mut keys = Vec::new();
    for quantity in sentence.quantities.iter().filter(|quantity| !quantity.weak || quantity.unit.is_some()) {
        let dimension = quantity.dimension().map_or_else(String::new, |own| format!("{own:?}"));
        let base = quantity.base();
        // Six digits are more than a conversion of units keeps apart.
        keys.extend(
            [Some(base.value), base.other]
                .into_iter()
                .flatten()
                .map(|value| hash(&["quantity", &dimension, &format!("{value:.5e}")])),
        );
    }
    for day in sentence.days.iter().flat_map(|day| &day.readings) {
        keys.push(hash(&["day", &format!("{:?} {:?} {:?} {:?}", day.year, day.month, day.day, day.weekday)]));
    }
    for hour in &sentence.hours {
        keys.push(hash(&["hour", &format!("{:?}", hour.likely)]));
    }
    keys.extend(sentence.codes.iter().map(|code| hash(&["code", &code.normal])));
    keys
}

fn sorted(mut keys: Vec<u64>) -> Box<[u64]> {
    keys.sort_unstable();
    keys.dedup();
    keys.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_and_of_one_value_have_one_key() {
        for (one, other) in [
            ("Refunds are requested within 7 days.", "A refund may be requested within seven days."),
            ("The fee is 500.000 Ft.", "The fees are 500,000 HUF."),
            ("It ends on 30/11/2026.", "It ended on November 30, 2026."),
        ] {
            let (one, other) = (Gist::of(one), Gist::of(other));
            assert_eq!(one.words, other.words);
            assert!(one.values.iter().any(|value| other.values.contains(value)), "{one:?} {other:?}");
        }
        assert_ne!(Gist::of("The limit is 5 MB.").values, Gist::of("The limit is 6 MB.").values);
        assert!(Gist::of("Refunds are not possible.").denies && !Gist::of("Refunds are possible.").denies);
    }
}
