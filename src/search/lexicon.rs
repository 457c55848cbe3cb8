//! The forms of words met before, by the languages of the text: a language repeats itself. It knows no stemming.

use std::cell::RefCell;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::language::Languages;
use super::stem::forms;

/// How many words a thread remembers the forms of.
const MOST: usize = 50_000;

thread_local! {
    static MET: RefCell<FxHashMap<Languages, Lexicon>> = RefCell::default();
}

/// Calls `work` with the words that this thread met in texts in `languages`.
pub(super) fn with<T>(languages: Languages, work: impl FnOnce(&mut Lexicon) -> T) -> T {
    MET.with_borrow_mut(|met| {
        if met.values().map(|lexicon| lexicon.places.len()).sum::<usize>() >= MOST {
            met.clear();
        }
        work(met.entry(languages).or_insert_with(|| Lexicon::new(languages)))
    })
}

/// Words met in texts in the same languages.
pub(super) struct Lexicon {
    languages: Languages,
    /// Where `texts` has a word, by the word as it is written.
    places: FxHashMap<Box<str>, Place>,
    texts: String,
}

/// A word as it is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known<'l> {
    /// As it is written, in its exact form.
    pub exact: &'l str,
    /// The forms that it is found under, separated by spaces.
    pub forms: &'l str,
}

/// Where the exact form and the forms of a word start, and where they end.
#[derive(Clone, Copy)]
struct Place {
    exact: u32,
    forms: u32,
    end: u32,
}

impl Lexicon {
    fn new(languages: Languages) -> Lexicon {
        Lexicon { languages, places: FxHashMap::default(), texts: String::new() }
    }

    /// A plain ASCII word as it is written.
    pub fn of_ascii(&mut self, word: &str) -> Known<'_> {
        let place = match self.places.get(word) {
            Some(place) => *place,
            None => self.learn(word, &word.to_ascii_lowercase()),
        };
        self.at(place)
    }

    /// A word in its exact form.
    pub fn of_exact(&mut self, exact: &str) -> Known<'_> {
        let place = match self.places.get(exact) {
            Some(place) => *place,
            None => self.learn(exact, exact),
        };
        self.at(place)
    }

    fn at(&self, place: Place) -> Known<'_> {
        let text = |range: Range<u32>| &self.texts[range.start as usize..range.end as usize];
        Known { exact: text(place.exact..place.forms), forms: text(place.forms..place.end) }
    }

    fn learn(&mut self, written: &str, exact: &str) -> Place {
        // A word has at most a few hundred bytes, and there are not many.
        let end = |texts: &String| u32::try_from(texts.len()).unwrap_or(u32::MAX);
        let start = end(&self.texts);
        self.texts.push_str(exact);
        let middle = end(&self.texts);
        self.texts.push_str(&forms(exact, self.languages).join(" "));
        let place = Place { exact: start, forms: middle, end: end(&self.texts) };
        self.places.insert(written.into(), place);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::*;

    #[test]
    fn a_word_is_the_same_at_every_meeting() {
        with(Languages::just(Language::English), |lexicon| {
            for _ in 0..2 {
                assert_eq!(lexicon.of_ascii("Pumps"), Known { exact: "pumps", forms: "pump" });
                assert_eq!(lexicon.of_exact("pumps"), Known { exact: "pumps", forms: "pump" });
                assert_eq!(lexicon.of_exact("é"), Known { exact: "é", forms: "e" });
            }
        });
    }
}
