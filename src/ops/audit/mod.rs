//! `kb audit --verify`: replays the first-parent history of main and names every commit that no valid decision
//! carries, and every evidence byte that changed. It reads git alone and believes no trailer.

mod commit;
mod report;
mod witness;

pub use commit::judge_by;
pub use report::{AuditFinding, AuditReport, Judged, Standing};
pub use witness::{Unproven, Witness, witness};

use thiserror::Error;

use super::ledger::{Ledger, LedgerError};
use super::target::{Target, TargetError};
use super::{Workspace, WorkspaceError};
use crate::config::FILE_NAME;
use crate::digest::CommitId;
use crate::evidence::append_only::violations;
use crate::finding::Severity;
use crate::path::RepoPath;
use crate::port::{Event, GitError, GitRead};

/// How to audit.
#[derive(Clone, Debug, Default)]
pub struct AuditOptions {
    /// A revision that must be part of main, with its evidence unchanged since.
    pub anchor: Option<String>,
}

/// Says why the audit could not begin.
#[derive(Debug, Error)]
pub enum AuditError {
    /// There is nothing to work against.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A policy could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// Replays main.
pub fn audit(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    options: &AuditOptions,
) -> Result<AuditReport, AuditError> {
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let mut report = AuditReport::new(&target);
    let (history, is_shallow) = git.first_parents(&target.commit, None)?;
    if let Some(anchor) = &options.anchor {
        check_anchor(git, &target, anchor, &mut report)?;
    }
    let start = start(git, &history)?;
    report.start = start.map(|at| history[at].clone());
    if is_shallow && start.is_none_or(|at| at + 1 == history.len()) {
        let oldest = history.last().cloned();
        report.cannot_verify(oldest, "the clone is shallow: history ends before the audit's start");
    }
    let Some(start) = start else { return Ok(report) };
    let total = u64::try_from(start).ok();
    workspace.events.emit(Event::Stage { what: "replaying main", total });
    for commit in history[..start].iter().rev() {
        let judged = match commit::judge(workspace, git, &target, &ledger, commit) {
            Err(AuditError::Git(GitError::MissingObject(what)))
            | Err(AuditError::Workspace(WorkspaceError::Git(GitError::MissingObject(what)))) => {
                report.cannot_verify(Some(commit.clone()), &format!("an object is missing: {what}"));
                continue;
            }
            other => other?,
        };
        report.take(judged);
        workspace.events.emit(Event::Advance(1));
    }
    workspace.events.emit(Event::StageEnd);
    Ok(report)
}

/// The index in `history`, newest first, of the commit that brought `kb.toml`; the audit begins after it.
fn start(git: &dyn GitRead, history: &[CommitId]) -> Result<Option<usize>, GitError> {
    let config = RepoPath::new(FILE_NAME).expect("the name is a path");
    for (at, commit) in history.iter().enumerate().rev() {
        if git.file(commit, &config)?.is_some() {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Holds main to `anchor`: an ancestor, whose evidence is all still there, byte for byte.
fn check_anchor(
    git: &dyn GitRead,
    target: &Target,
    anchor: &str,
    report: &mut AuditReport,
) -> Result<(), AuditError> {
    let commit = match git.resolve(anchor) {
        Ok(commit) => commit,
        Err(GitError::NoRevision(_) | GitError::MissingObject(_)) => {
            report.cannot_verify(None, &format!("the anchor `{anchor}` is not in this clone"));
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    if !git.is_ancestor(&commit, &target.commit)? {
        let message = format!(
            "{} is no part of {}: history was rewritten since `{anchor}`",
            commit.short(),
            target.branch()
        );
        report.add("rewritten-history", Severity::Error, Some(&target.commit), message);
    }
    let evidence = &target.layout.evidence;
    let (before, after) =
        (git.entries(&commit, Some(evidence))?, git.entries(&target.commit, Some(evidence))?);
    for violation in violations(evidence, &[&before], &after) {
        report.add("evidence-changed", violation.severity(), Some(&target.commit), violation.to_string());
    }
    Ok(())
}
