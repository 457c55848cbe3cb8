//! Makes a proposer of a reorganiser: to review, gate and ledger a part is a proposal like any other. What the part says of
//! its list is kept for the record of the round.

use std::cell::RefCell;

use crate::path::RepoPath;
use crate::plan::{CoverageKey, Outcome, Part, Plan};
use crate::port::{AgentError, Draft, Mended, ProposeTask, Proposer, ReorganiseTask, Reorganiser};
use crate::proposal::{
    AgentName, MendedRecord, RECORD_VERSION, Reason, ReorgFile, Settled, SettledFault, Spent, reorg_path,
};
use crate::reorg::{LossTask, loss};
use crate::vault::Vault;
use crate::yaml;

/// A reorganiser at work on one part.
pub struct PartProposer<'a> {
    reorganiser: &'a dyn Reorganiser,
    plan: &'a Plan,
    part: &'a Part,
    mended: RefCell<Option<MendedRecord>>,
}

impl<'a> PartProposer<'a> {
    /// `reorganiser`, to work on `part` of `plan`.
    pub fn new(reorganiser: &'a dyn Reorganiser, plan: &'a Plan, part: &'a Part) -> PartProposer<'a> {
        PartProposer { reorganiser, plan, part, mended: RefCell::new(None) }
    }

    /// What the last draft says of the part's list, as the record of round `round`.
    pub fn mended(&self, round: u32) -> Option<MendedRecord> {
        self.mended.borrow().clone().map(|mended| MendedRecord { round, ..mended })
    }

    /// The files of the ledger that belong to round `round` with the last draft.
    pub fn beside(&self, round: u32) -> Vec<(RepoPath, Vec<u8>)> {
        let file = ReorgFile::Mended(self.part.name.clone(), round);
        let path = reorg_path(self.plan, &file);
        self.mended(round).map(|mended| (path, yaml::to_string(&mended).into_bytes())).into_iter().collect()
    }

    /// What `mended` says, every entry of the part's list with an outcome.
    fn record(&self, mended: &Mended) -> MendedRecord {
        let known =
            |key: &CoverageKey| mended.outcomes.iter().find(|(own, _)| own == key).map(|(_, o)| o.clone());
        let silent =
            || Outcome::Left { reason: format!("{} says nothing of it", self.reorganiser.name().name) };
        let outcomes = self.plan.coverage.of(&self.part.name).map(|entry| {
            let key = entry.key();
            let outcome = known(&key).unwrap_or_else(silent);
            Settled::new(key, outcome)
        });
        let faults = mended
            .faults
            .iter()
            .map(|(fault, outcome)| SettledFault { fault: fault.clone(), outcome: outcome.clone() });
        MendedRecord {
            version: RECORD_VERSION,
            part: self.part.name.clone(),
            round: 1,
            outcomes: outcomes.collect(),
            faults: faults.collect(),
            reasons: mended.reasons.clone(),
        }
    }
}

impl Proposer for PartProposer<'_> {
    fn name(&self) -> AgentName {
        self.reorganiser.name()
    }

    fn spent(&self) -> Spent {
        self.reorganiser.spent()
    }

    fn propose(&self, task: &ProposeTask<'_>) -> Result<Draft, AgentError> {
        // Nobody has judged it yet: the auditor's own look at what goes is all that there is.
        let weighs = |head: &Vault, reasons: &[Reason]| {
            let (base, plan, day) = (task.vault, self.plan, self.plan.day);
            loss(&LossTask { base, head, day, plan, reasons, verdicts: &[], person: None })
        };
        let mended = self.reorganiser.reorganise(&ReorganiseTask {
            vault: task.vault,
            plan: self.plan,
            part: self.part,
            faults: self.plan.faults_of(self.part).collect(),
            // The day of the plan: a run that goes on tomorrow must not make another change.
            day: self.plan.day,
            rejected: task.rejected,
            config: task.config,
            seek: task.seek,
            weighs: &weighs,
            before: task.before,
            spends: task.spends,
        })?;
        *self.mended.borrow_mut() = Some(self.record(&mended));
        Ok(mended.draft)
    }
}
