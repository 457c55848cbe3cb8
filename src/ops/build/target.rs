//! What a build or a read is of: a commit, or a working tree that has none.

use crate::config::Config;
use crate::digest::CommitId;
use crate::ops::{Workspace, WorkspaceError};
use crate::port::GitError;
use crate::vault::Layout;

/// What is to be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ops) enum Target {
    /// A commit.
    Commit(CommitId),
    /// The working tree of a plain folder, or of a repository without a commit.
    WorkingTree,
}

impl Target {
    /// The commit; `None` for a working tree.
    pub fn commit(&self) -> Option<&CommitId> {
        match self {
            Target::Commit(commit) => Some(commit),
            Target::WorkingTree => None,
        }
    }

    /// Its configuration, and where knowledge and evidence lie in it.
    pub fn settings(&self, workspace: &Workspace<'_>) -> Result<(Config, Layout), WorkspaceError> {
        match self {
            Target::Commit(commit) => Ok((workspace.config_at(commit)?, workspace.layout_at(commit)?)),
            Target::WorkingTree => Ok((workspace.config.clone(), workspace.layout.clone())),
        }
    }
}

/// What `revision` names, or what is served when nothing is named: the head of the gate's branch, else HEAD.
pub(in crate::ops) fn target(workspace: &Workspace<'_>, revision: Option<&str>) -> Result<Target, GitError> {
    let Some(git) = workspace.git else {
        return match revision {
            Some(_) => workspace.git().map(|_| Target::WorkingTree),
            None => Ok(Target::WorkingTree),
        };
    };
    if let Some(revision) = revision {
        return git.resolve(revision).map(Target::Commit);
    }
    let branch = format!("refs/heads/{}", workspace.config.gate.branch);
    if let Some(commit) = git.reference(&branch)? {
        return Ok(Target::Commit(commit));
    }
    match git.resolve("HEAD") {
        Ok(commit) => Ok(Target::Commit(commit)),
        Err(GitError::NoCommits | GitError::NoRevision(_)) => Ok(Target::WorkingTree),
        Err(error) => Err(error),
    }
}
