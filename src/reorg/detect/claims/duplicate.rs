//! Claims, and notes, that say the same in other words.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::Pair;
use super::{evidence, places, subject};
use crate::plan::{Fault, FaultKind, Place};
use crate::reorg::survey::Survey;

/// How much of all that two claims say both must say, in percent.
const LEAST_ALIKE: f64 = 0.55;
/// The same where they share values too, which two claims hardly do by chance.
const LEAST_ALIKE_WITH_VALUES: f64 = 0.4;
/// How much of what two claims say beside their subject both must say: one value may be that of two things.
const LEAST_OWN: f64 = 0.4;
/// What two claims share beside their subject and must weigh where a single word stands in place of another.
const BINDS: f64 = 3.0;
/// How many claims of the smaller note must stand in the other for the notes to say the same, in percent.
const MOST_OF_A_NOTE: usize = 75;

/// A fault for each pair that says the same, and for each two notes of which one says nearly nothing of its own.
pub(super) fn faults(survey: &Survey<'_>, pairs: &[Pair]) -> Vec<Fault> {
    let same: Vec<&Pair> = pairs.iter().filter(|pair| is_duplicate(survey, pair)).collect();
    let mut faults: Vec<Fault> = same
        .iter()
        .map(|pair| {
            let (one, other) = (&survey.statements[pair.one], &survey.statements[pair.other]);
            let percent = (pair.likeness() * 100.0).round();
            let how = if one.claim.text == other.claim.text {
                "both say it in the same words".to_owned()
            } else if pair.contrast.agreeing > 0 {
                format!("both say it with the same values, and share {percent} % of their words")
            } else {
                format!("both say it, and share {percent} % of their words")
            };
            Fault::new(FaultKind::DuplicateClaim, places(survey, pair), evidence(survey, pair), how)
        })
        .collect();
    faults.extend(notes(survey, &same));
    faults
}

fn is_duplicate(survey: &Survey<'_>, pair: &Pair) -> bool {
    let (one, other) = (&survey.statements[pair.one], &survey.statements[pair.other]);
    let contrast = &pair.contrast;
    let identical = one.claim.text == other.claim.text;
    let is_like = !contrast.apart
        && contrast.same_values()
        && contrast.turned.is_none()
        && contrast.limits.iter().all(Vec::is_empty)
        && one.gist.denies == other.gist.denies;
    if !(identical || is_like) {
        return false;
    }
    if identical {
        return contrast.shared.len() + 2 * contrast.agreeing >= 3 && subject::is_same(survey, pair);
    }
    let own = subject::own_words(survey, pair);
    let words = contrast.shared.len();
    let least = if contrast.agreeing > 0 { LEAST_ALIKE_WITH_VALUES } else { LEAST_ALIKE };
    // One word in place of another may be the very thing that each speaks of, unless something rare binds them.
    let is_swapped = contrast.only.iter().all(|only| only.len() == 1) && own.shared < BINDS;
    let enough = words + 2 * contrast.agreeing >= 3 && own.shared > 0.0 && own.cover() >= LEAST_OWN;
    enough && !is_swapped && pair.likeness() >= least && subject::is_same(survey, pair)
}

/// The notes of which one says nearly all that the other says.
fn notes(survey: &Survey<'_>, same: &[&Pair]) -> Vec<Fault> {
    let mut met: BTreeMap<(usize, usize), [BTreeSet<usize>; 2]> = BTreeMap::new();
    let first_of = first_claims(survey);
    for pair in same {
        let (one, other) = (&survey.statements[pair.one], &survey.statements[pair.other]);
        if one.note.path == other.note.path {
            continue;
        }
        let sets = met.entry((first_of[pair.one], first_of[pair.other])).or_default();
        sets[0].insert(pair.one);
        sets[1].insert(pair.other);
    }
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    first_of.iter().for_each(|&first| *counts.entry(first).or_default() += 1);
    let is_same = |((one, other), sets): ((usize, usize), [BTreeSet<usize>; 2])| {
        let (all_one, all_other) = (counts.get(&one).copied()?, counts.get(&other).copied()?);
        let shared = sets[0].len().min(sets[1].len());
        let smaller = all_one.min(all_other);
        if smaller < 2 || shared * 100 < smaller * MOST_OF_A_NOTE {
            return None;
        }
        let path = |at: usize| survey.statements[at].note.path.clone();
        let (kept, spare) = if all_one >= all_other { (one, other) } else { (other, one) };
        let reason = format!("{shared} of its {smaller} claims stand in `{}` too", path(kept));
        let places = vec![Place::whole(path(spare)), Place::whole(path(kept))];
        Some(Fault::new(FaultKind::DuplicateNote, places, Vec::new(), reason))
    };
    met.into_iter().filter_map(is_same).collect()
}

/// For each claim, the first claim of its note.
fn first_claims(survey: &Survey<'_>) -> Vec<usize> {
    let mut first = 0;
    let statements = &survey.statements;
    (0..statements.len())
        .map(|at| {
            if at > 0 && statements[at - 1].note.path != statements[at].note.path {
                first = at;
            }
            first
        })
        .collect()
}
