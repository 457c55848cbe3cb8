//! `kb reorg plan`: what is wrong in the whole knowledge, and which part takes on what. It changes nothing.

use thiserror::Error;

use crate::change::ChangeSet;
use crate::check::Setting;
use crate::config::{Config, FILE_NAME};
use crate::digest::CommitId;
use crate::ops::check::stale_summaries;
use crate::ops::shelf::Shelf;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::{RepoPath, RepoPathError};
use crate::plan::Plan;
use crate::port::{Event, Files, FilesError, GitError};
use crate::reorg::render::markdown;
use crate::reorg::{Scope, analyse};
use crate::vault::Vault;
use crate::yaml;

/// What to look at.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// The commit; without one, the head of the gate's branch, or the files of a folder that has none.
    pub rev: Option<String>,
    /// Whether to look at the files of the working tree instead.
    pub working_tree: bool,
}

/// Says why there is no plan.
#[derive(Debug, Error)]
pub enum ReorgPlanError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The plan could not be written.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The folder for the plan is none of the repository's.
    #[error(transparent)]
    Path(#[from] RepoPathError),
}

impl From<GitError> for ReorgPlanError {
    fn from(error: GitError) -> ReorgPlanError {
        ReorgPlanError::Workspace(error.into())
    }
}

/// Analyses what `options` name.
pub fn plan(workspace: &Workspace<'_>, options: &PlanOptions) -> Result<Plan, ReorgPlanError> {
    let commit = match (&options.rev, options.working_tree, workspace.git) {
        (Some(rev), ..) => Some(workspace.git()?.resolve(rev)?),
        (None, false, Some(git)) => git.reference(&format!("refs/heads/{}", workspace.config.gate.branch))?,
        _ => None,
    };
    match commit {
        Some(commit) => plan_at(workspace, &commit),
        None => of_tree(workspace),
    }
}

/// Analyses a commit by its own `kb.toml`.
pub fn plan_at(workspace: &Workspace<'_>, commit: &CommitId) -> Result<Plan, ReorgPlanError> {
    workspace.events.emit(Event::Stage { what: "reading notes and evidence", total: None });
    let configured = workspace.git()?.file(commit, &config_path())?.is_some();
    let (vault, config) = (workspace.vault_at(commit)?, workspace.config_at(commit)?);
    let stale = stale_summaries(vault.catalogue(), || Shelf::at(workspace, commit))?;
    workspace.events.emit(Event::StageEnd);
    Ok(looked_at(workspace, &vault.with_oddities(stale), &config, configured, Some(commit)))
}

/// Analyses the files of the working tree.
fn of_tree(workspace: &Workspace<'_>) -> Result<Plan, ReorgPlanError> {
    workspace.events.emit(Event::Stage { what: "reading notes and evidence", total: None });
    let configured = workspace.files.read(&config_path())?.is_some();
    let vault = workspace.working_vault()?;
    let stale = stale_summaries(vault.catalogue(), || Shelf::of_tree(workspace))?;
    workspace.events.emit(Event::StageEnd);
    Ok(looked_at(workspace, &vault.with_oddities(stale), &workspace.config, configured, None))
}

fn looked_at(
    workspace: &Workspace<'_>,
    vault: &Vault,
    config: &Config,
    configured: bool,
    base: Option<&CommitId>,
) -> Plan {
    workspace.events.emit(Event::Stage { what: "looking for what is wrong", total: None });
    let setting = if configured { Setting::Base } else { Setting::Plain };
    let plan = analyse(&Scope { vault, config, setting, base, day: workspace.today() });
    workspace.events.emit(Event::StageEnd);
    plan
}

fn config_path() -> RepoPath {
    RepoPath::new(FILE_NAME).expect("the name is a path")
}

/// Writes `plan` into `folder`, over an older plan: `plan.md` for people, `plan.yaml` for machines.
pub fn write(files: &dyn Files, plan: &Plan, folder: &RepoPath) -> Result<[RepoPath; 2], ReorgPlanError> {
    let paths = [folder.join("plan.md")?, folder.join("plan.yaml")?];
    let mut changes = ChangeSet::new();
    for (path, text) in paths.iter().zip([markdown(plan), yaml::to_string(plan)]) {
        match files.read(path)? {
            Some(before) => changes.edit(path.clone(), &before, text.into_bytes()),
            None => changes.create(path.clone(), text.into_bytes()),
        }
    }
    files.apply(&changes)?;
    Ok(paths)
}
