//! `[reorg]` of `kb.toml`: what a reorganisation takes for too large, too small and too often, how it is cut into parts, and
//! when one is due.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How often a reorganisation is due whatever happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReorgSchedule {
    /// Every day.
    Daily,
    /// Every 7 days.
    #[default]
    Weekly,
    /// Every 30 days.
    Monthly,
    /// Every 91 days.
    Quarterly,
    /// Only when something else asks for it.
    Never,
}

impl ReorgSchedule {
    /// After how many days; `None` for never.
    pub fn days(self) -> Option<i64> {
        match self {
            ReorgSchedule::Daily => Some(1),
            ReorgSchedule::Weekly => Some(7),
            ReorgSchedule::Monthly => Some(30),
            ReorgSchedule::Quarterly => Some(91),
            ReorgSchedule::Never => None,
        }
    }
}

/// How a reorganisation looks at the knowledge, and when one is due: each key of the latter is a reason of its own, since the
/// last one that came to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// How often in any case: `daily`, `weekly` (the default), `monthly`, `quarterly` or `never`.
    pub schedule: ReorgSchedule,
    /// After so many notes that are new or changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_notes: Option<u64>,
    /// At so many contradictions between claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// At so many evidence items that no note cites.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncited_evidence: Option<u64>,
    /// When the share of the golden questions that are answered has fallen by so much, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieval_drop: Option<f64>,
}

impl Default for ReorgConfig {
    fn default() -> ReorgConfig {
        ReorgConfig {
            max_folder_notes: 60,
            min_folder_notes: 2,
            episodes: 5,
            part_notes: 40,
            part_coverage: 200,
            schedule: ReorgSchedule::default(),
            new_notes: None,
            conflicts: None,
            uncited_evidence: None,
            retrieval_drop: None,
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
        let least = least
            .into_iter()
            .find(|(_, value, least)| value < least)
            .map(|(key, value, least)| (key, format!("`{key}` is {value}; {least} is the least")));
        if least.is_some() {
            return least;
        }
        for (key, count) in [
            ("new_notes", self.new_notes),
            ("conflicts", self.conflicts),
            ("uncited_evidence", self.uncited_evidence),
        ] {
            if count == Some(0) {
                return Some((key, format!("`{key}` is at least 1; leave it out for no such limit")));
            }
        }
        let is_share = |drop: f64| drop > 0.0 && drop <= 1.0;
        let drop = self.retrieval_drop.filter(|drop| !is_share(*drop));
        drop.map(|_| ("retrieval_drop", "`retrieval_drop` is a share above 0, at most 1".to_owned()))
    }
}
