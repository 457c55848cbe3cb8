//! Chooses the sentences of an answer and says whether they answer at all. It reads nothing.

use std::collections::{BTreeMap, HashSet};

use super::candidate::letters;
use super::report::Sentence;
use crate::search::{CHARACTERS, Query, stands};

/// The share of the question's weight that one note must take up to answer; with less it is about something else.
///
/// A question of five words of which two stand in a note is not answered by it; words scattered over several notes are none.
const ANSWERS: f32 = 0.5;

/// How much the title and the headings above count beside the sentence's own words.
const ABOVE: f32 = 0.4;

/// How much the place of the result counts, from the first to the last.
const PLACE: f32 = 0.1;

/// A sentence must fit this well beside the best to stand with it.
const BESIDE_BEST: f32 = 0.5;

/// A note must take up this much of the question beside the best note to be quoted with it.
const BESIDE_BEST_NOTE: f32 = 0.7;

/// What an answer may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The tokens of text.
    pub tokens: usize,
    /// The sentences.
    pub sentences: usize,
}

/// A sentence and how good the result is that it stands in.
pub(super) struct Candidate {
    pub sentence: Sentence,
    /// The place of the result, from 0.
    pub place: usize,
    /// Whether a model is sure that it means what was asked.
    pub is_meant: bool,
}

/// The sentences of an answer.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub is_answer: bool,
    pub coverage: f32,
    pub sentences: Vec<Sentence>,
    /// The words of the question that none of them takes up.
    pub open: Vec<String>,
}

/// Chooses from `candidates`; `weights` says how much each term of `query` counts.
pub(super) fn choose(query: &Query, weights: &[f32], candidates: Vec<Candidate>, room: Room) -> Chosen {
    let total = weights.iter().sum::<f32>().max(f32::EPSILON);
    let share = |stands: &[f32]| stands.iter().zip(weights).map(|(s, w)| s * w).sum::<f32>() / total;
    let most = candidates.iter().map(|candidate| candidate.place).max().unwrap_or_default() as f32 + 1.0;
    let mut weighed: Vec<(f32, Vec<f32>, Candidate)> = Vec::new();
    let mut seen = HashSet::new();
    for candidate in candidates {
        if !seen.insert(letters(&candidate.sentence.text)) {
            continue;
        }
        let own = stands(query, &candidate.sentence.text);
        let above = stands(query, &context(&candidate.sentence));
        let both: Vec<f32> = own.iter().zip(&above).map(|(own, above)| own.max(*above)).collect();
        let place = 1.0 - candidate.place as f32 / most;
        let meant = if candidate.is_meant { 1.0 } else { 0.0 };
        let fit = share(&own).max(meant) + ABOVE * (share(&both) - share(&own)) + PLACE * place;
        weighed.push((fit, both, candidate));
    }
    weighed.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    let best = weighed.first().map_or(0.0, |(fit, ..)| *fit);
    let mut left = room.tokens.saturating_mul(CHARACTERS);
    let mut taken: Vec<(usize, Sentence)> = Vec::new();
    let mut by_note: BTreeMap<String, Vec<f32>> = BTreeMap::new();
    let mut is_meant = false;
    for (fit, both, candidate) in weighed {
        let size = candidate.sentence.text.chars().count() + 1;
        let is_first = taken.is_empty();
        // The best is given even where it must be alone.
        if taken.len() == room.sentences || fit < BESIDE_BEST * best || (size > left && !is_first) {
            continue;
        }
        left = left.saturating_sub(size);
        let union = by_note.entry(candidate.sentence.path.clone()).or_insert_with(|| vec![0.0; both.len()]);
        union.iter_mut().zip(&both).for_each(|(union, own)| *union = union.max(*own));
        is_meant |= candidate.is_meant;
        taken.push((candidate.place, candidate.sentence));
    }
    let shares: BTreeMap<&String, f32> = by_note.iter().map(|(note, union)| (note, share(union))).collect();
    let coverage = shares.values().copied().fold(0.0, f32::max);
    // What leaves open what another note takes up only distracts from it.
    taken.retain(|(_, sentence)| {
        shares.get(&sentence.path).is_some_and(|share| *share >= BESIDE_BEST_NOTE * coverage)
    });
    let is_open = |at: usize| by_note.values().all(|union| union[at] == 0.0);
    let open = query.terms.iter().enumerate().filter(|(at, _)| is_open(*at));
    Chosen {
        is_answer: !taken.is_empty() && (coverage >= ANSWERS || is_meant),
        coverage,
        open: open.map(|(_, term)| term.shown.clone()).collect(),
        sentences: in_order(taken),
    }
}

/// The title and the headings of a sentence.
fn context(sentence: &Sentence) -> String {
    let above = std::iter::once(&sentence.title).chain(&sentence.headings);
    above.map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// The sentences note by note, the note of the best first, each as it stands in its note.
fn in_order(taken: Vec<(usize, Sentence)>) -> Vec<Sentence> {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for (at, (_, sentence)) in taken.iter().enumerate() {
        first.entry(sentence.path.clone()).or_insert(at);
    }
    let mut sentences: Vec<Sentence> = taken.into_iter().map(|(_, sentence)| sentence).collect();
    sentences.sort_by_key(|sentence| (first.get(&sentence.path).copied(), sentence.lines.first()));
    sentences
}
