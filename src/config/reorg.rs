//! `[reorg]` of `kb.toml`: what a reorganisation takes for too large, too small and too often, and how it is cut into parts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a reorganisation looks at the knowledge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReorgConfig {
    /// Folders with more notes than this are `oversize-folder`; entry pages and notes of folders below do not count.
    pub max_folder_notes: usize,
    /// Folders with fewer notes than this, and no folder below, are `undersize-folder`.
    pub min_folder_notes: usize,
    /// How many like items of evidence, or like claims, are a `repeated-episode`.
    pub episodes: usize,
    /// How many notes a part takes on at most.
    pub part_notes: usize,
    /// How many entries of the coverage list a part takes on at most, unless one note alone has more.
    pub part_coverage: usize,
}

impl Default for ReorgConfig {
    fn default() -> ReorgConfig {
        ReorgConfig {
            max_folder_notes: 60,
            min_folder_notes: 2,
            episodes: 5,
            part_notes: 40,
            part_coverage: 200,
        }
    }
}

impl ReorgConfig {
    /// What is wrong with the numbers: the key, and why.
    pub(super) fn fault(&self) -> Option<(&'static str, String)> {
        let least = [
            ("episodes", self.episodes, 3),
            ("part_notes", self.part_notes, 1),
            ("part_coverage", self.part_coverage, 1),
        ];
        least
            .into_iter()
            .find(|(_, value, least)| value < least)
            .map(|(key, value, least)| (key, format!("`{key}` is {value}; {least} is the least")))
    }
}
