//! The proposer as a whole: evidence in, notes out.

mod hostile;
mod literate;
mod promises;
mod revising;

use crate::agent::tests::Nothing;
use crate::change::ChangeSet;
use crate::config::Config;
use crate::digest::Sha256Hex;
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::port::{Draft, ProposeTask, Proposer};
use crate::proposal::{ClaimVerdict, Spent};
use crate::vault::{File, Layout, Vault};

use super::RulesProposer;

/// A base that evidence is added to, one item after the other.
pub(super) struct Bench {
    pub(super) vault: Vault,
}

impl Bench {
    fn new() -> Bench {
        Bench::with(&[])
    }

    /// A base with `notes` already in it.
    pub(super) fn with(notes: &[(&str, &str)]) -> Bench {
        let path = |text: &str| RepoPath::new(text).expect("a path");
        let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
        let files = notes
            .iter()
            .map(|(name, text)| File { path: path(name), bytes: Some(text.as_bytes().to_vec()) })
            .collect();
        Bench { vault: Vault::build(layout, files, Vec::new()) }
    }

    /// Adds `source` of `day`, with further keys of its record; its id.
    pub(super) fn add(&mut self, day: &str, name: &str, source: &str, keys: &str) -> EvidenceId {
        let sha = Sha256Hex::of(source.as_bytes());
        let kind = if name.ends_with(".jsonl") { "call" } else { "document" };
        let id = format!("{day}-{kind}-{}", &sha.as_str()[..6]);
        let folder = format!("evidence/{}/{}/{id}", &day[..4], &day[5..7]);
        let meta = format!(
            "id: {id}\nkind: {kind}\ncaptured_at: {day}T09:00:00Z\nsha256: {sha}\nmedia_type: text/plain\nsource: {name}\n{keys}"
        );
        let mut changes = ChangeSet::new();
        for (file, bytes) in [(name, source.as_bytes()), ("meta.yaml", meta.as_bytes())] {
            changes.create(RepoPath::new(format!("{folder}/{file}")).expect("a path"), bytes.to_vec());
        }
        self.vault = self.vault.with_changes(&changes);
        id.parse().expect("an id")
    }

    fn propose(&self, evidence: &[EvidenceId], rejected: &[ClaimVerdict]) -> Draft {
        let today = "2026-11-30".parse().expect("a day");
        RulesProposer
            .propose(&ProposeTask {
                vault: &self.vault,
                evidence,
                today,
                rejected,
                config: &Config::default(),
                seek: &Nothing,
                before: Spent::default(),
                spends: &|_| {},
            })
            .expect("a draft")
    }

    /// Proposes and takes the draft in.
    fn take(&mut self, evidence: &[EvidenceId]) -> Draft {
        let draft = self.propose(evidence, &[]);
        self.vault = self.vault.with_changes(&draft.changes);
        draft
    }

    pub(super) fn note(&self, path: &str) -> &str {
        self.vault.note(path).map_or("", |note| note.text.as_str())
    }
}

/// Turns as a JSON Lines file with a header.
fn call(header: &str, turns: &[(&str, &str)]) -> String {
    let mut text = format!("{header}\n");
    for (role, content) in turns {
        text.push_str(&serde_json::json!({ "role": role, "content": content }).to_string());
        text.push('\n');
    }
    text
}

/// Every changed file, one after the other.
fn shown(changes: &ChangeSet) -> String {
    let file = |(path, change): (&RepoPath, &crate::change::Change)| {
        let text = change.after.as_deref().map(String::from_utf8_lossy).unwrap_or_default().into_owned();
        format!("=== {path}\n{text}")
    };
    changes.iter().map(file).collect()
}
