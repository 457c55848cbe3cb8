//! Writes the summaries of folders after a merge: one commit on the branch that the gate moves, or none where all are
//! current. It reads no working tree and touches no note.

use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;

use super::patch::patch;
use super::shelf::Shelf;
use super::target::{Target, TargetError};
use super::{Workspace, WorkspaceError};
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::{Event, GitError, GitGate, GitWrite, NewCommit, Summariser, fault};
use crate::summary::{ABSTRACT, OVERVIEW, is_summary, plan};

/// How often the branch may move before it is given up.
const TRIES: u32 = 5;

/// What became of the summaries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct SummariesReport {
    /// The branch.
    #[serde(rename = "ref")]
    pub target: String,
    /// The commit that they were made from.
    pub base: CommitId,
    /// The commit that holds them; `None` where nothing was to do, or only shown.
    pub commit: Option<CommitId>,
    /// The folders whose summary was made anew.
    pub written: Vec<String>,
    /// The folders of which nothing may be told any more.
    pub removed: Vec<String>,
    /// How many folders have a summary that is current.
    pub unchanged: u64,
    /// How many folders have a summary of each engine: `extract/1`, or a model with the number of its prompt.
    pub engines: BTreeMap<String, u64>,
    /// The folders that the summariser of `kb.toml` did not sum up, and why.
    pub instead: Vec<Instead>,
    /// What a dry run would change, as a patch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
}

/// A folder that another engine summed up than the one that `kb.toml` names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Instead {
    /// The folder.
    pub folder: String,
    /// Whose summary it has.
    pub made_by: String,
    /// Why it is not that of the summariser.
    pub reason: String,
}

/// Says why there are no new summaries. Nothing was changed.
#[derive(Debug, Error)]
pub enum SummariesError {
    /// There is nothing to work against.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The notes could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// Others were always faster.
    #[error("`{0}` moved {TRIES} times while kb wrote summaries; run it again")]
    Busy(String),
}

/// Writes the summaries of every folder of the knowledge on the gate's branch.
pub fn write(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    gate: &dyn GitGate,
    summariser: &dyn Summariser,
    dry_run: bool,
) -> Result<SummariesReport, SummariesError> {
    if !dry_run {
        gate.finish_advance()?;
    }
    for _ in 0..TRIES {
        let target = Target::read(workspace, git)?;
        workspace.events.emit(Event::Stage { what: "summing up folders", total: None });
        let (mut report, changes) = changed(workspace, git, summariser, &target)?;
        workspace.events.emit(Event::StageEnd);
        if changes.is_empty() {
            return Ok(report);
        }
        if dry_run {
            let before =
                |path: &RepoPath| Ok::<_, GitError>(git.file(&target.commit, path)?.unwrap_or_default());
            report.patch = Some(patch(&changes, before)?);
            return Ok(report);
        }
        let commit = written(workspace, git, &report, &changes, &target)?;
        fault::point("summaries.after-commit");
        match gate.advance(&target.name, &target.commit, &commit, "kb build --commit") {
            Err(GitError::RefMoved(_)) => continue,
            other => other?,
        }
        report.commit = Some(commit);
        return Ok(report);
    }
    Err(SummariesError::Busy(workspace.config.gate.branch.clone()))
}

/// Writes the summaries as a commit on that of `target`, and moves nothing; no commit where all are current.
pub(super) fn commit(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    summariser: &dyn Summariser,
    target: &Target,
) -> Result<(SummariesReport, Option<CommitId>), SummariesError> {
    let (report, changes) = changed(workspace, git, summariser, target)?;
    if changes.is_empty() {
        return Ok((report, None));
    }
    let commit = written(workspace, git, &report, &changes, target)?;
    Ok((report, Some(commit)))
}

fn written(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    report: &SummariesReport,
    changes: &ChangeSet,
    target: &Target,
) -> Result<CommitId, SummariesError> {
    Ok(git.write_commit(&NewCommit {
        parents: std::slice::from_ref(&target.commit),
        changes,
        message: &message(report, git.tree(&target.commit)?.as_str()),
        person: &git.user()?,
        time: workspace.clock.now(),
    })?)
}

/// What has to change in the commit of `target`.
pub(super) fn changed(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    summariser: &dyn Summariser,
    target: &Target,
) -> Result<(SummariesReport, ChangeSet), SummariesError> {
    let shelf = Shelf::at(workspace, &target.commit)?;
    let library = shelf.library(None)?;
    let planned = plan(&library, summariser);
    let mut report = SummariesReport {
        target: target.name.clone(),
        base: target.commit.clone(),
        commit: None,
        written: Vec::new(),
        removed: Vec::new(),
        unchanged: 0,
        engines: BTreeMap::new(),
        instead: Vec::new(),
        patch: None,
    };
    let mut changes = ChangeSet::new();
    for (folder, files) in &planned {
        let before = changes.len();
        let made_by = &files.abstract_file.made_by;
        *report.engines.entry(made_by.clone()).or_default() += 1;
        report.instead.extend(files.instead.as_ref().map(|reason| Instead {
            folder: folder.clone(),
            made_by: made_by.clone(),
            reason: reason.clone(),
        }));
        for (name, file) in [(ABSTRACT, &files.abstract_file), (OVERVIEW, &files.overview_file)] {
            let Some(path) = inside(folder, name) else { continue };
            let after = file.bytes();
            match git.file(&target.commit, &path)? {
                Some(present) => changes.edit(path, &present, after),
                None => changes.create(path, after),
            }
        }
        if changes.len() == before { report.unchanged += 1 } else { report.written.push(folder.clone()) }
    }
    for entry in git.entries(&target.commit, target.layout.knowledge.as_ref())? {
        let path = std::str::from_utf8(&entry.path).ok().and_then(|path| RepoPath::new(path).ok());
        let Some(path) = path.filter(|path| is_summary(path) && target.layout.takes(path)) else { continue };
        let folder = path.parent().map_or_else(String::new, |folder| folder.to_string());
        if target.layout.is_knowledge(&path) && !planned.contains_key(&folder) {
            changes.remove(path, &git.blob(&entry.blob)?);
            report.removed.push(folder);
        }
    }
    report.removed.dedup();
    Ok((report, changes))
}

fn inside(folder: &str, name: &str) -> Option<RepoPath> {
    let folder = Some(folder).filter(|folder| !folder.is_empty()).map(RepoPath::new).transpose().ok()?;
    RepoPath::resolve(folder.as_ref(), name).ok()
}

/// The message of a commit that brings the summaries of `report`, made from `tree`.
pub(super) fn message(report: &SummariesReport, tree: &str) -> String {
    let count = report.written.len() + report.removed.len();
    let folders = if count == 1 { "1 folder".to_owned() } else { format!("{count} folders") };
    format!("kb build: summaries of {folders}\n\nKb-Derived: {tree}\n")
}
