//! Errors that a change brings: `kb check` on the head, minus what the base has already, as refusals.

use crate::check::{self, Setting};
use crate::config::Config;
use crate::digest::CommitId;
use crate::finding::Finding;
use crate::ops::gate::{Refusal, Trees, change_set};
use crate::ops::inventory::{Comparison, Reader, Rules};
use crate::ops::{Workspace, WorkspaceError};
use crate::port::GitRead;
use crate::vault::Vault;

/// The errors of `head` that `base` has not, by the rules of `config`, the base's.
pub fn new_errors(base: &Vault, head: &Vault, config: &Config) -> Vec<Refusal> {
    check::new_errors(base, head, config).iter().map(refusal).collect()
}

/// The same of two commits: the work is that of what differs.
pub fn errors_between(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    base: &CommitId,
    head: &CommitId,
    config: &Config,
) -> Result<Vec<Refusal>, WorkspaceError> {
    let Some(comparison) = Comparison::of(workspace, base, head)? else {
        let changes = change_set(git, &Trees::read(git, base, head)?.differences())?;
        let base = workspace.vault_at(base)?;
        return Ok(new_errors(&base, &base.with_changes(&changes), config));
    };
    let rules = Rules { config, setting: Setting::Base, today: None };
    let found = comparison.found(&Reader::new(git), rules, &[], true);
    Ok(check::fresh(&found.before, found.after).iter().map(refusal).collect())
}

fn refusal(finding: &Finding) -> Refusal {
    Refusal::CheckFailed {
        rule: finding.rule.to_string(),
        path: finding.place.path.clone(),
        line: finding.place.start.line,
        message: finding.message.clone(),
    }
}
