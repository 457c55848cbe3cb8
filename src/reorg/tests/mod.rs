//! What an analysis says of small bases, where it must speak and where it must be silent.

mod audited;
mod claims;
mod episodes;
mod parts;
mod state;
mod structure;

use crate::check::Setting;
use crate::config::Config;
use crate::digest::Sha256Hex;
use crate::evidence::{EvidenceId, Meta};
use crate::path::RepoPath;
use crate::plan::{Fault, FaultKind, Plan};
use crate::reorg::{Scope, analyse};
use crate::vault::{File, Layout, Vault};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

/// A base while it is written.
#[derive(Default)]
struct Base {
    files: Vec<File>,
    config: Config,
}

impl Base {
    fn file(mut self, at: &str, text: &str) -> Base {
        self.files.push(File { path: path(at), bytes: Some(text.as_bytes().to_vec()) });
        self
    }

    /// A note with a title and sentences, each of which cites the first line of `id`, which says the same.
    fn note(self, at: &str, title: &str, claims: &[&str]) -> Base {
        let id = id(at, 30);
        let said = claims.join("\n");
        let mut text = format!("---\ntype: Policy\ntitle: {title}\n---\n");
        for (number, claim) in claims.iter().enumerate() {
            text += &format!("\n{claim}[^{number}]\n");
        }
        let up = "../".repeat(at.matches('/').count() + 1);
        for number in 0..claims.len() {
            text += &format!("\n[^{number}]: [call]({up}{}/source.md#L{})\n", folder(&id), number + 1);
        }
        self.evidence(&id, &said).file(&format!("knowledge/{at}"), &text)
    }

    fn evidence(self, id: &EvidenceId, said: &str) -> Base {
        let said = format!("{said}\n");
        let meta = Meta {
            id: id.clone(),
            kind: "call".parse().expect("a kind"),
            origin: None,
            title: None,
            captured_at: "2026-11-30T09:00:00Z".parse().expect("a time"),
            captured_by: None,
            sha256: Sha256Hex::of(said.as_bytes()),
            media_type: "text/markdown".to_owned(),
            source: "source.md".to_owned(),
            text_sha256: None,
            subjects: Vec::new(),
            labels: Default::default(),
            tenant: None,
        };
        let meta = serde_json::to_string(&meta).expect("JSON is YAML");
        let folder = folder(id);
        self.file(&format!("{folder}/meta.yaml"), &meta).file(&format!("{folder}/source.md"), &said)
    }

    fn vault(&self) -> Vault {
        let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
        Vault::build(layout, self.files.clone(), Vec::new())
    }

    fn plan(&self) -> Plan {
        let vault = self.vault();
        let day = jiff::civil::date(2026, 11, 30);
        analyse(&Scope { vault: &vault, config: &self.config, setting: Setting::Base, base: None, day })
    }

    /// The faults of `kind`, as the paths of their places and the reason.
    fn found(&self, kind: FaultKind) -> Vec<String> {
        self.plan().faults.iter().filter(|fault| fault.kind == kind).map(shown).collect()
    }
}

fn shown(fault: &Fault) -> String {
    let places: Vec<&str> =
        fault.places.iter().map(|place| place.path.as_str().trim_start_matches("knowledge/")).collect();
    format!("{}: {}", places.join(" + "), fault.reason)
}

/// An id of its own for what `name` says, of a day in November.
fn id(name: &str, day: i8) -> EvidenceId {
    let kind = "call".parse().expect("a kind");
    EvidenceId::new(jiff::civil::date(2026, 11, day), &kind, &Sha256Hex::of(name.as_bytes()), 12)
}

fn folder(id: &EvidenceId) -> String {
    id.folder(&path("evidence")).to_string()
}
