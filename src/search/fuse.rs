//! Joins the legs, how well the words fit and how near the meaning is, into one order. It asks no model and loads nothing.
//!
//! A convex sum of scores normalised a query, with the weight that belongs to the model. Bruch, Gai and Ingber, "An Analysis
//! of Fusion Functions for Hybrid Retrieval" (2022); reciprocal ranks fall below the words alone whenever the model is weak.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::query::Query;
use super::rank::{Hit, Ranking};
use crate::port::VectorField;

/// What one model says of every document.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// Whose vectors were compared.
    pub field: VectorField,
    /// How much it counts beside the words, from 0 to 1.
    pub weight: f32,
    /// The cosine below which a document has nothing to do with the question.
    pub floor: f32,
    /// The cosine by document, negative infinity where there is none.
    pub similarities: Vec<f32>,
}

impl Meaning {
    /// Whether every one of `documents` documents has a vector.
    pub fn is_complete(&self, documents: u64) -> bool {
        self.similarities.iter().filter(|similarity| similarity.is_finite()).count() as u64 == documents
    }

    /// How much it counts beside the words for this question: nothing where no document comes near the floor.
    pub fn counted(&self) -> f32 {
        let highest = self.similarities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if highest >= NEAR_FLOOR * self.floor { self.weight } else { 0.0 }
    }

    fn of(&self, document: u32) -> Option<f32> {
        self.similarities.get(document as usize).copied().filter(|similarity| similarity.is_finite())
    }

    /// The documents nearest to the question, those below the floor left out; nearest first. Only as many are put in order as
    /// are taken.
    fn nearest(&self) -> impl Iterator<Item = u32> {
        let near = (0..)
            .zip(&self.similarities)
            .filter(|(_, similarity)| **similarity >= self.floor)
            .map(|(document, &similarity)| Near { similarity, document });
        let mut near: BinaryHeap<Near> = near.collect();
        std::iter::from_fn(move || near.pop().map(|near| near.document))
    }
}

/// A document by its nearness; the nearest is the greatest.
#[derive(Clone, Copy, Debug)]
struct Near {
    similarity: f32,
    document: u32,
}

impl Ord for Near {
    fn cmp(&self, other: &Near) -> Ordering {
        self.similarity.total_cmp(&other.similarity).then(other.document.cmp(&self.document))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Near) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Near {
    fn eq(&self, other: &Near) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Near {}

/// The share of a model's floor that some document must reach; below it all are equally far, and their order is chance.
const NEAR_FLOOR: f32 = 0.8;

/// How many documents that hold no word of the question a model may bring in.
const MOST_NEAR: usize = 100;

/// How many of the best a slow judge reorders.
pub const RESCORED: usize = 50;

/// How many documents are left after joining.
const MOST: usize = 150;

/// The hits of `ranking` together with what is near in meaning, best first; scores lie between 0 and 1.
///
/// Who looks something up by its name wants that, and not what resembles it: where something has the whole name, what a model says
/// of anything else counts for nothing.
///
/// `admitted` says whether a document that no word led to may be shown; `key` breaks ties.
pub fn fuse(
    query: &Query,
    ranking: &Ranking,
    meanings: &[Meaning],
    mut admitted: impl FnMut(u32) -> bool,
    key: impl Fn(u32) -> u64,
) -> Vec<Hit> {
    let best = ranking.hits.iter().map(|hit| hit.legs.text).fold(0.0, f32::max);
    let mut hits = ranking.hits.clone();
    let known: HashSet<u32> = hits.iter().map(|hit| hit.document).collect();
    let is_found = query.is_lookup() && hits.iter().any(|hit| hit.holds_every_word(query));
    let mut brought = HashMap::new();
    for meaning in meanings.iter().filter(|_| !is_found && !query.is_of_names()) {
        let new = meaning.nearest().filter(|document| !known.contains(document));
        for document in new.filter(|&document| admitted(document)).take(MOST_NEAR) {
            brought.entry(document).or_insert_with(|| Hit::beyond_words(document));
        }
    }
    hits.extend(brought.into_values());
    let scales: Vec<Scale> = meanings.iter().map(Scale::of).collect();
    let weights: Vec<f32> = meanings.iter().map(Meaning::counted).collect();
    let words: f32 = 1.0 - weights.iter().sum::<f32>();
    for hit in &mut hits {
        let mut score = if best > 0.0 { words * hit.legs.text / best } else { 0.0 };
        let is_meant = !is_found || hit.holds_every_word(query);
        for ((meaning, scale), weight) in meanings.iter().zip(&scales).zip(&weights) {
            let similarity = meaning.of(hit.document);
            hit.legs.meaning[meaning.field.index()] = similarity;
            let normal = similarity.filter(|_| is_meant).map_or(0.0, |similarity| scale.normal(similarity));
            score += weight * normal;
        }
        hit.score = score;
    }
    sort(&mut hits, key);
    hits.truncate(MOST);
    hits
}

/// Reorders the best of `hits` by what a judge says of some of them, `weight` of it against what was said so far.
pub fn rescore(
    hits: &mut [Hit],
    weight: f32,
    judged: impl Fn(&Hit) -> Option<f32>,
    key: impl Fn(u32) -> u64,
) {
    let most = hits.len().min(RESCORED);
    let top = &mut hits[..most];
    let scores: Vec<Option<f32>> = top.iter().map(&judged).collect();
    let said = || scores.iter().flatten().copied();
    let (low, high) = (said().fold(f32::INFINITY, f32::min), said().fold(f32::NEG_INFINITY, f32::max));
    let Some(last) = top.last().map(|hit| hit.score) else { return };
    let first = top[0].score;
    for (hit, said) in top.iter_mut().zip(&scores) {
        let Some(said) = said else { continue };
        let normal = if high > low { (said - low) / (high - low) } else { 1.0 };
        // On the scale of the scores that are there, so that who was not judged keeps a fair place.
        let judged = last + normal * (first - last);
        hit.score += weight * (judged - hit.score);
    }
    sort(top, key);
}

fn sort(hits: &mut [Hit], key: impl Fn(u32) -> u64) {
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| key(a.document).cmp(&key(b.document))));
}

