//! What a check says: what it looked at, and what it found. How that looks is for the renderers.

use crate::finding::{Finding, Severity};
use crate::path::RepoPath;
use crate::vault::{Archive, Catalogue};

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Examined {
    /// How many notes.
    pub notes: usize,
    /// How many evidence items.
    pub evidence: usize,
    /// How many links, citations among them.
    pub links: usize,
}

impl Examined {
    /// All of a vault.
    pub fn of(catalogue: &Catalogue, archive: &Archive) -> Examined {
        Examined::within(catalogue, archive, |_| true)
    }

    /// What of a vault lies where `wanted` says.
    pub fn within(catalogue: &Catalogue, archive: &Archive, wanted: impl Fn(&RepoPath) -> bool) -> Examined {
        let mut examined = Examined::default();
        for (_, _, entry) in catalogue.notes().filter(|(_, path, _)| wanted(path)) {
            examined.notes += 1;
            examined.links += entry.links().len();
        }
        examined.evidence =
            archive.items().filter(|item| wanted(&item.folder) || wanted(&item.text_path())).count();
        examined
    }
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// What was looked at.
    pub examined: Examined,
    /// What was found, ordered by path, offset, severity and rule.
    pub findings: Vec<Finding>,
}

impl CheckReport {
    /// The report of `findings`, which are put in order.
    pub fn new(examined: Examined, mut findings: Vec<Finding>) -> CheckReport {
        findings.sort_unstable();
        findings.dedup();
        CheckReport { examined, findings }
    }

    /// How many findings are of `severity`.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Whether nothing needs mending: no error and no warning.
    pub fn is_fine(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Info)
    }

    /// The findings that must be mended before anything is merged.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error)
    }
}
