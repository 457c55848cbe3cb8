//! What merging a part of a reorganisation would lose. The gate weighs that itself, on the tree that it would merge; of the
//! ledger it takes the reasons alone.

use super::admit::{Admitted, Judge};
use super::{Gate, MergeError};
use crate::digest::CommitId;
use crate::ops::gate::{Refusal, Trees, change_set};
use crate::ops::ledger::{Entry, Ledger, LedgerError, Record, Reorganisation};
use crate::ops::target::Target;
use crate::plan::PartName;
use crate::proposal::{
    Loss, LossRecord, MendedRecord, Outcome, RECORD_VERSION, ReorgFile, Review, reorg_path,
};
use crate::reorg::{LossTask, loss};
use crate::yaml;

/// A loss report, and what it is about.
pub(in crate::ops) struct Weighed {
    /// The reorganisation.
    pub reorganisation: Reorganisation,
    /// The part.
    pub part: PartName,
    /// The report.
    pub loss: Loss,
}

impl Weighed {
    /// Why the part may not be merged.
    pub fn refusals(&self) -> Vec<Refusal> {
        self.loss.unexplained().map(|lost| Refusal::UnexplainedLoss(lost.to_string())).collect()
    }
}

impl Judge<'_> {
    /// What merging `admitted` as `commit` would lose; nothing is weighed unless `record` is a part of a reorganisation.
    pub fn weigh(
        &self,
        record: &Record,
        target: &Target,
        admitted: &Admitted,
        commit: &CommitId,
    ) -> Result<Result<Option<Weighed>, Refusal>, MergeError> {
        let branch = record.proposal.branch();
        let Some((plan, part)) = branch.part() else { return Ok(Ok(None)) };
        let Some(reorganisation) = self.ledger.reorganisation(self.git, plan)? else {
            return Ok(Err(Refusal::NoPlan(plan.to_string())));
        };
        // Whether something is still said elsewhere takes all of the knowledge.
        let base = self.workspace.vault_at(&target.commit)?;
        let trees = Trees::changed(self.git, &target.commit, commit, &target.layout)?;
        let head = base.with_changes(&change_set(self.git, &trees.differences())?);
        let round = record.round.round;
        let mended = reorganisation.mended(self.git, part, round)?;
        // A review that does not fit its decision was refused before.
        let review = record.review(self.git, round)?;
        let word = admitted.approval.as_ref();
        let person =
            word.filter(|word| word.review.is_some() || admitted.decision.outcome == Outcome::Rejected);
        let task = LossTask {
            base: &base,
            head: &head,
            day: reorganisation.plan.day,
            plan: &reorganisation.plan,
            reasons: mended.as_ref().map_or(&[], |mended: &MendedRecord| mended.reasons.as_slice()),
            verdicts: review.as_ref().map_or(&[], |review: &Review| review.verdicts.as_slice()),
            person: person.map(|word| word.approver.as_str()),
        };
        let loss = loss(&task);
        Ok(Ok(Some(Weighed { part: part.clone(), reorganisation, loss })))
    }
}

impl Gate<'_> {
    /// Writes the report down, once a round, before anything is merged.
    pub(super) fn tell_loss(
        &self,
        record: &Record,
        target: &Target,
        weighed: &Weighed,
    ) -> Result<(), LedgerError> {
        let (part, round) = (weighed.part.clone(), record.round.round);
        let file = ReorgFile::Loss(part.clone(), round);
        if self.dry_run
            || Ledger::open(self.git)?
                .reorganisation(self.git, &weighed.reorganisation.plan.id)?
                .is_some_and(|known| known.has(&file))
        {
            return Ok(());
        }
        let told = LossRecord {
            version: RECORD_VERSION,
            part,
            round,
            main: target.commit.clone(),
            loss: weighed.loss.clone(),
        };
        let plan = &weighed.reorganisation.plan;
        let entry = Entry::new(format!("{}: {}: round {round}: loss report", plan.id, told.part))
            .file(reorg_path(plan, &file), yaml::to_string(&told));
        match entry.append(self.git, &self.git.user()?, self.workspace.clock.now()) {
            // Another run told it of another main; each gate weighs what it merges.
            Err(LedgerError::Rewritten { .. }) => Ok(()),
            other => other,
        }
    }
}
