//! What a check says: what it looked at, and what it found. How that looks is for the renderers.

use crate::finding::{Finding, Severity};
use crate::path::RepoPath;
use crate::vault::Vault;

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
    /// All of `vault`.
    pub fn of(vault: &Vault) -> Examined {
        Examined::within(vault, |_| true)
    }

    /// What of `vault` lies where `wanted` says.
    pub fn within(vault: &Vault, wanted: impl Fn(&RepoPath) -> bool) -> Examined {
        let mut examined = Examined::default();
        for note in vault.notes().filter(|note| wanted(&note.path)) {
            examined.notes += 1;
            examined.links += note.links.len();
        }
        examined.evidence =
            vault.evidence().filter(|item| wanted(&item.folder) || wanted(&item.text_path())).count();
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
