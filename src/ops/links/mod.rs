//! `kb links`: which links stand in notes, and where they lead. It judges none of them.

mod components;
mod report;

pub use components::{Component, ComponentsReport, components};
pub use report::{Examined, FoundLink, FoundLinkKind, LinksReport};

use std::collections::BTreeSet;

use thiserror::Error;

use super::named::{Here, Named};
use super::{Workspace, WorkspaceError};
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::evidence::EvidenceId;
use crate::note::{Link, LinkKind, Note};
use crate::ops::policy::redaction;
use crate::path::RepoPath;
use crate::port::{Event, GitError};
use crate::redact::Redact as _;
use crate::vault::{Resolution, Vault};

/// Which links are asked for.
#[derive(Clone, Debug, Default)]
pub struct LinksOptions {
    /// Only links that stand in these notes and folders; in all without any.
    pub within: Vec<Named>,
    /// Only links that lead to this file or folder.
    pub back: Option<Named>,
    /// The commit; `None` reads the working tree.
    pub rev: Option<String>,
}

/// Says why no links could be listed.
#[derive(Debug, Error)]
pub enum LinksError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// Nothing stands there that the caller may see.
    #[error("there is no note, file or folder `{typed}`{}", suggestion(.nearest.as_ref()))]
    NothingThere {
        /// What was typed.
        typed: String,
        /// What may have been meant.
        nearest: Option<RepoPath>,
    },
}

impl From<GitError> for LinksError {
    fn from(error: GitError) -> LinksError {
        LinksError::Workspace(error.into())
    }
}

fn suggestion(nearest: Option<&RepoPath>) -> String {
    nearest.map(|path| format!("; did you mean `{path}`?")).unwrap_or_default()
}

/// Lists the links that `options` ask for, as far as `caller` may see: notes and evidence that are hidden from the caller
/// are not there at all, so links to them lead nowhere.
pub fn links(
    workspace: &Workspace<'_>,
    caller: &Caller,
    options: &LinksOptions,
) -> Result<LinksReport, LinksError> {
    workspace.events.emit(Event::Stage { what: "reading links", total: None });
    let report = listed(workspace, caller, options);
    workspace.events.emit(Event::StageEnd);
    report
}

fn listed(
    workspace: &Workspace<'_>,
    caller: &Caller,
    options: &LinksOptions,
) -> Result<LinksReport, LinksError> {
    let (vault, commit) = seen(workspace, caller, options)?;
    let is_owner = caller.is_owner();
    let within = places(&vault, &options.within)?;
    let back = match &options.back {
        Some(back) => Some(target(&vault, back)?),
        None => None,
    };
    let outside = Outside { workspace, commit };
    let mut report = LinksReport::default();
    for note in vault.notes().filter(|note| within.as_deref().is_none_or(|homes| lies(&note.path, homes))) {
        report.examined.notes += 1;
        report.examined.links += note.links.len();
        let cited: BTreeSet<usize> =
            note.citations().iter().map(|citation| citation.target_span.start).collect();
        for link in &note.links {
            let resolution = vault.resolve(note, link);
            // What evidence a note cites is no business of who may not see the evidence.
            if !is_owner && points_at_evidence(&vault, note, link, &resolution) {
                continue;
            }
            let is_cited = link.in_footnote && cited.contains(&link.target_span.start);
            let found = FoundLink::new(note, link, &resolution, is_cited, |path| outside.has(path));
            let leads = |to: &Option<RepoPath>| {
                to.as_ref()
                    .is_none_or(|to| found.resolved.as_ref().is_some_and(|path| path == to || path.is_in(to)))
            };
            if back.as_ref().is_none_or(leads) {
                report.links.push(found);
            }
        }
    }
    report.links.redact(&redaction(workspace, caller)?);
    Ok(report)
}

/// The vault that is asked about without what `caller` may not see, and its commit.
fn seen(
    workspace: &Workspace<'_>,
    caller: &Caller,
    options: &LinksOptions,
) -> Result<(Vault, Option<CommitId>), LinksError> {
    let commit = match &options.rev {
        Some(rev) => Some(workspace.git()?.resolve(rev)?),
        None => None,
    };
    let vault = match &commit {
        Some(commit) => workspace.vault_at(commit)?,
        None => workspace.working_vault()?,
    };
    let vault = if caller.is_owner() { vault } else { vault.seen_by(caller) };
    Ok((vault, commit))
}

/// Whether `link` is one into the evidence that leads to nothing.
fn points_at_evidence(vault: &Vault, note: &Note, link: &Link, resolution: &Resolution) -> bool {
    if !matches!(resolution, Resolution::Missing | Resolution::Elsewhere(_)) {
        return false;
    }
    let named = || link.target.rsplit('/').next().unwrap_or_default().parse::<EvidenceId>().is_ok();
    match link.kind {
        LinkKind::Wiki | LinkKind::Embed => named(),
        LinkKind::Markdown | LinkKind::Image => {
            let (base, target) = match link.target.strip_prefix('/') {
                Some(rooted) => (None, rooted),
                None => (note.path.parent(), link.target.as_str()),
            };
            let evidence = &vault.layout().evidence;
            RepoPath::resolve(base.as_ref(), target)
                .is_ok_and(|path| path == *evidence || path.is_in(evidence))
        }
    }
}

/// The places named; `None`: everywhere.
fn places(vault: &Vault, named: &[Named]) -> Result<Option<Vec<RepoPath>>, LinksError> {
    if named.is_empty() {
        return Ok(None);
    }
    let mut found = Vec::new();
    for one in named {
        match place(vault, one)? {
            Some(path) => found.push(path),
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// The place named; `None`: the root.
fn place(vault: &Vault, named: &Named) -> Result<Option<RepoPath>, LinksError> {
    if named.here == Here::Root {
        return Ok(None);
    }
    named.find(vault).map(Some).ok_or_else(|| LinksError::NothingThere {
        typed: named.typed.clone(),
        nearest: vault.catalogue().nearest(named.typed.trim_end_matches('/'), 1).into_iter().next(),
    })
}

/// What links are to lead to: a place, or the evidence item with the id typed.
fn target(vault: &Vault, named: &Named) -> Result<Option<RepoPath>, LinksError> {
    let id = named.typed.parse::<EvidenceId>().ok();
    match id.and_then(|id| vault.item(&id)) {
        Some(item) => Ok(Some(item.folder.clone())),
        None => place(vault, named),
    }
}

fn lies(path: &RepoPath, homes: &[RepoPath]) -> bool {
    homes.iter().any(|home| path == home || path.is_in(home))
}

/// The files of the repository that no vault holds.
struct Outside<'a> {
    workspace: &'a Workspace<'a>,
    commit: Option<CommitId>,
}

impl Outside<'_> {
    /// Whether a file or folder stands at `path`; what cannot be told does not.
    fn has(&self, path: &RepoPath) -> bool {
        match (&self.commit, self.workspace.git) {
            (Some(commit), Some(git)) => {
                matches!(git.entry(commit, path), Ok(Some(_)))
                    || git.entries(commit, Some(path)).is_ok_and(|entries| !entries.is_empty())
            }
            _ => {
                let files = self.workspace.files;
                files.has_folder(path) || matches!(files.read(path), Ok(Some(_)))
            }
        }
    }
}
