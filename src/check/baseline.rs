//! A baseline: the findings that a vault had when kb was adopted, so that only new ones are reported. It never hides
//! that evidence was tampered with in a knowledge base, and no gate reads one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::check::render::{Pages, Source};
use crate::check::{CheckReport, Fingerprint, Setting};
use crate::finding::Finding;

/// What no baseline of a knowledge base hides: evidence, quotes and trust that are not what they seem.
const NEVER_HIDDEN: [&str; 8] = [
    "evidence-broken",
    "evidence-changed",
    "evidence-erased",
    "hidden-text",
    "quote-mismatch",
    "secret",
    "self-asserted-trust",
    "trust-upgrade",
];

/// Findings that are known, as a file keeps them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The version of this format.
    pub version: u32,
    /// What is known, ordered by path, rule and fingerprint.
    pub findings: Vec<Known>,
}

/// Findings of one rule in one file that look alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The file.
    pub path: String,
    /// The rule.
    pub rule: String,
    /// What the finding stands in, whatever its line.
    pub fingerprint: Fingerprint,
    /// How many there are.
    pub count: usize,
}

/// What a baseline held back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Withheld {
    /// How many findings.
    pub hidden: usize,
    /// Entries of the baseline that nothing answers to any more, with how many of each.
    pub gone: Vec<Known>,
}

/// Says why a file is no baseline.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// It is not the JSON that `--write-baseline` writes.
    #[error("it is no baseline of kb: {0}")]
    Unreadable(String),
    /// It comes from a later kb.
    #[error("it has version {0}, and this kb knows versions up to {known}", known = Baseline::VERSION)]
    Newer(u32),
}

type Key = (String, String, Fingerprint);

impl Baseline {
    /// The current version of the format.
    pub const VERSION: u32 = 1;

    /// The findings of `report`, whose lines `source` gives.
    pub fn of(report: &CheckReport, source: &dyn Source, setting: Setting) -> Baseline {
        let pages = Pages::new(source);
        let mut counts: BTreeMap<Key, usize> = BTreeMap::new();
        for finding in report.findings.iter().filter(|finding| may_hide(finding, setting)) {
            *counts.entry(key(finding, &pages)).or_default() += 1;
        }
        Baseline { version: Baseline::VERSION, findings: counts.into_iter().map(known).collect() }
    }

    /// Reads what [`to_json`](Baseline::to_json) wrote.
    pub fn parse(bytes: &[u8]) -> Result<Baseline, BaselineError> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let unreadable = |error: serde_json::Error| BaselineError::Unreadable(error.to_string());
        let Versioned { version } = serde_json::from_slice(bytes).map_err(unreadable)?;
        if version > Baseline::VERSION {
            return Err(BaselineError::Newer(version));
        }
        serde_json::from_slice(bytes).map_err(unreadable)
    }

    /// The file: JSON with one entry a line, so that two branches that shrink it merge.
    pub fn to_json(&self) -> String {
        let entry = |known: &Known| serde_json::to_string(known).unwrap_or_default();
        let entries: Vec<String> =
            self.findings.iter().map(|known| format!("    {}", entry(known))).collect();
        let end = if entries.is_empty() { "" } else { "\n  " };
        let start = if entries.is_empty() { "" } else { "\n" };
        format!(
            "{{\n  \"version\": {},\n  \"findings\": [{start}{}{end}]\n}}\n",
            self.version,
            entries.join(",\n")
        )
    }

    /// How many findings it knows.
    pub fn count(&self) -> usize {
        self.findings.iter().map(|known| known.count).sum()
    }

    /// Takes what is known out of `report`, whose lines `source` gives. Where a file has more of a kind than the baseline
    /// knows, the last ones are reported. `looked_at` says which files the report is about.
    pub fn apply(
        &self,
        report: &mut CheckReport,
        source: &dyn Source,
        setting: Setting,
        looked_at: impl Fn(&str) -> bool,
    ) -> Withheld {
        let pages = Pages::new(source);
        let mut left: BTreeMap<Key, usize> = BTreeMap::new();
        for known in &self.findings {
            let key = (known.path.clone(), known.rule.clone(), known.fingerprint.clone());
            *left.entry(key).or_default() += known.count;
        }
        let mut hidden = 0;
        report.findings.retain(|finding| {
            let known = may_hide(finding, setting).then(|| left.get_mut(&key(finding, &pages))).flatten();
            match known {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    hidden += 1;
                    false
                }
                _ => true,
            }
        });
        let gone = left.into_iter().filter(|((path, ..), count)| *count > 0 && looked_at(path));
        Withheld { hidden, gone: gone.map(known).collect() }
    }
}

fn may_hide(finding: &Finding, setting: Setting) -> bool {
    setting == Setting::Plain || !NEVER_HIDDEN.contains(&finding.rule.as_ref())
}

fn key(finding: &Finding, pages: &Pages<'_>) -> Key {
    (finding.place.path.clone(), finding.rule.clone().into_owned(), Fingerprint::of(finding, pages))
}

fn known(((path, rule, fingerprint), count): (Key, usize)) -> Known {
    Known { path, rule, fingerprint, count }
}

#[cfg(test)]
mod tests;
