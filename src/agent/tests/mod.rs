//! Agents on a model that plays a script: what they do, and what they cannot be made to do.

mod ends;
mod finding;
mod proposing;
mod reorganising;
mod reviewing;
mod scripted;

use std::collections::BTreeMap;

use crate::agent::ModelProposer;
use crate::caller::Caller;
use crate::change::ChangeSet;
use crate::config::Config;
use crate::digest::Sha256Hex;
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::port::{
    AgentError, Draft, Passages, Past, ProposeTask, Proposer as _, ReviewTask, Reviewed, Reviewer as _,
};
use crate::port::{Seek, SeekError};
use crate::proposal::{ClaimVerdict, Spent};
use crate::vault::{File, Layout, Vault};

use scripted::Scripted;

/// A search where there is none.
pub(super) struct Nothing;

impl Seek for Nothing {
    fn notes(&self, _: &str, _: &Caller, _: &ChangeSet, _: usize) -> Result<Passages, SeekError> {
        Ok(Passages::default())
    }

    fn evidence(&self, _: &str, _: &Caller, _: usize) -> Result<Passages, SeekError> {
        Ok(Passages::default())
    }

    fn history(&self, _: &RepoPath, _: usize) -> Result<Past, SeekError> {
        Err(SeekError("there is no repository".to_owned()))
    }
}

/// What a call said.
const SAID: &str =
    "The refund window is 7 days from receipt.\nShipping is free above 50 EUR.\nThanks, bye.\n";

/// A base with evidence.
struct Base {
    vault: Vault,
    ids: Vec<EvidenceId>,
    /// How many of them the proposal is made of.
    considered: usize,
}

impl Base {
    /// A base with `notes`, and one call of no tenant.
    fn new(notes: &[(&str, &str)]) -> Base {
        let mut base = Base::bare(notes);
        base.add(SAID, "");
        base
    }

    fn bare(notes: &[(&str, &str)]) -> Base {
        let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
        let files =
            notes.iter().map(|(at, text)| File { path: path(at), bytes: Some(text.as_bytes().to_vec()) });
        Base { vault: Vault::build(layout, files.collect(), Vec::new()), ids: Vec::new(), considered: 1 }
    }

    /// Adds a call that says `source`, with further keys of its record.
    fn add(&mut self, source: &str, keys: &str) -> EvidenceId {
        let sha = Sha256Hex::of(source.as_bytes());
        let id = format!("2026-11-30-call-{}", &sha.as_str()[..6]);
        let folder = format!("evidence/2026/11/{id}");
        let meta = format!(
            "id: {id}\nkind: call\ncaptured_at: 2026-11-30T09:00:00Z\nsha256: {sha}\nmedia_type: text/markdown\nsource: source.md\n{keys}"
        );
        let mut changes = ChangeSet::new();
        for (file, text) in [("source.md", source), ("meta.yaml", meta.as_str())] {
            changes.create(path(&format!("{folder}/{file}")), text.as_bytes().to_vec());
        }
        self.vault = self.vault.with_changes(&changes);
        let id: EvidenceId = id.parse().expect("an id");
        self.ids.push(id.clone());
        id
    }

    fn propose(&self, model: &Scripted) -> Result<Draft, AgentError> {
        self.propose_by(&model.proposer(), &[])
    }

    fn propose_by(&self, proposer: &ModelProposer, rejected: &[ClaimVerdict]) -> Result<Draft, AgentError> {
        self.propose_after(proposer, rejected, Spent::default())
    }

    fn propose_after(
        &self,
        proposer: &ModelProposer,
        rejected: &[ClaimVerdict],
        before: Spent,
    ) -> Result<Draft, AgentError> {
        let task = ProposeTask {
            vault: &self.vault,
            evidence: &self.ids[..self.considered],
            today: "2026-11-30".parse().expect("a day"),
            rejected,
            config: &Config::default(),
            seek: &Nothing,
            before,
            spends: &|_| {},
        };
        proposer.propose(&task)
    }

    /// Reviews what `notes` would become.
    fn review(&self, model: &Scripted, notes: &[(&str, &str)]) -> Result<Reviewed, AgentError> {
        let mut changes = ChangeSet::new();
        for (at, text) in notes {
            match self.vault.note(at) {
                Some(note) => changes.edit(path(at), note.text.as_bytes(), text.as_bytes().to_vec()),
                None => changes.create(path(at), text.as_bytes().to_vec()),
            }
        }
        let task = ReviewTask {
            base: &self.vault,
            head: &self.vault.with_changes(&changes),
            changes: &changes,
            evidence: &self.ids[..1],
            config: &Config::default(),
            seek: &Nothing,
            before: Spent::default(),
            spends: &|_| {},
        };
        model.reviewer().review(&task)
    }
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

/// A note with one claim, which cites a line of the first item.
fn note(base: &Base, title: &str, claim: &str, line: u32, quote: &str) -> String {
    let id = &base.ids[0];
    format!(
        "---\ntype: Policy\ntitle: {title}\ndescription: About it.\n---\n# {title}\n\n{claim}[^1]\n\n[^1]: [call, line {line}](../evidence/2026/11/{id}/source.md#L{line})\n    \"{quote}\"\n"
    )
}

fn files(changes: &ChangeSet) -> BTreeMap<String, String> {
    let text = |bytes: &Option<Vec<u8>>| {
        bytes.as_deref().map(String::from_utf8_lossy).unwrap_or_default().into_owned()
    };
    changes.iter().map(|(path, change)| (path.to_string(), text(&change.after))).collect()
}
