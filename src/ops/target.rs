//! The branch that the gate moves, and the policy that holds on it: read from its head, never from a proposal.

use thiserror::Error;

use super::{Workspace, WorkspaceError};
use crate::config::Config;
use crate::digest::CommitId;
use crate::port::{GitError, GitRead};
use crate::vault::Layout;

/// Says why there is no branch to work against.
#[derive(Debug, Error)]
pub enum TargetError {
    /// The folder is no repository.
    #[error("this folder is not in a git repository")]
    NoRepository,
    /// The gate's branch has no commit.
    #[error("there is no branch `{branch}` with a commit")]
    NoBranch {
        /// The branch, as `[gate] branch` of `kb.toml` names it.
        branch: String,
    },
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The policy could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// The branch that the gate moves, as it stands.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its full name, such as `refs/heads/main`.
    pub name: String,
    /// Its commit.
    pub commit: CommitId,
    /// `kb.toml` of that commit.
    pub config: Config,
    /// The layout of that commit.
    pub layout: Layout,
}

impl Target {
    /// Reads the branch and its policy.
    pub fn read(workspace: &Workspace<'_>, git: &dyn GitRead) -> Result<Target, TargetError> {
        let branch = workspace.config.gate.branch.clone();
        let name = format!("refs/heads/{branch}");
        let commit = git.reference(&name)?.ok_or(TargetError::NoBranch { branch })?;
        let config = workspace.config_at(&commit)?;
        let layout = workspace.layout_at(&commit)?;
        Ok(Target { name, commit, config, layout })
    }

    /// The branch's short name.
    pub fn branch(&self) -> &str {
        self.name.strip_prefix("refs/heads/").unwrap_or(&self.name)
    }
}
