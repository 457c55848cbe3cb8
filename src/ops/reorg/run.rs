//! `kb reorg run`: goes on with the reorganisation that is under way, or begins one, and takes every part as far as it goes.
//! It can be run again at any time: what was done is found in the ledger and the refs.

use serde::Serialize;

use super::ReorgError;
use super::finish::{Finish, finish};
use super::part::{PartReport, Worker};
use super::plan::plan_at;
use super::state::{last_ended, running};
use crate::ops::Workspace;
use crate::ops::ledger::{Entry, Ledger, LedgerError, Reorganisation};
use crate::ops::target::Target;
use crate::plan::{PartName, Plan, PlanId};
use crate::port::{Event, GitGate, GitWrite, IndexStore, Reorganiser, Reviewer, Signer, fault};
use crate::proposal::{ReorgFile, reorg_path};
use crate::yaml;

/// Who judges.
pub struct Bench<'a> {
    /// The reviewer, of another family than the reorganiser.
    pub reviewer: &'a dyn Reviewer,
    /// Its key.
    pub signer: &'a dyn Signer,
}

/// Who takes part in a run. Where somebody is missing, what is theirs waits for them.
pub struct Crew<'a> {
    /// Who changes.
    pub reorganiser: &'a dyn Reorganiser,
    /// Who judges.
    pub bench: Option<Bench<'a>>,
    /// Who moves main.
    pub gate: Option<&'a dyn GitGate>,
    /// Where the index is kept that is proved in the end.
    pub index: &'a dyn IndexStore,
}

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Only these parts; all without any.
    pub parts: Vec<PartName>,
}

/// What a run did.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct RunReport {
    /// The version of this format.
    pub version: u32,
    /// The reorganisation; `None` where there is nothing to do.
    pub id: Option<PlanId>,
    /// Whether this run began it.
    pub is_new: bool,
    /// The parts, in order.
    pub parts: Vec<PartReport>,
    /// What became of the proof in the end, where every part has ended; that of the last one where there is nothing to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<Finish>,
}

impl RunReport {
    /// Whether something waits for somebody who was not there, or did not pass.
    pub fn is_clean(&self) -> bool {
        self.id.is_none() || self.finish.as_ref().is_some_and(Finish::is_proved)
    }
}

/// Runs.
pub fn run(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    crew: &Crew<'_>,
    options: &RunOptions,
) -> Result<RunReport, ReorgError> {
    if let Some(gate) = crew.gate {
        gate.finish_advance()?;
    }
    let Some((reorganisation, is_new)) = begun(workspace, git)? else {
        let last = last_ended(git, &Ledger::open(git)?)?;
        let finish = last.map(|(_, ended)| Finish::of(&ended));
        return Ok(RunReport { version: 1, id: None, is_new: false, parts: Vec::new(), finish });
    };
    let plan = &reorganisation.plan;
    if let Some(part) = options.parts.iter().find(|name| plan.part(name).is_none()) {
        return Err(ReorgError::NoPart { plan: plan.id.clone(), part: part.clone() });
    }
    let chosen =
        plan.parts.iter().filter(|part| options.parts.is_empty() || options.parts.contains(&part.name));
    let chosen: Vec<_> = chosen.collect();
    let total = u64::try_from(chosen.len()).ok();
    workspace.events.emit(Event::Stage { what: "reorganising", total });
    let mut parts = Vec::new();
    for part in chosen {
        parts.push(Worker { workspace, git, crew, reorganisation: &reorganisation, part }.work()?);
        workspace.events.emit(Event::Advance(1));
    }
    workspace.events.emit(Event::StageEnd);
    let finish = finish(workspace, git, crew.index, &reorganisation)?;
    Ok(RunReport { version: 1, id: Some(plan.id.clone()), is_new, parts, finish })
}

/// The reorganisation that is under way, or one that begins now; `None` where nothing is to be done.
fn begun(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
) -> Result<Option<(Reorganisation, bool)>, ReorgError> {
    let ledger = Ledger::open(git)?;
    if let Some(running) = running(git, &ledger)? {
        return Ok(Some((running, false)));
    }
    let target = Target::read(workspace, git)?;
    let mut plan = plan_at(workspace, &target.commit)?;
    if plan.parts.is_empty() || is_done(git, &ledger, &target, &plan)? {
        return Ok(None);
    }
    while let Some(known) = ledger.reorganisation(git, &plan.id)? {
        // What was given up on this very base is done anew under a name of its own.
        plan.id = PlanId::derive(["again", known.plan.id.as_str()]);
    }
    let (id, now) = (plan.id.clone(), workspace.clock.now());
    fault::point("reorg.before-plan");
    let entry =
        Entry::new(format!("{id}: planned: {} faults in {} parts", plan.faults.len(), plan.parts.len()))
            .file(reorg_path(&plan, &ReorgFile::Plan), yaml::to_string(&plan));
    match entry.append(git, &git.user()?, now) {
        // Another run began the same at this moment.
        Err(LedgerError::Rewritten { .. }) => {}
        other => other?,
    }
    fault::point("reorg.after-plan");
    let ledger = Ledger::open(git)?;
    Ok(ledger.reorganisation(git, &id)?.map(|begun| (begun, true)))
}

/// Whether the last reorganisation looked at the same: main stands where it ended, and it knew every fault there is.
fn is_done(git: &dyn GitWrite, ledger: &Ledger, target: &Target, plan: &Plan) -> Result<bool, ReorgError> {
    let Some((last, end)) = last_ended(git, ledger)? else { return Ok(false) };
    let is_known = |fault: &crate::plan::Fault| last.plan.fault(&fault.id).is_some();
    Ok(end.commit == target.commit && plan.faults.iter().all(is_known))
}
