//! What a sentence holds that must not get lost: numbers, dates, names, conditions. Each can be looked for in another
//! sentence; nothing here says whether it may go.

use crate::verify::qualifier::Limit;
use crate::verify::sentence::{Content, Sentence};

/// What kind of thing a sentence holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeldKind {
    /// A number with what it counts.
    Number,
    /// A date.
    Date,
    /// A time of day.
    Time,
    /// A code, an address, a telephone or account number.
    Identifier,
    /// A name.
    Name,
    /// A condition or an exception.
    Condition,
    /// A negation.
    Negation,
}

/// A sentence, taken apart.
#[derive(Clone, Debug)]
pub struct Holding(Sentence);

/// One thing that a sentence holds.
#[derive(Clone, Copy, Debug)]
pub struct Held<'s> {
    sentence: &'s Sentence,
    /// Its kind.
    pub kind: HeldKind,
    /// Which of its kind it is in the sentence.
    at: usize,
}

impl Holding {
    /// Takes `text`, one sentence, apart.
    pub fn of(text: &str) -> Holding {
        Holding(Sentence::new(text))
    }

    /// What it holds, by kind.
    pub fn held(&self) -> Vec<Held<'_>> {
        let sentence = &self.0;
        let all = |kind, count: usize| (0..count).map(move |at| Held { sentence, kind, at });
        let names = (0..sentence.words.len()).filter(|&at| sentence.words[at].name);
        let conditions = (0..sentence.qualifiers.len()).filter(|&at| limits(sentence.qualifiers[at].limit));
        let some = |kind, at| Held { sentence, kind, at };
        all(HeldKind::Number, sentence.quantities.len())
            .chain(all(HeldKind::Date, sentence.days.len()))
            .chain(all(HeldKind::Time, sentence.hours.len()))
            .chain(all(HeldKind::Identifier, sentence.codes.len()))
            .chain(names.map(|at| some(HeldKind::Name, at)))
            .chain(conditions.map(|at| some(HeldKind::Condition, at)))
            .chain(all(HeldKind::Negation, sentence.negations.len()))
            .collect()
    }

    /// Whether it holds the same as `held` of another sentence.
    pub fn keeps(&self, held: &Held<'_>) -> bool {
        let (own, theirs, at) = (&self.0, held.sentence, held.at);
        match held.kind {
            HeldKind::Number => {
                let mine = &theirs.quantities[at];
                own.quantities.iter().any(|other| {
                    let same_noun = other.nouns.is_empty()
                        || mine.nouns.is_empty()
                        || mine.nouns.iter().any(|noun| other.nouns.contains(noun));
                    other.base().agrees(&mine.base())
                        && other.dimension() == mine.dimension()
                        && other.ordinal == mine.ordinal
                        && same_noun
                })
            }
            HeldKind::Date => {
                let mine = &theirs.days[at].readings;
                own.days.iter().flat_map(|day| &day.readings).any(|day| mine.iter().any(|r| r.within(day)))
            }
            HeldKind::Time => own.hours.iter().any(|other| theirs.hours[at].agrees(other)),
            HeldKind::Identifier => own.codes.iter().any(|other| theirs.codes[at].agrees(other)),
            HeldKind::Name => own.has(&theirs.words[at]),
            HeldKind::Condition => {
                let limit = theirs.qualifiers[at].limit;
                let is_there = own.qualifiers.iter().any(|other| other.limit == limit);
                is_there && most(&condition_words(theirs, at), own)
            }
            HeldKind::Negation => {
                let scope: Vec<&Content> =
                    theirs.negations[at].scope.iter().filter_map(|&word| theirs.words.get(word)).collect();
                !own.negations.is_empty() && most(&scope, own)
            }
        }
    }
}

impl Held<'_> {
    /// As the sentence has it.
    pub fn text(&self) -> String {
        let (sentence, at) = (self.sentence, self.at);
        let tokens = match self.kind {
            HeldKind::Number => sentence.quantities[at].tokens.clone(),
            HeldKind::Date => sentence.days[at].tokens.clone(),
            HeldKind::Time => sentence.hours[at].tokens.clone(),
            HeldKind::Identifier => sentence.codes[at].tokens.clone(),
            HeldKind::Name => sentence.words[at].token..sentence.words[at].token + 1,
            HeldKind::Condition => condition(sentence, at),
            HeldKind::Negation => {
                let negation = &sentence.negations[at];
                let reach = negation.scope.iter().filter_map(|&word| sentence.words.get(word));
                let last = reach.map(|word| word.token).max().unwrap_or(negation.token);
                negation.token..last.max(negation.token) + 1
            }
        };
        sentence.slice(tokens).to_owned()
    }
}

/// Whether a qualifier says when something holds; what only weakens a sentence is no condition.
fn limits(limit: Limit) -> bool {
    matches!(limit, Limit::Condition | Limit::Unless | Limit::Exception | Limit::Only | Limit::Until)
}

/// The tokens of the condition that the qualifier at `at` begins: to the end of its segment.
fn condition(sentence: &Sentence, at: usize) -> std::ops::Range<usize> {
    let start = sentence.qualifiers[at].token;
    let segment = sentence.segments.get(start);
    let length = sentence.segments[start..].iter().take_while(|own| Some(*own) == segment).count();
    start..start + length.max(1)
}

fn condition_words(sentence: &Sentence, at: usize) -> Vec<&Content> {
    let tokens = condition(sentence, at);
    sentence.words.iter().filter(|word| tokens.contains(&word.token)).collect()
}

/// Whether `own` has nearly all of `words`.
fn most(words: &[&Content], own: &Sentence) -> bool {
    let found = words.iter().filter(|word| own.has(word)).count();
    found * 5 >= words.len() * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(base: &str, head: &str) -> Vec<(HeldKind, String)> {
        let (base, head) = (Holding::of(base), Holding::of(head));
        base.held().iter().filter(|held| !head.keeps(held)).map(|held| (held.kind, held.text())).collect()
    }

    #[test]
    fn other_words_with_every_value_lose_nothing() {
        let base = "A full refund can be requested within 7 days of receipt, unless the seal is broken.";
        let head = "Customers may ask for all money back in the first seven days of receipt, unless the seal was broken.";
        assert_eq!(lost(base, head), []);
        assert_eq!(lost("Open since 2026-11-30.", "It has been open since 30 November 2026."), []);
    }

    #[test]
    fn what_is_dropped_is_named() {
        let base = "A full refund can be requested within 7 days, unless the seal is broken.";
        let dropped = lost(base, "A full refund can be requested within 7 days.");
        assert_eq!(dropped, [(HeldKind::Condition, "unless the seal is broken.".to_owned())]);
        let numbers = lost("The plan has 16 nodes.", "The plan has 16 seats.");
        assert_eq!(numbers.first().map(|(kind, _)| *kind), Some(HeldKind::Number));
        let negations = lost("Gift cards are not refunded.", "Gift cards are refunded.");
        assert_eq!(negations.first().map(|(kind, _)| *kind), Some(HeldKind::Negation));
        let names = lost("Ask Patricia Wong about it.", "Ask the office about it.");
        assert!(names.iter().all(|(kind, _)| *kind == HeldKind::Name) && names.len() == 2, "{names:?}");
    }
}
