//! The policy that holds on every read: who is a caller, and what is redacted. It reads `kb.toml`, no note.
//!
//! It is that of the commit which is served by default, the head of the branch that the gate moves, whatever revision is
//! read: an edit in the working tree that nobody reviewed grants nothing, a proposal cannot grant itself a reader, and
//! what was withdrawn from a caller is not given back by asking for an older commit. Where nothing is committed, the
//! working tree is all that there is.

use thiserror::Error;

use super::build::{Target, target};
use super::{Workspace, WorkspaceError};
use crate::caller::Caller;
use crate::config::Config;
use crate::redact::Redaction;

/// Says why there is no such caller.
#[derive(Debug, Error)]
pub enum CallerError {
    /// The policy names no such caller.
    #[error("{place} names no caller `{name}`; {}", listed(.known))]
    Unknown {
        /// The name asked for.
        name: String,
        /// Where the policy stands.
        place: String,
        /// The names that there are.
        known: Vec<String>,
        /// Whether `kb.toml` of the working tree has the name.
        is_in_tree: bool,
    },
    /// The policy could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// The `kb.toml` that decides who may read what.
pub fn policy(workspace: &Workspace<'_>) -> Result<Config, WorkspaceError> {
    match target(workspace, None)? {
        Target::Commit(commit) => workspace.config_at(&commit),
        Target::WorkingTree => Ok(workspace.config.clone()),
    }
}

/// The caller that the policy knows as `name`.
pub fn caller_named(workspace: &Workspace<'_>, name: &str) -> Result<Caller, CallerError> {
    let (config, place) = match target(workspace, None).map_err(WorkspaceError::from)? {
        Target::Commit(commit) => {
            (workspace.config_at(&commit)?, format!("kb.toml of commit {}", commit.short()))
        }
        Target::WorkingTree => (workspace.config.clone(), "kb.toml".to_owned()),
    };
    match config.callers.get(name) {
        Some(known) => Ok(known.caller()),
        None => Err(CallerError::Unknown {
            name: name.to_owned(),
            place,
            known: config.callers.into_keys().collect(),
            is_in_tree: workspace.config.callers.contains_key(name),
        }),
    }
}

/// What is taken out of what `caller` gets to read.
pub fn redaction(workspace: &Workspace<'_>, caller: &Caller) -> Result<Redaction, WorkspaceError> {
    Ok(Redaction::new(&policy(workspace)?.redact, caller))
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "it names none".to_owned(),
        names => format!("it names {}", names.join(", ")),
    }
}
