//! Whether a gold fact stands in a text, and the shares of facts returned.

pub use kb::golden::normal;
use regex::Regex;

use super::cases::Case;

/// Facts returned and facts asked for, a case.
#[derive(Default)]
pub struct Tally {
    counts: Vec<(String, usize, usize)>,
}

impl Tally {
    /// Counts the facts of `case` that stand in `returned`, a normalised text.
    pub fn count(&mut self, case: &Case, returned: &str) {
        let found = case.facts.iter().filter(|fact| returned.contains(&normal(fact))).count();
        self.counts.push((case.layer.clone(), found, case.facts.len()));
    }

    /// The share of all facts returned, of one layer or of all.
    pub fn share(&self, layer: Option<&str>) -> f64 {
        let (found, all) = self
            .counts
            .iter()
            .filter(|(of, ..)| layer.is_none_or(|layer| layer == of))
            .fold((0, 0), |(found, all), (_, a, b)| (found + a, all + b));
        if all == 0 { 0.0 } else { found as f64 / all as f64 }
    }
}

/// A pattern that is part of this program.
pub fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern written in this file")
}
