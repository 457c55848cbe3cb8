//! Commits the items that were added, and those that a run before left uncommitted.

use std::fmt::Write as _;

use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::port::{GitError, GitWrite};

use super::Added;

/// Commits what of `items` the current branch does not hold; `None` when it holds all.
pub(super) fn commit(
    workspace: &Workspace<'_>,
    writer: &dyn GitWrite,
    items: &[Added],
) -> Result<Option<CommitId>, GitError> {
    let branch = writer.head_branch()?;
    let head = writer.reference(&branch)?;
    let mut missing: Vec<&Added> = Vec::new();
    for item in items {
        let mut here = head.is_some();
        for path in &item.files {
            here = here && head.as_ref().map(|head| writer.file(head, path)).transpose()?.flatten().is_some();
        }
        if !here && !missing.iter().any(|known| known.id == item.id) {
            missing.push(item);
        }
    }
    if missing.is_empty() {
        return Ok(None);
    }
    let paths: Vec<RepoPath> = missing.iter().flat_map(|item| item.files.iter().cloned()).collect();
    let mut message = match missing.as_slice() {
        [one] => format!("evidence: add {}\n", one.id),
        many => format!("evidence: add {} items\n", many.len()),
    };
    if missing.len() > 1 {
        message.push('\n');
        for item in &missing {
            // Writing to a String cannot fail.
            let _ = writeln!(message, "- {}", item.id);
        }
    }
    let person = writer.user()?;
    writer.commit_paths(&paths, &message, &person, workspace.clock.now()).map(Some)
}
