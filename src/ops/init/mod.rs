//! Makes a knowledge base, or adds what is missing to one. What is there stays as it is, byte for byte.

mod scaffold;

use serde::Serialize;
use thiserror::Error;

use crate::change::ChangeSet;
use crate::config::{Config, ConfigError};
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::path::{RepoPath, RepoPathError};
use crate::port::{FilesError, GitError, GitRead, GitWrite};
use crate::vault::{Layout, Limits};
use scaffold::{Scaffold, scaffold, with_line};

/// Says why no knowledge base could be made.
#[derive(Debug, Error)]
pub enum InitError {
    /// A folder that was asked for cannot be one of a knowledge base.
    #[error(transparent)]
    Layout(#[from] ConfigError),
    /// A file could not be written.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A path cannot be one.
    #[error(transparent)]
    Path(#[from] RepoPathError),
}

/// The public half of a role's key that lies on this machine.
#[derive(Clone, Debug)]
pub struct LocalKey {
    /// The role, as `kb.toml` names it.
    pub role: &'static str,
    /// The public half.
    pub public: String,
}

/// How to make a knowledge base.
#[derive(Clone, Debug, Default)]
pub struct InitOptions {
    /// The folder of the notes; the default, or what `kb.toml` says, when not given.
    pub knowledge: Option<String>,
    /// The folder of the evidence; likewise.
    pub evidence: Option<String>,
    /// The keys that lie on this machine.
    pub keys: Vec<LocalKey>,
    /// Whether to commit what was written; `None`: if the branch has no commit yet and nothing else lies here.
    pub commit: Option<bool>,
    /// Show only.
    pub dry_run: bool,
}

/// What was done, or with `dry_run` would be.
#[derive(Clone, Debug, Default, Serialize)]
pub struct InitReport {
    /// Files that are new.
    pub created: Vec<RepoPath>,
    /// Files that got a line at their end.
    pub extended: Vec<RepoPath>,
    /// Files that were there already.
    pub kept: Vec<RepoPath>,
    /// The commit, if one was made.
    pub commit: Option<CommitId>,
    /// Whether a commit was due and left out because git does not know the user.
    pub nobody_commits: bool,
    /// The branch that the gate moves.
    pub branch: String,
    /// Keys on this machine whose public halves `kb.toml` does not list: role and public half.
    pub unlisted_keys: Vec<(String, String)>,
    /// How many Markdown files lie outside the knowledge folder of a new `kb.toml`.
    pub notes_outside: usize,
}

/// Makes a knowledge base. `writer` commits; without it nothing is committed.
pub fn init(
    workspace: &Workspace<'_>,
    writer: Option<&dyn GitWrite>,
    options: &InitOptions,
) -> Result<InitReport, InitError> {
    let is_new = workspace.files.read(&RepoPath::new(crate::config::FILE_NAME)?)?.is_none();
    let (layout, branch) = if is_new {
        (layout_asked_for(options)?, gate_branch(workspace.git)?)
    } else {
        (workspace.layout.clone(), workspace.config.gate.branch.clone())
    };
    let mut report = InitReport { branch: branch.clone(), ..InitReport::default() };
    let due = options.commit.unwrap_or(is_first(workspace)?);
    if is_new {
        report.notes_outside = notes_outside(workspace, &layout)?;
    } else {
        report.unlisted_keys = unlisted(&workspace.config, &options.keys);
    }
    let keys: Vec<(&str, Vec<String>)> = ["reviewer", "gate", "approver"]
        .map(|role| {
            let local = options.keys.iter().filter(|key| key.role == role);
            (role, local.map(|key| key.public.clone()).collect())
        })
        .to_vec();
    let changes = plan(workspace, scaffold(&layout, &branch, &keys), &mut report)?;
    if options.dry_run {
        return Ok(report);
    }
    workspace.files.apply(&changes)?;
    if let Some(writer) = writer.filter(|_| due && !changes.is_empty()) {
        let paths: Vec<RepoPath> = changes.iter().map(|(path, _)| path.clone()).collect();
        match writer.user() {
            Ok(person) => {
                let commit = writer.commit_paths(&paths, "kb: init", &person, workspace.clock.now())?;
                report.commit = Some(commit);
            }
            Err(GitError::NoIdentity) if options.commit.is_none() => report.nobody_commits = true,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(report)
}

/// What the scaffold changes.
fn plan(
    workspace: &Workspace<'_>,
    scaffold: Vec<Scaffold>,
    report: &mut InitReport,
) -> Result<ChangeSet, FilesError> {
    let mut changes = ChangeSet::new();
    for file in scaffold {
        match file {
            Scaffold::Create(path, text) => {
                if workspace.files.read(&path)?.is_some() {
                    report.kept.push(path);
                } else {
                    report.created.push(path.clone());
                    changes.create(path, text.into_bytes());
                }
            }
            Scaffold::Line { path, line, equal } => {
                let before = workspace.files.read(&path)?;
                match (with_line(before.as_deref().unwrap_or_default(), &line, &equal), before) {
                    (None, _) => report.kept.push(path),
                    (Some(after), None) => {
                        report.created.push(path.clone());
                        changes.create(path, after);
                    }
                    (Some(after), Some(before)) => {
                        report.extended.push(path.clone());
                        changes.edit(path, &before, after);
                    }
                }
            }
        }
    }
    Ok(changes)
}

fn layout_asked_for(options: &InitOptions) -> Result<Layout, ConfigError> {
    let mut config = Config::default();
    if let Some(knowledge) = &options.knowledge {
        config.layout.knowledge.clone_from(knowledge);
    }
    if let Some(evidence) = &options.evidence {
        config.layout.evidence.clone_from(evidence);
    }
    config.layout()
}

/// The branch that the gate is to move: `main` or `master` where there is one, else the one that HEAD is on.
fn gate_branch(git: Option<&dyn GitRead>) -> Result<String, GitError> {
    const HEADS: &str = "refs/heads/";
    let Some(git) = git else { return Ok("main".to_owned()) };
    for name in ["main", "master"] {
        if git.reference(&format!("{HEADS}{name}"))?.is_some() {
            return Ok(name.to_owned());
        }
    }
    match git.head_branch() {
        Ok(head) => Ok(head.strip_prefix(HEADS).unwrap_or(&head).to_owned()),
        Err(GitError::DetachedHead) => Ok("main".to_owned()),
        Err(error) => Err(error),
    }
}

/// Whether this is the beginning: no commit yet, and nothing in the working tree.
fn is_first(workspace: &Workspace<'_>) -> Result<bool, InitError> {
    let Some(git) = workspace.git else { return Ok(true) };
    match git.resolve("HEAD") {
        Err(GitError::NoCommits) => {}
        Ok(_) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    Ok(everything(workspace)?.is_empty())
}

fn notes_outside(workspace: &Workspace<'_>, layout: &Layout) -> Result<usize, FilesError> {
    let Some(knowledge) = &layout.knowledge else { return Ok(0) };
    let files = everything(workspace)?;
    Ok(files.iter().filter(|path| path.is_markdown() && !path.is_in(knowledge)).count())
}

/// Every file of the working tree that git would not ignore.
fn everything(workspace: &Workspace<'_>) -> Result<Vec<RepoPath>, FilesError> {
    let whole = Layout { knowledge: None, ..workspace.layout.clone() };
    let (files, _) = workspace.files.walk(&whole, Limits { note: 0, evidence: 0 })?;
    Ok(files.into_iter().map(|file| file.path).collect())
}

fn unlisted(config: &Config, keys: &[LocalKey]) -> Vec<(String, String)> {
    let listed = [&config.keys.reviewer, &config.keys.gate, &config.keys.approver];
    let unlisted = keys.iter().filter(|key| !listed.iter().any(|list| list.contains(&key.public)));
    unlisted.map(|key| (key.role.to_owned(), key.public.clone())).collect()
}
