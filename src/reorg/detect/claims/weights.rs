//! How much each word says: the fewer claims have it, the more.

use std::collections::HashMap;

use crate::reorg::survey::Statement;

/// How many claims have each word and value.
#[derive(Debug, Default)]
pub(super) struct Weights {
    owners: HashMap<u64, u32>,
    claims: usize,
}

impl Weights {
    /// Counts the words and values of `statements`.
    pub fn of(statements: &[Statement<'_>]) -> Weights {
        let mut owners: HashMap<u64, u32> = HashMap::new();
        for statement in statements {
            for key in statement.gist.words.iter().chain(&statement.gist.values) {
                *owners.entry(*key).or_default() += 1;
            }
        }
        Weights { owners, claims: statements.len() }
    }

    /// How many claims have `key`.
    pub fn owners(&self, key: u64) -> u32 {
        self.owners.get(&key).copied().unwrap_or_default()
    }

    /// How much `key` says. In a small knowledge every word is rare, so none counts for more than four common ones.
    pub fn weight(&self, key: u64) -> f64 {
        let share = (self.claims as f64 + 10.0) / f64::from(self.owners(key).max(1));
        share.ln().clamp(1.0, 4.0)
    }
}
