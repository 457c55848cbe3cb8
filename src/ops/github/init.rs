//! `kb github init`: writes the files that make GitHub run and guard the knowledge base. What somebody edited stays, unless they
//! ask for ours.

use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use super::{Apps, written};
use crate::change::ChangeSet;
use crate::ops::Workspace;
use crate::ops::patch::patch;
use crate::path::{RepoPath, RepoPathError};
use crate::port::FilesError;

/// Says why nothing was written.
#[derive(Debug, Error)]
pub enum GithubInitError {
    /// A file could not be read or written.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// A path cannot be one.
    #[error(transparent)]
    Path(#[from] RepoPathError),
    /// An owner is none.
    #[error("`{0}` owns no code: CODEOWNERS names `@user`, `@org/team` or an address")]
    Owner(String),
    /// The name of the branch would mean something else in a workflow.
    #[error("the branch `{0}` cannot stand in a workflow: letters, digits and `._/-` can")]
    Branch(String),
}

/// What to write.
#[derive(Clone, Debug, Default)]
pub struct GithubInitOptions {
    /// Who owns how the knowledge base is run: `@acme/maintainers`.
    pub owner: Option<String>,
    /// Whether files that differ from ours are replaced.
    pub force: bool,
    /// Show only.
    pub dry_run: bool,
}

/// What was written, or with `dry_run` would be.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct GithubInitReport {
    /// Files that are new.
    pub created: Vec<RepoPath>,
    /// Files that were replaced.
    pub replaced: Vec<RepoPath>,
    /// Files that differ from what would be written, and were left.
    pub differing: Vec<RepoPath>,
    /// Files that say it already.
    pub same: Vec<RepoPath>,
    /// What was left out, and what it waits for.
    pub left_out: Vec<String>,
    /// The change as a patch; only with `dry_run`.
    #[serde(skip)]
    pub diff: String,
}

/// Writes the files, in one change set.
pub fn init(
    workspace: &Workspace<'_>,
    options: &GithubInitOptions,
) -> Result<GithubInitReport, GithubInitError> {
    let branch = &workspace.config.gate.branch;
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
    if !branch.chars().all(plain) {
        return Err(GithubInitError::Branch(branch.clone()));
    }
    if let Some(owner) = options.owner.as_ref().filter(|owner| !is_owner(owner)) {
        return Err(GithubInitError::Owner(owner.clone()));
    }
    let apps = Apps::of(&workspace.config.forge);
    let mut report = GithubInitReport::default();
    if apps.is_none() {
        let what = "rulesets: name the apps of reviewer and merger in [forge.apps] of kb.toml first";
        report.left_out.push(what.to_owned());
    }
    let codeowners = RepoPath::new(".github/CODEOWNERS")?;
    let has_owners = workspace.files.read(&codeowners)?.is_some();
    if options.owner.is_none() && !has_owners {
        report.left_out.push("CODEOWNERS: say who, with --owner @ORG/TEAM".to_owned());
    }
    let mut changes = ChangeSet::new();
    for file in written(branch, apps, options.owner.as_deref()) {
        let path = RepoPath::new(&file.path)?;
        let text = file.text.into_bytes();
        match workspace.files.read(&path)? {
            None => {
                report.created.push(path.clone());
                changes.create(path, text);
            }
            Some(before) if before == text => report.same.push(path),
            Some(before) if options.force => {
                report.replaced.push(path.clone());
                changes.edit(path, &before, text);
            }
            Some(_) => report.differing.push(path),
        }
    }
    if options.dry_run {
        report.diff = patch(&changes, |path| workspace.files.read(path).map(Option::unwrap_or_default))?;
        return Ok(report);
    }
    workspace.files.apply(&changes)?;
    Ok(report)
}

fn is_owner(owner: &str) -> bool {
    let plain =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    match owner.strip_prefix('@') {
        Some(name) => name.split('/').count() <= 2 && name.split('/').all(plain),
        None => owner.split_once('@').is_some_and(|(user, host)| plain(user) && plain(host)),
    }
}
