//! `kb reorg due`: whether a reorganisation is due by `[reorg]` of the base, and why. It measures and changes nothing.

use serde::Serialize;

use super::ReorgError;
use super::plan::plan_at;
use super::state::{last_ended, running};
use crate::config::ReorgConfig;
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::eval::{EvalError, EvalOptions, eval};
use crate::ops::ledger::Ledger;
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::plan::{FaultKind, PlanId};
use crate::port::{GitRead, IndexStore};
use crate::proposal::EndedReorg;

/// Whether a reorganisation is due.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct DueReport {
    /// The version of this format.
    pub version: u32,
    /// Whether it is.
    pub is_due: bool,
    /// Each trigger that fired.
    pub reasons: Vec<Trigger>,
    /// Each that was looked at and did not fire, as a sentence.
    pub quiet: Vec<String>,
    /// The one that is under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<PlanId>,
}

/// A trigger that fired.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Trigger {
    /// Its key in `[reorg]`; `running` for a reorganisation that has not ended.
    pub trigger: &'static str,
    /// Why, as a sentence.
    pub reason: String,
}

/// What is measured, and what came of it so far.
struct Measuring<'a> {
    workspace: &'a Workspace<'a>,
    git: &'a dyn GitRead,
    store: &'a dyn IndexStore,
    target: Target,
    last: Option<EndedReorg>,
    report: DueReport,
}

/// Tells whether a reorganisation is due.
pub fn due(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    store: &dyn IndexStore,
) -> Result<DueReport, ReorgError> {
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let report =
        DueReport { version: 1, is_due: false, reasons: Vec::new(), quiet: Vec::new(), running: None };
    let last = last_ended(git, &ledger)?.map(|(_, end)| end);
    let mut measuring = Measuring { workspace, git, store, target, last, report };
    if let Some(running) = running(git, &ledger)? {
        let id = running.plan.id;
        measuring.tell("running", true, format!("{id} has not come to its end"));
        measuring.report.running = Some(id);
    }
    let config = measuring.target.config.reorg.clone();
    measuring.schedule(&config);
    if let Some(most) = config.new_notes {
        measuring.new_notes(most)?;
    }
    measuring.analysis(&config)?;
    if let Some(most) = config.retrieval_drop {
        measuring.retrieval(most)?;
    }
    measuring.report.is_due = !measuring.report.reasons.is_empty();
    Ok(measuring.report)
}

impl Measuring<'_> {
    fn tell(&mut self, trigger: &'static str, is_due: bool, reason: String) {
        if is_due {
            self.report.reasons.push(Trigger { trigger, reason });
        } else {
            self.report.quiet.push(format!("{trigger}: {reason}"));
        }
    }

    fn schedule(&mut self, config: &ReorgConfig) {
        let Some(days) = config.schedule.days() else { return };
        let (is_due, reason) = match &self.last {
            None => (true, "there was none yet".to_owned()),
            Some(last) => {
                let hours = self.workspace.clock.now().duration_since(last.at).as_hours();
                // A workflow that starts a little early in its week must not wait for another one.
                let is_due = hours + 12 >= days * 24;
                (is_due, format!("the last one ended {} days ago, and {days} are the limit", hours / 24))
            }
        };
        self.tell("schedule", is_due, reason);
    }

    fn new_notes(&mut self, most: u64) -> Result<(), ReorgError> {
        let is_note = |path: Vec<u8>| {
            let path = RepoPath::new(String::from_utf8(path).ok()?).ok()?;
            crate::vault::is_note(&self.target.layout, &path).then_some(path)
        };
        let since: Option<&CommitId> = self.last.as_ref().map(|last| &last.commit);
        let differences = self.git.differences(since, &self.target.commit)?;
        let changed = differences.into_iter().filter(|difference| difference.after.is_some());
        let count = changed.filter_map(|difference| is_note(difference.path)).count() as u64;
        self.tell(
            "new_notes",
            count >= most,
            format!("{count} notes are new or changed, and {most} are the limit"),
        );
        Ok(())
    }

    /// What only the analysis of everything knows.
    fn analysis(&mut self, config: &ReorgConfig) -> Result<(), ReorgError> {
        if config.conflicts.is_none() && config.uncited_evidence.is_none() {
            return Ok(());
        }
        let plan = plan_at(self.workspace, &self.target.commit)?;
        let of = |kind| plan.faults.iter().filter(|fault| fault.kind == kind).count() as u64;
        let (conflicts, uncited) = (of(FaultKind::Contradiction), of(FaultKind::UncitedEvidence));
        if let Some(most) = config.conflicts {
            let reason = format!("{conflicts} claims contradict others, and {most} are the limit");
            self.tell("conflicts", conflicts >= most, reason);
        }
        if let Some(most) = config.uncited_evidence {
            let reason = format!("{uncited} evidence items are cited by no note, and {most} are the limit");
            self.tell("uncited_evidence", uncited >= most, reason);
        }
        Ok(())
    }

    fn retrieval(&mut self, most: f64) -> Result<(), ReorgError> {
        let Some(last) = self.last.clone() else {
            let reason = "there was no reorganisation to compare with".to_owned();
            self.tell("retrieval_drop", false, reason);
            return Ok(());
        };
        let (before, now) = match (self.answered(&last.commit)?, self.answered(&self.target.commit.clone())?)
        {
            (Some(before), Some(now)) => (before, now),
            _ => {
                self.tell("retrieval_drop", false, "there are no golden questions to ask".to_owned());
                return Ok(());
            }
        };
        let drop = before - now;
        let reason = format!(
            "{:.1} % of the golden questions are answered, {:.1} % were, and a fall of {:.1} points is the limit",
            100.0 * now,
            100.0 * before,
            100.0 * most
        );
        self.tell("retrieval_drop", drop >= most, reason);
        Ok(())
    }

    /// The share of the golden questions that `commit` answers.
    fn answered(&self, commit: &CommitId) -> Result<Option<f64>, ReorgError> {
        let revision = Some(commit.as_str().to_owned());
        let options = EvalOptions { revision, is_apart: true, ..EvalOptions::default() };
        let report = match eval(self.workspace, self.store, &options) {
            Err(EvalError::NoQuestion(_)) => return Ok(None),
            report => report?,
        };
        let right = report.answers.iter().filter(|answer| answer.is_right).count();
        let asked = report.answers.len();
        Ok((asked > 0).then(|| right as f64 / asked as f64))
    }
}
