//! Takes in what an agent hands over: a text becomes evidence on main, and the evidence a proposal. Knowledge is not written.

use thiserror::Error;

use super::Workspace;
use super::add::{AddError, AddOptions, Added, Bound, Input, add};
use super::propose::{ProposeError, ProposeOptions, Proposed, propose};
use crate::caller::{Access, Caller, Label, Tenant};
use crate::digest::CommitId;
use crate::evidence::Kind;
use crate::port::{GitError, GitWrite, Proposer, Sources};
use crate::uri::Uri;

/// What is handed over.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The text, as it is kept.
    pub text: String,
    /// Its title.
    pub title: Option<String>,
    /// What kind of source it is.
    pub kind: Option<Kind>,
    /// Where it comes from.
    pub origin: Option<String>,
    /// Whom or what it is about.
    pub subjects: Vec<String>,
    /// Whether a proposal is made of it at once.
    pub propose: bool,
}

/// Says why nothing was taken in.
#[derive(Debug, Error)]
pub enum RememberError {
    /// The working tree stands on another branch: a commit there is none of main.
    #[error(
        "evidence is committed on `{branch}`, and the checkout that this server works in stands on `{head}`; nothing was taken in"
    )]
    Elsewhere {
        /// The branch that the gate moves.
        branch: String,
        /// The branch that is checked out.
        head: String,
    },
    /// The text was refused.
    #[error("{0}; nothing was taken in")]
    Refused(String),
    /// It could not be added.
    #[error(transparent)]
    Add(#[from] AddError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
}

/// What came of it.
#[derive(Debug)]
pub struct RememberReport {
    /// The evidence.
    pub evidence: Added,
    /// The name of its text that holds everywhere.
    pub uri: Uri,
    /// The commit that added it; `None` where main had it.
    pub commit: Option<CommitId>,
    /// The proposal, where one was wanted; what failed leaves the evidence where it is.
    pub proposal: Option<Result<Proposed, ProposeError>>,
}

/// Takes in `memory` on behalf of `caller`.
///
/// Whose it is follows from the caller and from nothing that the text says: what somebody hands over is seen by nobody who
/// holds less. Of what the caller may not see nothing is told, not even that the same text is there already.
pub fn remember(
    workspace: &Workspace<'_>,
    sources: &dyn Sources,
    git: &dyn GitWrite,
    proposer: &dyn Proposer,
    caller: &Caller,
    memory: Memory,
) -> Result<RememberReport, RememberError> {
    let branch = &workspace.config.gate.branch;
    let head = git.head_branch()?;
    if head != format!("refs/heads/{branch}") {
        let head = head.strip_prefix("refs/heads/").unwrap_or(&head).to_owned();
        return Err(RememberError::Elsewhere { branch: branch.clone(), head });
    }
    let defaults = &workspace.config.evidence;
    let access = caller.handed_over().unwrap_or_else(|| Access {
        tenant: defaults.tenant.clone().map(Tenant),
        labels: defaults.labels.iter().cloned().map(Label).collect(),
    });
    let tenant = access.tenant.clone();
    let options = AddOptions {
        kind: memory.kind,
        origin: memory.origin,
        title: memory.title,
        subjects: memory.subjects,
        bound: Some(Bound { access, caller: caller.clone() }),
        commit: true,
        ..AddOptions::default()
    };
    let input = Input::Bytes { name: None, bytes: memory.text.into_bytes() };
    let mut report = add(workspace, sources, Some(git), vec![input], &options)?;
    if let Some(skipped) = report.skipped.pop() {
        return Err(RememberError::Refused(skipped.reason));
    }
    let Some(evidence) = report.added.pop() else {
        return Err(RememberError::Refused("there is no text in it".to_owned()));
    };
    let options = ProposeOptions { evidence: vec![evidence.id.clone()], ..ProposeOptions::default() };
    let proposal = memory.propose.then(|| {
        propose(workspace, git, proposer, &options).map(|report| report.proposals.into_iter().next())
    });
    let proposal = match proposal {
        Some(Ok(proposed)) => proposed.map(Ok),
        Some(Err(error)) => Some(Err(error)),
        None => None,
    };
    let uri = Uri::new(tenant, evidence.text.clone());
    Ok(RememberReport { evidence, uri, commit: report.commit, proposal })
}
