//! What a text may be about, by the rare words that it shares with it. It ranks and decides nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::token::lower_words;

/// A word of more owners than this tells none of them.
const COMMON: usize = 40;

/// Things by their words.
pub(super) struct Rare<K> {
    keys: Vec<K>,
    owners: HashMap<String, Vec<usize>>,
}

impl<K: Clone + Ord> Rare<K> {
    /// Reads `things`, each with its text.
    pub(super) fn new<'t>(things: impl Iterator<Item = (K, std::borrow::Cow<'t, str>)>) -> Rare<K> {
        let (mut keys, mut owners) = (Vec::new(), HashMap::<String, Vec<usize>>::new());
        for (at, (key, text)) in things.enumerate() {
            keys.push(key);
            for word in words(&text) {
                let own = owners.entry(word).or_default();
                if own.len() <= COMMON {
                    own.push(at);
                }
            }
        }
        Rare { keys, owners }
    }

    /// The things that share at least two rare words with `text`, those that share most first.
    pub(super) fn about(&self, text: &str) -> Vec<K> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for word in words(text) {
            for &at in self.owners.get(&word).filter(|own| own.len() <= COMMON).into_iter().flatten() {
                *counts.entry(at).or_default() += 1;
            }
        }
        let found = counts.into_iter().filter(|(_, count)| *count >= 2);
        let mut ranked: Vec<(usize, &K)> = found.map(|(at, count)| (count, &self.keys[at])).collect();
        ranked.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.cmp(other)));
        ranked.into_iter().map(|(_, key)| key.clone()).take(COMMON).collect()
    }
}

fn words(text: &str) -> BTreeSet<String> {
    lower_words(text).into_iter().filter(|word| word.chars().count() > 2).collect()
}
