//! The note that is asked about, and the evidence that it cites: read alone, not the whole vault.

use std::collections::BTreeSet;

use super::WhyError;
use crate::digest::CommitId;
use crate::evidence::Item;
use crate::note::{Citation, Claim, Note};
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::text::LineRange;
use crate::vault::{File, Vault};

/// A note and the evidence that it cites.
pub(super) struct Page {
    pub note: Note,
    vault: Vault,
}

impl Page {
    /// Reads the note that `typed` names; `None` when there is none.
    pub fn read(workspace: &Workspace<'_>, typed: &str) -> Result<Option<Page>, WhyError> {
        for path in candidates(workspace, typed) {
            let Some(bytes) = workspace.files.read(&path)? else { continue };
            let bytes = match workspace.git {
                Some(git) => git.as_stored(&path, bytes)?,
                None => bytes,
            };
            let note = Note::parse(path, &bytes);
            let mut files = Vec::new();
            for folder in folders(workspace, &note) {
                for name in workspace.files.list(&folder)? {
                    let Ok(path) = folder.join(&name) else { continue };
                    let bytes = workspace.files.read(&path)?;
                    let bytes = match (bytes, workspace.git) {
                        (Some(bytes), Some(git)) => Some(git.as_stored(&path, bytes)?),
                        (bytes, _) => bytes,
                    };
                    files.push(File { path, bytes });
                }
            }
            let vault = Vault::build(workspace.layout.clone(), files, Vec::new());
            return Ok(Some(Page { note, vault }));
        }
        Ok(None)
    }

    /// `note` as it stands in `commit`, with the evidence that it cites there.
    pub fn at(workspace: &Workspace<'_>, commit: &CommitId, note: Note) -> Result<Page, WhyError> {
        let git = workspace.git()?;
        let mut files = Vec::new();
        for folder in folders(workspace, &note) {
            for entry in git.entries(commit, Some(&folder))? {
                let path = String::from_utf8(entry.path).ok().and_then(|path| RepoPath::new(path).ok());
                let Some(path) = path.filter(|path| path.parent().as_ref() == Some(&folder)) else {
                    continue;
                };
                let bytes = git.file(commit, &path)?;
                files.push(File { path, bytes });
            }
        }
        let vault = Vault::build(workspace.layout.clone(), files, Vec::new());
        Ok(Page { note, vault })
    }

    /// The claims that stand at `lines`, or whose footnote does; all without `lines`.
    pub fn claims_at(&self, lines: Option<LineRange>) -> Vec<&Claim> {
        let Some(lines) = lines else { return self.note.claims().iter().collect() };
        let meets = |first: u32, last: u32| first <= lines.last() && lines.first() <= last;
        let cites = |claim: &Claim| {
            claim.citations.iter().filter_map(|&at| self.note.citations().get(at)).any(|citation| {
                let end = citation.definition.end.saturating_sub(1).max(citation.definition.start);
                meets(self.note.lines.line(citation.definition.start), self.note.lines.line(end))
            })
        };
        let standing: Vec<&Claim> = self
            .note
            .claims()
            .iter()
            .filter(|claim| meets(claim.lines.first(), claim.lines.last()))
            .collect();
        if !standing.is_empty() {
            return standing;
        }
        self.note.claims().iter().filter(|claim| cites(claim)).collect()
    }

    /// The item that a citation of the note leads to.
    pub fn item(&self, citation: &Citation) -> Option<&Item> {
        self.vault.cited(&self.note, citation).map(|(item, _)| item)
    }
}

/// What a person may mean: the path as it stands, below the knowledge folder, and either with `.md`.
fn candidates(workspace: &Workspace<'_>, typed: &str) -> Vec<RepoPath> {
    let typed = typed.trim_start_matches("./");
    let folders = [None, workspace.layout.knowledge.as_ref()];
    let mut paths: Vec<RepoPath> = Vec::new();
    for ending in ["", ".md"] {
        for folder in folders {
            let path = RepoPath::resolve(folder, &format!("{typed}{ending}"));
            let path = path.ok().filter(|path| path.is_markdown() && workspace.layout.is_knowledge(path));
            paths.extend(path.filter(|path| !paths.contains(path)));
        }
    }
    paths
}

/// The folders of the evidence that `note` cites, as far as its paths say.
fn folders(workspace: &Workspace<'_>, note: &Note) -> BTreeSet<RepoPath> {
    note.citations().iter().filter_map(|citation| folder(workspace, note, citation)).collect()
}

/// The folder of the item that `citation` leads to, as far as its path says.
fn folder(workspace: &Workspace<'_>, note: &Note, citation: &Citation) -> Option<RepoPath> {
    let path = match citation.target.strip_prefix('/') {
        Some(rooted) => RepoPath::resolve(None, rooted),
        None => RepoPath::resolve(note.path.parent().as_ref(), &citation.target),
    };
    path.ok().filter(|path| workspace.layout.is_evidence(path))?.parent()
}
