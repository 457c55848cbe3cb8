//! `kb check`: checks the working tree, or a commit, with the levels of its own `kb.toml`.

use thiserror::Error;

use crate::check::{self, CheckReport, Setting, rules};
use crate::config::{Config, FILE_NAME};
use crate::finding::Finding;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{Event, FilesError, GitError};
use crate::vault::Vault;

/// What to check.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The commit; `None` checks the working tree.
    pub rev: Option<String>,
    /// Only findings in these files and folders are reported; all without any.
    pub paths: Vec<RepoPath>,
}

/// Says why nothing was checked.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// `kb.toml` names a rule that does not exist.
    #[error("kb.toml, [check.rules]: there is no rule `{0}`")]
    UnknownRule(String),
    /// A path names nothing that is checked.
    #[error("`{0}` is no note, evidence or folder of them")]
    NothingThere(RepoPath),
}

impl From<FilesError> for CheckError {
    fn from(error: FilesError) -> CheckError {
        CheckError::Workspace(error.into())
    }
}

impl From<GitError> for CheckError {
    fn from(error: GitError) -> CheckError {
        CheckError::Workspace(error.into())
    }
}

/// The outcome of `kb check`.
#[derive(Debug)]
pub struct Checked {
    /// What was looked at and found.
    pub report: CheckReport,
    /// What was checked; renderers show its lines.
    pub vault: Vault,
}

/// Checks what `options` names.
pub fn check(workspace: &Workspace<'_>, options: &CheckOptions) -> Result<Checked, CheckError> {
    workspace.events.emit(Event::Stage { what: "checking notes", total: None });
    let outcome = checked(workspace, options);
    workspace.events.emit(Event::StageEnd);
    outcome
}

fn checked(workspace: &Workspace<'_>, options: &CheckOptions) -> Result<Checked, CheckError> {
    let file = RepoPath::new(FILE_NAME).map_err(|_| CheckError::UnknownRule(FILE_NAME.to_owned()))?;
    let (vault, config, configured) = match &options.rev {
        None => {
            let configured = workspace.files.read(&file)?.is_some();
            (workspace.working_vault()?, workspace.config.clone(), configured)
        }
        Some(rev) => {
            let git = workspace.git()?;
            let commit = git.resolve(rev)?;
            let configured = git.file(&commit, &file)?.is_some();
            (workspace.vault_at(&commit)?, workspace.config_at(&commit)?, configured)
        }
    };
    if let Some(unknown) = config.check.rules.keys().find(|name| rules::find(name).is_none()) {
        return Err(CheckError::UnknownRule(unknown.clone()));
    }
    for path in &options.paths {
        let known = vault.has_file(path)
            || vault.has_folder(path)
            || vault.oddities().iter().any(|oddity| oddity.path == path.as_str())
            || *path == vault.layout().evidence
            || Some(path) == vault.layout().knowledge.as_ref();
        if !known {
            return Err(CheckError::NothingThere(path.clone()));
        }
    }
    let setting = if configured { Setting::Base } else { Setting::Plain };
    let mut report = check::check(&vault, &config, setting);
    if !options.paths.is_empty() {
        report.findings.retain(|finding| is_within(finding, &options.paths));
        report.examined = check::Examined::within(vault.catalogue(), vault.archive(), |path| {
            options.paths.iter().any(|wanted| path == wanted || path.is_in(wanted))
        });
    }
    Ok(Checked { report, vault })
}

fn is_within(finding: &Finding, paths: &[RepoPath]) -> bool {
    let place = &finding.place.path;
    paths.iter().any(|path| {
        place.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Checks a vault of a knowledge base, as proposals and the gate do: pure, with the policy that they read from
/// the base.
pub fn check_vault(vault: &Vault, config: &Config) -> CheckReport {
    check::check(vault, config, Setting::Base)
}
