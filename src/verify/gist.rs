//! What a claim says in a few numbers, so that many claims can be compared with each other. Whether two of them really
//! differ is for [`contrast`](super::contrast) to say.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::note::unmarked;
use crate::verify::sentence::{Content, Sentence};
use crate::verify::words;

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
}

impl Gist {
    /// The gist of the claim `text`.
    pub fn of(text: &str) -> Gist {
        let sentence = Sentence::new(unmarked(text));
        Gist {
            words: sorted(counted(&sentence).map(key).collect()),
            values: sorted(values(&sentence)),
            denies: !sentence.negations.is_empty(),
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

/// The content words of `sentence` that say what is said, and not that somebody said it.
pub(super) fn counted(sentence: &Sentence) -> impl Iterator<Item = &Content> {
    sentence.words.iter().filter(|word| word.name || !words::is_report(&sentence.tokens[word.token].lower))
}

/// The number under which a word is found.
pub(super) fn key(word: &Content) -> u64 {
    let mut hasher = DefaultHasher::new();
    match word.group {
        0 => word.stem.chars().take(LETTERS).for_each(|c| c.hash(&mut hasher)),
        group => (group as u64).hash(&mut hasher),
    }
    hasher.finish()
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
