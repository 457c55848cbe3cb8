//! `kb reorg abort`: gives up the reorganisation that is under way. What was merged stays; proposals that are open are closed.

use serde::Serialize;

use super::state::{look, meant};
use super::{PartState, ReorgError};
use crate::ops::Workspace;
use crate::ops::ledger::{Entry, Ledger};
use crate::ops::proposal::close;
use crate::ops::target::Target;
use crate::plan::{PartName, PlanId};
use crate::port::{GitWrite, fault};
use crate::proposal::{AbortedReorg, RECORD_VERSION, ReorgFile, one_line, reorg_path};
use crate::yaml;

/// What was given up.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct AbortReport {
    /// The version of this format.
    pub version: u32,
    /// The reorganisation.
    pub id: PlanId,
    /// The parts whose proposals were closed.
    pub closed: Vec<PartName>,
    /// The parts that had ended, and stay.
    pub kept: Vec<PartName>,
}

/// Gives up the reorganisation `named`, or the one that is under way.
pub fn abort(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    named: Option<&PlanId>,
    reason: &str,
) -> Result<AbortReport, ReorgError> {
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let reorganisation = meant(git, &ledger, named)?;
    let plan = &reorganisation.plan;
    if reorganisation.is_over() && (named.is_none() || reorganisation.has(&ReorgFile::End)) {
        return Err(ReorgError::Over(plan.id.clone()));
    }
    // It is over first: a run that goes on at this moment must not propose what is closed here.
    if !reorganisation.has(&ReorgFile::Aborted) {
        let (user, now) = (git.user()?, workspace.clock.now());
        let by = one_line(&format!("{} <{}>", user.name, user.email));
        let aborted = AbortedReorg { version: RECORD_VERSION, at: now, by, reason: reason.to_owned() };
        Entry::new(format!("{}: aborted: {reason}", plan.id))
            .file(reorg_path(plan, &ReorgFile::Aborted), yaml::to_string(&aborted))
            .append(git, &user, now)?;
    }
    fault::point("reorg.after-aborted");
    let mut report = AbortReport { version: 1, id: plan.id.clone(), closed: Vec::new(), kept: Vec::new() };
    for part in &plan.parts {
        let looked = look(git, &ledger, &reorganisation, &target, part)?;
        match (looked.state, &looked.record) {
            (PartState::Merged, _) => report.kept.push(part.name.clone()),
            (PartState::Waiting | PartState::Nothing | PartState::Closed, _) | (_, None) => {}
            (_, Some(record)) => {
                close(workspace, git, &record.proposal.id, &format!("{} was given up: {reason}", plan.id))?;
                report.closed.push(part.name.clone());
            }
        }
    }
    Ok(report)
}
