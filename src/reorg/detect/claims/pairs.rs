//! Pairs of claims that are about the same, in time that grows with their number: only claims that share two of their
//! rarest words or values are looked at, and of these the nearest few.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use super::weights::Weights;
use crate::reorg::survey::{Statement, Survey};
use crate::verify::{Contrast, Gist, Term, Told};

/// How many of the rarest words and values of a claim it is found by, two at a time.
const RAREST: usize = 8;
/// Two words that more claims share than this are a phrase that everybody uses.
const MOST_OWNERS: usize = 40;
/// How many of the nearest claims each is compared with.
const NEAREST: usize = 16;
/// How much of the lighter claim two must share to be compared word by word.
const LEAST_SHARED: f64 = 0.45;

/// How much of all that two claims say both must say, or of what one of them says, to be about the same.
const LEAST_LIKE: f64 = 0.4;
const LEAST_COVER: f64 = 0.7;

/// Two claims that are about the same.
#[derive(Debug)]
pub(super) struct Pair {
    /// The earlier claim, as an index into the statements.
    pub one: usize,
    /// The later claim.
    pub other: usize,
    /// What they have in common, and in what they differ.
    pub contrast: Contrast,
    /// How much the words say that both have.
    pub shared: f64,
    /// How much the words say that only the first and only the second has.
    pub only: [f64; 2],
    /// How much each of the words says that both have, and that only the first and only the second has.
    pub weights: [Vec<f64>; 3],
}

impl Pair {
    /// The share of what both say in all that is said, from 0 to 1.
    pub fn likeness(&self) -> f64 {
        self.shared / (self.shared + self.only[0] + self.only[1]).max(f64::MIN_POSITIVE)
    }

    /// Whether the claims are about the same at all, as far as their words tell.
    fn counts(&self) -> bool {
        !self.contrast.apart && (self.likeness() >= LEAST_LIKE || self.cover()[1] >= LEAST_COVER)
    }

    /// The share of what both say in what each says, the smaller and the larger of the two.
    pub fn cover(&self) -> [f64; 2] {
        let share = |only: f64| self.shared / (self.shared + only).max(f64::MIN_POSITIVE);
        let (a, b) = (share(self.only[0]), share(self.only[1]));
        [a.min(b), a.max(b)]
    }
}

/// The pairs of claims that may be about the same.
pub(super) fn alike(survey: &Survey<'_>) -> Vec<Pair> {
    let statements = &survey.statements;
    let weights = Weights::of(statements);
    let weighed: Vec<Weighed<'_>> =
        statements.par_iter().map(|statement| Weighed::new(&weights, &statement.gist)).collect();
    let features: Vec<Vec<u64>> =
        statements.par_iter().map(|statement| features(&weights, &statement.gist)).collect();
    let mut postings: Vec<(u64, u32)> = Vec::with_capacity(features.iter().map(Vec::len).sum());
    for (at, own) in (0u32..).zip(&features) {
        postings.extend(own.iter().map(|&feature| (feature, at)));
    }
    postings.par_sort_unstable();
    (0..statements.len())
        .into_par_iter()
        .flat_map_iter(|at| {
            let near = nearest(&weighed, &postings, &features[at], at);
            let told = (!near.is_empty()).then(|| Told::new(&statements[at].claim.text));
            let pairs = told.iter().flat_map(|told| {
                let pairs = near.iter().map(|&other| pair(&weights, statements, told, at, other));
                pairs.filter(Pair::counts).collect::<Vec<Pair>>()
            });
            pairs.collect::<Vec<Pair>>()
        })
        .collect()
}

/// The hashes by which a claim is found: two of its rarest words and values at a time.
fn features(weights: &Weights, gist: &Gist) -> Vec<u64> {
    let mut keys: Vec<(u32, u64)> = gist
        .words
        .iter()
        .chain(&gist.values)
        .map(|&key| (weights.owners(key), key))
        .filter(|&(owners, _)| owners > 1)
        .collect();
    keys.sort_unstable();
    keys.truncate(RAREST);
    let mut features = Vec::with_capacity(keys.len() * keys.len() / 2 + 1);
    for (at, (_, one)) in keys.iter().enumerate() {
        for (_, other) in &keys[at + 1..] {
            let mut hasher = DefaultHasher::new();
            (one.min(other), one.max(other)).hash(&mut hasher);
            features.push(hasher.finish());
        }
    }
    // What says one thing only can share no two.
    if let [(_, only)] = keys.as_slice() {
        features.push(*only);
    }
    features
}

/// The later claims that share most with the one at `at`, nearest first.
fn nearest(weighed: &[Weighed<'_>], postings: &[(u64, u32)], features: &[u64], at: usize) -> Vec<usize> {
    let mut met: Vec<u32> = Vec::new();
    for &feature in features {
        let start = postings.partition_point(|&(known, _)| known < feature);
        let owners = postings[start..].iter().take_while(|&&(known, _)| known == feature);
        let owners: Vec<u32> = owners.take(MOST_OWNERS + 1).map(|&(_, owner)| owner).collect();
        if owners.len() <= MOST_OWNERS {
            met.extend(owners.into_iter().filter(|&owner| owner as usize > at));
        }
    }
    met.sort_unstable();
    met.dedup();
    let mut near: Vec<(f64, usize)> = met
        .into_iter()
        .map(|other| other as usize)
        .map(|other| (weighed[at].overlap(&weighed[other]), other))
        .filter(|&(share, _)| share >= LEAST_SHARED)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    near.truncate(NEAREST);
    near.into_iter().map(|(_, other)| other).collect()
}

/// The words of one claim with how much each says.
#[derive(Debug)]
struct Weighed<'s> {
    gist: &'s Gist,
    words: Vec<f64>,
    values: Vec<f64>,
    /// How much all its words say.
    total: f64,
}

impl<'s> Weighed<'s> {
    fn new(weights: &Weights, gist: &'s Gist) -> Weighed<'s> {
        let weigh = |keys: &[u64]| keys.iter().map(|&key| weights.weight(key)).collect::<Vec<f64>>();
        let words = weigh(&gist.words);
        let total = words.iter().sum();
        Weighed { gist, words, values: weigh(&gist.values), total }
    }

    /// How much of the lighter of two claims both say, words and values.
    fn overlap(&self, other: &Weighed<'_>) -> f64 {
        let words = both(&self.gist.words, &self.words, &other.gist.words);
        let values = both(&self.gist.values, &self.values, &other.gist.values);
        (words + values) / (self.total.min(other.total) + values).max(f64::MIN_POSITIVE)
    }
}

/// How much the keys say that stand in both lists, which are in order.
fn both(keys: &[u64], weights: &[f64], others: &[u64]) -> f64 {
    let (mut sum, mut at) = (0.0, 0);
    for (key, weight) in keys.iter().zip(weights) {
        while others.get(at).is_some_and(|other| other < key) {
            at += 1;
        }
        if others.get(at) == Some(key) {
            sum += weight;
        }
    }
    sum
}

fn pair(weights: &Weights, statements: &[Statement<'_>], told: &Told, one: usize, other: usize) -> Pair {
    let contrast = Contrast::of(told, &Told::new(&statements[other].claim.text));
    let weigh = |terms: &[Term]| terms.iter().map(|term| weights.weight(term.key)).collect::<Vec<f64>>();
    let weights = [weigh(&contrast.shared), weigh(&contrast.only[0]), weigh(&contrast.only[1])];
    let sum = |at: usize| weights[at].iter().sum();
    let (shared, only) = (sum(0), [sum(1), sum(2)]);
    Pair { one, other, contrast, shared, only, weights }
}
