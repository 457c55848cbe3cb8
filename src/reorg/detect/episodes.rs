//! Episodes that repeat: items of evidence, and claims, that tell of the like with other names and values. Every one is
//! counted; what rule they make, and where it ends, is for whoever mends it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use crate::evidence::Item;
use crate::plan::{Fault, FaultKind, Place};
use crate::proposal::{CitedSpan, claim_ref};
use crate::reorg::survey::{Statement, Survey};
use crate::text::LineRange;
use crate::verify::Gist;

/// Longer evidence is no episode, in bytes.
const LONGEST: usize = 4_000;
/// How many minima are kept of the words of an item, and how many of them make a band.
const MINIMA: usize = 12;
const BAND: usize = 3;
/// How much of the words of two items both must have, in percent.
const LEAST_ALIKE: usize = 60;
/// How many words episodes must share at least.
const LEAST_WORDS: usize = 3;

/// A fault for each kind of episode that repeats.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let mut faults = of_evidence(survey);
    faults.extend(of_claims(survey));
    faults
}

/// What is cited is told by the claims that cite it; here is what no claim tells.
fn of_evidence(survey: &Survey<'_>) -> Vec<Fault> {
    let is_open = |item: &&Item| item.text().len() <= LONGEST && !survey.in_use.contains(&item.meta.id);
    let items: Vec<&Item> = survey.scope.vault.evidence().filter(is_open).collect();
    let words: Vec<Box<[u64]>> = items.par_iter().map(|item| Gist::of(item.text()).words).collect();
    let fault = |group: Vec<usize>| {
        let evidence: Vec<CitedSpan> = group.iter().map(|&at| whole(items[at])).collect();
        let reason = format!("{} items of evidence that nothing cites tell of the like", evidence.len());
        Fault::new(FaultKind::RepeatedEpisode, Vec::new(), evidence, reason)
    };
    groups(&words, survey.scope.config.reorg.episodes).into_iter().map(fault).collect()
}

fn whole(item: &Item) -> CitedSpan {
    let lines = LineRange::new(1, item.line_count().max(1)).unwrap_or_else(|| LineRange::single(1));
    CitedSpan { evidence: item.meta.id.clone(), lines, quote: None }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Groups of at least `least` sets of words that are alike: those that share a band of minima are compared with the first
/// of their group, so that the time grows with their number.
fn groups(words: &[Box<[u64]>], least: usize) -> Vec<Vec<usize>> {
    let mut leaders: HashMap<(usize, Vec<u64>), Vec<usize>> = HashMap::new();
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, own) in words.iter().enumerate().filter(|(_, own)| own.len() >= LEAST_WORDS) {
        let bands = bands(own);
        let known = bands.iter().filter_map(|band| leaders.get(band)).flatten().copied();
        let leader = known.into_iter().find(|&leader| alike(&words[leader], own)).unwrap_or(at);
        members.entry(leader).or_default().push(at);
        if leader == at {
            for band in bands {
                let known = leaders.entry(band).or_default();
                // Many leaders of one band are alike in little.
                if known.len() < 8 {
                    known.push(at);
                }
            }
        }
    }
    members.into_values().filter(|group| group.len() >= least).collect()
}

/// The smallest hashes of the words under several orders, in bands.
fn bands(words: &[u64]) -> Vec<(usize, Vec<u64>)> {
    let minimum = |seed: usize| {
        let hash = |word: &u64| {
            let mut hasher = DefaultHasher::new();
            (seed, word).hash(&mut hasher);
            hasher.finish()
        };
        words.iter().map(hash).min().unwrap_or_default()
    };
    let minima: Vec<u64> = (0..MINIMA).map(minimum).collect();
    minima.chunks(BAND).map(<[u64]>::to_vec).enumerate().collect()
}

fn alike(one: &[u64], other: &[u64]) -> bool {
    let both = one.iter().filter(|word| other.binary_search(word).is_ok()).count();
    let all = one.len() + other.len() - both;
    both >= LEAST_WORDS && both * 100 >= all * LEAST_ALIKE
}

/// Claims, each of a day of its own, that tell of the like of one subject. What is told of many subjects once each may as well
/// be what each of them is.
fn of_claims(survey: &Survey<'_>) -> Vec<Fault> {
    let least = survey.scope.config.reorg.episodes;
    let dated: Vec<&Statement<'_>> = survey.statements.iter().filter(|own| own.gist.is_event).collect();
    let words: Vec<Box<[u64]>> = dated.iter().map(|own| own.gist.words.clone()).collect();
    let mut found = Vec::new();
    for group in groups(&words, least) {
        let mut subjects: BTreeMap<Box<[u64]>, Vec<&Statement<'_>>> = BTreeMap::new();
        for at in group {
            subjects.entry(Gist::words_of(dated[at].note.title())).or_default().push(dated[at]);
        }
        found.extend(subjects.into_values().filter_map(|members| episode(&members, least)));
    }
    found
}

/// The fault where `group` tells of at least `least` different events.
fn episode(group: &[&Statement<'_>], least: usize) -> Option<Fault> {
    let events: BTreeSet<&[u64]> = group.iter().map(|own| &*own.gist.values).collect();
    if events.len() < least {
        return None;
    }
    let places = group.iter().map(|own| Place::claim(claim_ref(own.note, own.claim))).collect();
    let notes: BTreeSet<_> = group.iter().map(|own| &own.note.path).collect();
    let reason = format!(
        "{} claims of {} tell of the like, {} times",
        group.len(),
        counted(notes.len(), "note"),
        events.len()
    );
    Some(Fault::new(FaultKind::RepeatedEpisode, places, Vec::new(), reason))
}
