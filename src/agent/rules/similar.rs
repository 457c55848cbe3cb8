//! How similar notes are to new statements, by their words. It ranks; it decides nothing.

use std::collections::{BTreeSet, HashMap};

use crate::note::Note;

use super::token::lower_words;

/// Notes with their words, weighed by how rare a word is among them.
pub(in crate::agent) struct Similar<'n> {
    notes: Vec<(&'n Note, HashMap<String, f64>, f64)>,
    rarity: HashMap<String, f64>,
}

impl<'n> Similar<'n> {
    /// Reads the titles and claims of `notes`.
    pub(in crate::agent) fn new(notes: impl Iterator<Item = &'n Note>) -> Similar<'n> {
        let counted: Vec<(&Note, HashMap<String, f64>)> =
            notes.map(|note| (note, counts(&words_of(note)))).collect();
        let mut holding: HashMap<String, f64> = HashMap::new();
        for word in counted.iter().flat_map(|(_, counts)| counts.keys()) {
            *holding.entry(word.clone()).or_default() += 1.0;
        }
        let all = counted.len() as f64;
        let rarity: HashMap<String, f64> =
            holding.into_iter().map(|(word, held)| (word, (1.0 + all / held).ln())).collect();
        let notes = counted
            .into_iter()
            .map(|(note, counts)| {
                let weights = weights(&counts, &rarity, 0.0);
                let length = length(&weights);
                (note, weights, length)
            })
            .collect();
        Similar { notes, rarity }
    }

    /// The notes most like `texts`, best first, each with the cosine of their weighed words; at most `most`.
    pub(in crate::agent) fn nearest(&self, texts: &[&str], most: usize) -> Vec<(&'n Note, f64)> {
        let words: Vec<String> = texts.iter().flat_map(|text| lower_words(text)).collect();
        let unseen = (1.0 + self.notes.len() as f64).ln();
        let asked = weights(&counts(&words), &self.rarity, unseen);
        let asked_length = length(&asked);
        let mut ranked: Vec<(&Note, f64)> = self
            .notes
            .iter()
            .map(|(note, weights, length)| {
                let product: f64 = asked
                    .iter()
                    .filter_map(|(word, weight)| weights.get(word).map(|other| weight * other))
                    .sum();
                (*note, product / (asked_length * length).max(f64::MIN_POSITIVE))
            })
            .filter(|(_, score)| *score > 0.0)
            .collect();
        // The path decides between equals, so that the order never depends on a hash.
        ranked.sort_by(|(a, one), (b, other)| {
            rounded(*other).cmp(&rounded(*one)).then_with(|| a.path.cmp(&b.path))
        });
        ranked.truncate(most);
        ranked
    }
}

/// A cosine in millionths: sums in another order differ in the last digits.
fn rounded(score: f64) -> i64 {
    (score * 1e6).round() as i64
}

fn words_of(note: &Note) -> Vec<String> {
    let claims = note.claims().iter().flat_map(|claim| lower_words(&claim.text));
    lower_words(note.title()).into_iter().chain(claims).collect()
}

fn counts(words: &[String]) -> HashMap<String, f64> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word.clone()).or_default() += 1.0;
    }
    counts
}

fn weights(
    counts: &HashMap<String, f64>,
    rarity: &HashMap<String, f64>,
    unseen: f64,
) -> HashMap<String, f64> {
    counts
        .iter()
        .map(|(word, count)| (word.clone(), count.sqrt() * rarity.get(word).copied().unwrap_or(unseen)))
        .collect()
}

fn length(weights: &HashMap<String, f64>) -> f64 {
    weights.values().map(|weight| weight * weight).sum::<f64>().sqrt()
}

/// Words of `note` that name one thing exactly: codes, long numbers, addresses.
pub(super) fn identifiers(note: &Note) -> BTreeSet<String> {
    note.claims()
        .iter()
        .flat_map(|claim| {
            super::token::tokens(&claim.text)
                .into_iter()
                .filter(super::signal::is_identifier)
                .map(|token| token.lower())
                .collect::<Vec<_>>()
        })
        .filter(|word| word.len() >= 6)
        .collect()
}
