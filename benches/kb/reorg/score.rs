//! Compares a plan with the truth: by kind of fault, how much of what is wrong it names, and how much of what it names is
//! wrong.

use std::collections::BTreeMap;

use super::base::Truth;
use super::base::truth::Planted;
use super::plan::{Found, FoundPlace, Plan};

/// How many of how many.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// How many.
    pub right: u32,
    /// Of how many.
    pub all: u32,
}

/// The counts of one kind.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// The faults that the plan names, of those that there are.
    pub recall: Count,
    /// The same by variant.
    pub variants: BTreeMap<&'static str, Count>,
    /// The faults of the plan that are ones.
    pub precision: Count,
}

impl Count {
    fn add(&mut self, is_right: bool) {
        self.right += u32::from(is_right);
        self.all += 1;
    }

    /// The share; 1 where there is nothing.
    pub fn share(self) -> f64 {
        if self.all == 0 { 1.0 } else { f64::from(self.right) / f64::from(self.all) }
    }
}

/// Compares `plan` with `truth`, by kind. What went wrong is handed to `wrong`, a line each.
pub fn score(plan: &Plan, truth: &Truth, wrong: &mut dyn FnMut(String)) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for planted in &truth.faults {
        let is_named = plan.faults.iter().any(|found| found.kind == planted.kind && names(found, planted));
        let score = scores.entry(planted.kind.to_owned()).or_default();
        score.recall.add(is_named);
        score.variants.entry(planted.variant).or_default().add(is_named);
        if !is_named {
            wrong(format!("missed {} ({}): {:?}", planted.kind, planted.variant, planted.places));
        }
    }
    for found in &plan.faults {
        let is_one = truth.faults.iter().any(|planted| is_about(found, planted));
        scores.entry(found.kind.clone()).or_default().precision.add(is_one);
        if !is_one {
            let places: Vec<String> = found.places.iter().map(shown).collect();
            wrong(format!("false {}: {places:?}: {}", found.kind, found.reason));
        }
    }
    scores
}

fn shown(place: &FoundPlace) -> String {
    let claim = place.claim.as_ref().map(|claim| format!(": {}", claim.text)).unwrap_or_default();
    format!("{}{claim}", place.path)
}

/// Whether `found` names all of `planted`.
fn names(found: &Found, planted: &Planted) -> bool {
    if planted.places.is_empty() {
        return cites(found, planted);
    }
    // Of a link or a successor either end may be named: which is wrong is the same.
    if matches!(planted.kind, "one-way-link" | "superseded") {
        return is_about(found, planted);
    }
    planted.places.iter().all(|wanted| {
        found.places.iter().any(|place| is_at(place, &wanted.path) && says(place, wanted.claim.as_ref()))
    })
}

/// Whether `found` is `planted` or part of it, or what comes with it, and nothing else.
fn is_about(found: &Found, planted: &Planted) -> bool {
    if planted.places.is_empty() {
        return found.kind == planted.kind && cites(found, planted);
    }
    let is_kind = found.kind == planted.kind;
    (is_kind || planted.also.iter().any(|kind| *kind == found.kind))
        && !found.places.is_empty()
        && found.places.iter().all(|place| {
            planted
                .places
                .iter()
                .any(|wanted| is_at(place, &wanted.path) && (!is_kind || says(place, wanted.claim.as_ref())))
        })
}

fn cites(found: &Found, planted: &Planted) -> bool {
    planted.evidence.as_ref().is_some_and(|id| found.evidence.iter().any(|span| span.evidence == *id))
}

/// Whether `place` is at `path`, or in it where it is a folder.
fn is_at(place: &FoundPlace, path: &str) -> bool {
    let below = place.path.strip_prefix(path);
    below.is_some_and(|rest| rest.is_empty() || (!path.ends_with(".md") && rest.starts_with('/')))
}

fn says(place: &FoundPlace, wanted: Option<&String>) -> bool {
    match (&place.claim, wanted) {
        (Some(claim), Some(wanted)) => claim.text == *wanted,
        _ => true,
    }
}
