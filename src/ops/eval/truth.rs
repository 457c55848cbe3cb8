//! What the knowledge that answers really holds, read from its notes and not from the index that is judged.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::caller::Caller;
use crate::digest::CommitId;
use crate::golden::{Target, TargetKind, names, normal};
use crate::note::{Note, day, is_deprecated};
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::vault::{Resolution, Vault};

/// The notes of every commit that answered so far; each is read once.
#[derive(Default)]
pub(super) struct Truths(Vec<(Option<CommitId>, Truth)>);

impl Truths {
    /// The notes of `commit`; `None`: of the working tree.
    pub fn of(
        &mut self,
        workspace: &Workspace<'_>,
        commit: Option<&CommitId>,
    ) -> Result<&Truth, WorkspaceError> {
        let known = self.0.iter().position(|(of, _)| of.as_ref() == commit);
        let at = match known {
            Some(at) => at,
            None => {
                self.0.push((commit.cloned(), Truth::read(workspace, commit)?));
                self.0.len() - 1
            }
        };
        Ok(&self.0[at].1)
    }
}

/// The notes of one commit.
pub(super) struct Truth {
    vault: Vault,
    /// The notes that another one supersedes.
    superseded: BTreeSet<RepoPath>,
    /// The text of every note in its normalised form, made when somebody asks.
    texts: std::cell::OnceCell<Vec<String>>,
}

impl Truth {
    /// Reads the notes of `commit`; `None`: of the working tree.
    pub fn read(workspace: &Workspace<'_>, commit: Option<&CommitId>) -> Result<Truth, WorkspaceError> {
        let vault = match commit {
            Some(commit) => workspace.vault_at(commit)?,
            None => workspace.working_vault()?,
        };
        let heirs = vault.notes().filter(|note| !is_retired(note));
        let superseded = heirs.flat_map(|note| forerunners(&vault, note)).collect();
        Ok(Truth { vault, superseded, texts: std::cell::OnceCell::new() })
    }

    /// The notes.
    pub fn vault(&self) -> &Vault {
        &self.vault
    }

    /// Whether there is no note at `path` for `caller`.
    pub fn is_ghost(&self, path: &str, caller: &Caller) -> bool {
        !self.vault.note(path).is_some_and(|note| caller.may_see(&note.access()))
    }

    /// Whether the note at `path` is deprecated, superseded, or not valid on `on`.
    pub fn is_stale(&self, path: &str, on: Date) -> bool {
        self.vault.note(path).is_some_and(|note| {
            is_retired(note)
                || self.superseded.contains(&note.path)
                || stated(note, "valid_from").is_some_and(|from| on < from)
                || stated(note, "valid_until").is_some_and(|until| until < on)
        })
    }

    /// Whether the knowledge has what `target` names.
    pub fn knows(&self, target: &Target) -> bool {
        match target.kind {
            TargetKind::Note => self.vault.notes().any(|note| names(&target.what, note.path.as_str())),
            TargetKind::Claim | TargetKind::Fact => {
                let words = normal(&target.what);
                let texts = self.texts.get_or_init(|| {
                    let plain = |note: &Note| {
                        let claims = note.claims().iter().map(|claim| claim.text.as_str());
                        normal(&claims.chain([note.body()]).collect::<Vec<_>>().join("\n"))
                    };
                    self.vault.notes().map(plain).collect()
                });
                texts.iter().any(|text| text.contains(&words))
            }
        }
    }
}

/// Whether `note` says of itself that it does not count any more.
pub(super) fn is_retired(note: &Note) -> bool {
    is_deprecated(note) || note.front.get("superseded_by").is_some_and(|field| !field.value.is_null())
}

/// The day that the key `key` of the front matter states.
pub(super) fn stated(note: &Note, key: &str) -> Option<Date> {
    note.front.text(key).and_then(day)
}

/// The notes that `note` says it supersedes.
fn forerunners(vault: &Vault, note: &Note) -> Vec<RepoPath> {
    let Some(field) = note.front.get("supersedes") else { return Vec::new() };
    let links = note.links.iter().filter(|link| field.value_span.contains(&link.span.start));
    links
        .filter_map(|link| match vault.resolve(note, link) {
            Resolution::Note { path, .. } if path != note.path => Some(path),
            _ => None,
        })
        .collect()
}
