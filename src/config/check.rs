//! `[check]` of `kb.toml`: which rules report what, where, and from which size on.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::Severity;
use crate::path::Globs;

/// What a rule reports: a severity, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing.
    Off,
    /// An info.
    Info,
    /// A warning.
    Warning,
    /// An error.
    Error,
}

impl Level {
    /// The severity; `None` for off.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Level::Off => None,
            Level::Info => Some(Severity::Info),
            Level::Warning => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}

/// Which rules report what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CheckConfig {
    /// The level of a rule, by its name; others keep their default.
    pub rules: BTreeMap<String, Level>,
    /// Other levels for some paths and labels; of several that fit the last counts.
    #[serde(rename = "override")]
    pub overrides: Vec<CheckOverride>,
    /// Rules that no comment in a note can allow, beside those that never can be.
    pub never_allow: BTreeSet<String>,
    /// What notes must say of themselves, by their `type`.
    pub schema: BTreeMap<String, TypeSchema>,
    /// Whether every note must carry `labels`.
    pub require_labels: bool,
    /// Notes above this size, in bytes, are reported and read up to it only.
    pub max_bytes: u64,
    /// Notes with more words than this are `oversize-note`.
    pub max_words: usize,
    /// Notes with fewer words than this are `undersize-note`.
    pub min_words: usize,
    /// Citations of more lines than this are `weak-citation`.
    pub max_cited_lines: u32,
}

impl Default for CheckConfig {
    fn default() -> CheckConfig {
        CheckConfig {
            rules: BTreeMap::new(),
            overrides: Vec::new(),
            never_allow: BTreeSet::new(),
            schema: BTreeMap::new(),
            require_labels: false,
            max_bytes: 4 << 20,
            max_words: 4_000,
            min_words: 10,
            max_cited_lines: 30,
        }
    }
}

/// Levels for some paths and labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CheckOverride {
    /// Where: patterns such as `knowledge/drafts/**`, from the root of the repository; everywhere without any.
    pub paths: Vec<String>,
    /// For notes that carry one of these labels; for all without any.
    pub labels: BTreeSet<String>,
    /// The level of a rule there, by its name.
    pub rules: BTreeMap<String, Level>,
}

/// What notes of one `type` must say of themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TypeSchema {
    /// The keys that their front matter must have.
    pub required: Vec<String>,
}

impl CheckConfig {
    /// What is wrong with the patterns, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        self.overrides.iter().find_map(|over| Globs::new(&over.paths).err())
    }

    /// Every rule that is named, with the table that names it.
    pub fn named_rules(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let levels = self.rules.keys().map(|name| ("check.rules", name.as_str()));
        let over = self.overrides.iter().flat_map(|over| over.rules.keys());
        let over = over.map(|name| ("check.override", name.as_str()));
        levels.chain(over).chain(self.never_allow.iter().map(|name| ("check", name.as_str())))
    }
}