/// How the cosines of one question are spread.
struct Scale {
    low: f32,
    high: f32,
}

impl Scale {
    fn of(meaning: &Meaning) -> Scale {
        let finite = || meaning.similarities.iter().copied().filter(|similarity| similarity.is_finite());
        let high = finite().fold(f32::NEG_INFINITY, f32::max);
        let low = finite().fold(f32::INFINITY, f32::min);
        Scale { low, high }
    }

    fn normal(&self, similarity: f32) -> f32 {
        if self.high > self.low { (similarity - self.low) / (self.high - self.low) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rank::{Legs, Via};

    fn hit(document: u32, text: f32) -> Hit {
        Hit { document, score: text, matched: 1, legs: Legs { text, ..Legs::default() }, via: Via::Text }
    }

    /// Three words, of which no hit holds more than one.
    fn question() -> Query {
        Query::parse("salt tax paid")
    }

    fn order(hits: &[Hit]) -> Vec<u32> {
        hits.iter().map(|hit| hit.document).collect()
    }

    fn meaning(similarities: &[f32]) -> Meaning {
        Meaning { field: VectorField::Instant, weight: 0.3, floor: 0.5, similarities: similarities.to_vec() }
    }

    #[test]
    fn words_alone_keep_their_order() {
        let ranking = Ranking { hits: vec![hit(3, 9.0), hit(1, 4.0)], ..Ranking::default() };
        let fused = fuse(&question(), &ranking, &[], |_| true, u64::from);
        assert_eq!(order(&fused), [3, 1]);
        assert_eq!(fused[0].score, 1.0);
    }

    #[test]
    fn what_is_near_in_meaning_is_brought_in_and_what_is_far_is_not() {
        let ranking = Ranking { hits: vec![hit(0, 9.0), hit(1, 8.9)], ..Ranking::default() };
        let near = meaning(&[0.1, 0.6, 0.9, 0.4, f32::NEG_INFINITY, 0.8]);
        let fused = fuse(&question(), &ranking, &[near], |document| document != 5, u64::from);
        assert_eq!(order(&fused), [1, 0, 2], "the words count more; 3 is far, 4 hidden, 5 not admitted");
        assert_eq!(fused[2].legs.text, 0.0);
    }

    #[test]
    fn where_everything_is_far_the_words_alone_count() {
        let ranking = Ranking { hits: vec![hit(0, 9.0), hit(1, 8.9)], ..Ranking::default() };
        let fused = |near: &[f32]| order(&fuse(&question(), &ranking, &[meaning(near)], |_| true, u64::from));
        assert_eq!(fused(&[0.1, 0.38]), [0, 1]);
        assert_eq!(fused(&[0.1, 0.42]), [1, 0]);
    }

    #[test]
    fn where_the_whole_name_stands_nothing_that_resembles_it_comes_before() {
        let whole = |document, text| Hit { matched: 0b11, ..hit(document, text) };
        let ranking = Ranking { hits: vec![whole(0, 9.0), whole(1, 8.9), hit(2, 8.0)], ..Ranking::default() };
        let near = [meaning(&[0.1, 0.6, 0.9, 0.8])];
        let looked_up = Query::parse("salt tax");
        assert_eq!(order(&fuse(&looked_up, &ranking, &near, |_| true, u64::from)), [1, 0, 2]);
        let names = Query::parse("HTTP-403");
        let none = Ranking::default();
        assert!(fuse(&names, &none, &near, |_| true, u64::from).is_empty(), "nothing is nearly HTTP-403");
        assert_eq!(fuse(&question(), &none, &near, |_| true, u64::from).len(), 3);
    }

    #[test]
    fn a_judge_reorders_the_best_and_leaves_the_others_a_place() {
        let ranking = Ranking { hits: vec![hit(0, 9.0), hit(1, 8.5), hit(2, 7.0)], ..Ranking::default() };
        let mut fused = fuse(&question(), &ranking, &[], |_| true, u64::from);
        rescore(&mut fused, 0.5, |hit| [Some(0.1), None, Some(0.9)][hit.document as usize], u64::from);
        assert_eq!(order(&fused), [1, 0, 2]);
        assert!((fused[1].score - fused[2].score).abs() < 1e-6);
    }
}
