//! One part, taken as far as it goes: proposed, reviewed, merged, its outcomes written down. Each step is found out from the
//! ledger and the refs anew, so that it does not matter who did the one before, or when.

use serde::Serialize;

use super::ReorgError;
use super::proposer::PartProposer;
use super::run::Crew;
use super::state::{Look, PartState, look};
use crate::ops::Workspace;
use crate::ops::gate::Refused;
use crate::ops::ledger::{Entry, Ledger, LedgerError, Record, Reorganisation};
use crate::ops::merge::{Landing, Local, MergeOptions, merge_by};
use crate::ops::propose::{Action, ProposeError, Wanted, draft, open_round};
use crate::ops::review::{Agents, ReviewError, ReviewOptions, review};
use crate::ops::target::Target;
use crate::plan::{Outcome, Part, PartName};
use crate::port::{GitError, GitWrite, fault};
use crate::proposal::{
    EvidenceRef, Loss, MendedRecord, Outcomes, PartEnd, ProposalId, RECORD_VERSION, ReorgFile, RoundFile,
    Settled, Spent, reorg_path,
};
use crate::vault::Vault;
use crate::yaml;

/// How often a part is looked at anew because somebody else moved it.
const TRIES: u32 = 12;

/// What a run did to a part.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct PartReport {
    /// The part.
    pub part: PartName,
    /// What it is about.
    pub title: String,
    /// Its proposal.
    pub proposal: ProposalId,
    /// Where it stands now.
    pub state: PartState,
    /// Whether this run did something to it.
    pub is_moved: bool,
    /// What merging it loses, where the gate has weighed it in this run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
    /// Why it does not go on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub refused: Vec<Refused>,
}

/// A part, and all that works on it.
pub(super) struct Worker<'a> {
    pub workspace: &'a Workspace<'a>,
    pub git: &'a dyn GitWrite,
    pub crew: &'a Crew<'a>,
    pub reorganisation: &'a Reorganisation,
    pub part: &'a Part,
}

/// What follows after a step.
enum Next {
    /// Look again.
    Look,
    /// Nothing more is to be done here and now.
    Rest,
}

impl Worker<'_> {
    /// Takes the part as far as it goes.
    pub fn work(&self) -> Result<PartReport, ReorgError> {
        let mut report = PartReport {
            part: self.part.name.clone(),
            title: self.part.title.clone(),
            proposal: self.reorganisation.proposal(&self.part.name),
            state: PartState::Waiting,
            is_moved: false,
            loss: None,
            refused: Vec::new(),
        };
        for _ in 0..TRIES {
            let target = Target::read(self.workspace, self.git)?;
            let ledger = Ledger::open(self.git)?;
            let known = ledger.reorganisation(self.git, &self.reorganisation.plan.id)?;
            let known = known.ok_or_else(|| ReorgError::Unknown(self.reorganisation.plan.id.clone()))?;
            if known.is_over() {
                return Err(ReorgError::Over(known.plan.id));
            }
            let looked = look(self.git, &ledger, &known, &target, self.part)?;
            report.state = looked.state;
            if looked.is_settled {
                return Ok(report);
            }
            match self.step(&target, &known, looked, &mut report) {
                Ok(Next::Look) => report.is_moved = true,
                Ok(Next::Rest) => return Ok(report),
                // Somebody else did the same step, or moved what it stood on: what they left is looked at.
                Err(error) if is_race(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Err(ReorgError::Busy(self.part.name.clone()))
    }

    fn step(
        &self,
        target: &Target,
        known: &Reorganisation,
        looked: Look,
        report: &mut PartReport,
    ) -> Result<Next, ReorgError> {
        let Look { state, record, .. } = looked;
        let is_person = record.as_ref().is_some_and(|record| record.round.proposer.family.is_person());
        match (state, record) {
            (PartState::Waiting, record) => self.propose(target, record, report),
            (PartState::Merged | PartState::Nothing | PartState::Closed, Some(record)) => {
                self.settle(known, state, &record)
            }
            (PartState::Stale, record) if !is_person => self.propose(target, record, report),
            (PartState::Rejected, Some(record))
                if self.crew.bench.is_none() && !is_person && record.round.round < target.config.rounds() =>
            {
                self.propose(target, Some(record), report)
            }
            (PartState::Open | PartState::Rejected, _) => self.review(state, report),
            (PartState::Approved, Some(record)) => self.merge(&record, report),
            _ => Ok(Next::Rest),
        }
    }

    /// Has the reorganiser make the next round.
    fn propose(
        &self,
        target: &Target,
        previous: Option<Record>,
        report: &mut PartReport,
    ) -> Result<Next, ReorgError> {
        let base = self.workspace.vault_at(&target.commit)?;
        let plan = &self.reorganisation.plan;
        let proposer = PartProposer::new(self.crew.reorganiser, plan, self.part);
        let beside = |round| proposer.beside(round);
        let evidence = self.evidence(&base);
        let is_first = previous.is_none();
        let wanted = Wanted {
            branch: self.reorganisation.branch(&self.part.name),
            evidence,
            previous,
            before: Spent::default(),
            beside: Some(&beside),
        };
        let mut opening = draft(self.workspace, self.git, &proposer, (target, &base), wanted, true)?;
        if is_first && opening.draft.changes.is_empty() {
            // There is nothing to review: what was found of each entry is all there is to say.
            let mended = proposer.mended(1);
            self.write_outcomes(self.outcomes(PartEnd::Nothing, mended.as_ref()))?;
            return Ok(Next::Look);
        }
        if is_first {
            opening.evidence = self.looked_at(&base, proposer.mended(1).as_ref());
        }
        let proposed = open_round(self.workspace, self.git, target, &base, opening, false)?;
        Ok(match proposed.action {
            Action::Opened | Action::Updated | Action::Nothing => Next::Look,
            Action::Unchanged => Next::Rest,
            Action::Refused => {
                report.refused = proposed.refused;
                Next::Rest
            }
        })
    }

    /// The evidence that the part's list names, as far as it is there.
    fn evidence(&self, base: &Vault) -> Vec<EvidenceRef> {
        let plan = &self.reorganisation.plan;
        let mut evidence: Vec<EvidenceRef> =
            plan.coverage.of(&self.part.name).filter_map(|entry| reference(base, &entry.evidence)).collect();
        evidence.sort();
        evidence.dedup();
        evidence
    }

    /// The evidence of what changes; all of the part's where that is not said.
    fn looked_at(&self, base: &Vault, mended: Option<&MendedRecord>) -> Vec<EvidenceRef> {
        let settled = mended.map_or(&[][..], |mended| mended.outcomes.as_slice());
        let changed = settled.iter().filter(|settled| settled.outcome != Outcome::Verified);
        let mut evidence: Vec<EvidenceRef> =
            changed.filter_map(|settled| reference(base, &settled.evidence)).collect();
        evidence.sort();
        evidence.dedup();
        if evidence.is_empty() { self.evidence(base) } else { evidence }
    }

    /// Has the reviewer judge, and the reorganiser answer, until they agree or a person must decide.
    fn review(&self, before: PartState, report: &mut PartReport) -> Result<Next, ReorgError> {
        let Some(bench) = &self.crew.bench else { return Ok(Next::Rest) };
        let plan = &self.reorganisation.plan;
        let proposer = PartProposer::new(self.crew.reorganiser, plan, self.part);
        let beside = |round| proposer.beside(round);
        let agents = Agents {
            proposer: &proposer,
            reviewer: bench.reviewer,
            signer: Some(bench.signer),
            beside: Some(&beside),
        };
        let options = ReviewOptions {
            proposals: vec![self.reorganisation.proposal(&self.part.name)],
            iterate: true,
            ..ReviewOptions::default()
        };
        let reviewed = review(self.workspace, self.git, &agents, &options)?.reviewed;
        let Some(reviewed) = reviewed.into_iter().next() else { return Ok(Next::Rest) };
        let state = PartState::from(reviewed.state);
        report.refused = reviewed.refused;
        report.state = state;
        Ok(if state == before { Next::Rest } else { Next::Look })
    }

    /// Has the gate judge and merge.
    fn merge(&self, record: &Record, report: &mut PartReport) -> Result<Next, ReorgError> {
        let Some(gate) = self.crew.gate else { return Ok(Next::Rest) };
        let local = Local(gate);
        let landing: &dyn Landing = &local;
        let options = MergeOptions { proposals: vec![record.proposal.id.clone()], dry_run: false };
        let merged = merge_by(self.workspace, self.git, gate, landing, &options)?;
        let Some(admission) = merged.admissions.into_iter().next() else { return Ok(Next::Rest) };
        report.loss = admission.loss;
        if admission.admitted {
            return Ok(Next::Look);
        }
        // A main that moved meanwhile is the next look's affair.
        let is_stale = admission.refused.iter().any(|refused| refused.name == "stale-base");
        report.refused = admission.refused;
        Ok(if is_stale { Next::Look } else { Next::Rest })
    }

    /// Writes down what became of a part whose proposal has come to its end.
    fn settle(&self, known: &Reorganisation, state: PartState, record: &Record) -> Result<Next, ReorgError> {
        let end = match state {
            PartState::Merged => {
                let is_done = record.has(RoundFile::Merged)
                    && self.git.reference(&record.proposal.branch().reference())?.is_none();
                // A gate that died in between finishes first: its merge commit belongs into the outcomes.
                if let Some(gate) = self.crew.gate.filter(|_| !is_done) {
                    let options =
                        MergeOptions { proposals: vec![record.proposal.id.clone()], dry_run: false };
                    merge_by(self.workspace, self.git, gate, &Local(gate), &options)?;
                }
                let merged =
                    Ledger::open(self.git)?.record(self.git, &record.proposal.id)?.merged(self.git)?;
                // Who may not move main waits for whoever does to write it down.
                let Some(merged) = merged else { return Ok(Next::Rest) };
                PartEnd::Merged { commit: merged.commit }
            }
            // A branch that is not in this clone is no word of anybody's.
            PartState::Closed if !record.has(RoundFile::Closed) => return Ok(Next::Rest),
            PartState::Closed => PartEnd::Closed { reason: closed(self.git, record)? },
            _ => PartEnd::Nothing,
        };
        let mut mended = None;
        for round in record.rounds().collect::<Vec<_>>().into_iter().rev() {
            mended = known.mended(self.git, &self.part.name, round)?;
            if mended.is_some() {
                break;
            }
        }
        self.write_outcomes(self.outcomes(end, mended.as_ref()))?;
        Ok(Next::Look)
    }

    /// What became of each entry of the part, which ended as `end`.
    fn outcomes(&self, end: PartEnd, mended: Option<&MendedRecord>) -> Outcomes {
        let plan = &self.reorganisation.plan;
        let left = |reason: &str| Outcome::Left { reason: reason.to_owned() };
        let outcome = |key: &crate::plan::CoverageKey| {
            let settled = mended.and_then(|mended| mended.outcomes.iter().find(|own| own.key() == *key));
            let told = settled.map(|settled| settled.outcome.clone());
            match (&end, told) {
                (PartEnd::Closed { reason }, Some(Outcome::Changed | Outcome::Retired { .. }) | None) => {
                    left(&format!("the change was closed: {reason}"))
                }
                (PartEnd::Nothing, Some(Outcome::Changed | Outcome::Retired { .. })) => {
                    left("no change of it passed the review")
                }
                (_, Some(told)) => told,
                (_, None) => left("nobody says what became of it"),
            }
        };
        let outcomes = plan.coverage.of(&self.part.name).map(|entry| {
            let key = entry.key();
            let outcome = outcome(&key);
            Settled::new(key, outcome)
        });
        Outcomes {
            version: RECORD_VERSION,
            part: self.part.name.clone(),
            outcomes: outcomes.collect(),
            faults: mended.map(|mended| mended.faults.clone()).unwrap_or_default(),
            end,
        }
    }

    fn write_outcomes(&self, outcomes: Outcomes) -> Result<(), LedgerError> {
        let plan = &self.reorganisation.plan;
        fault::point("reorg.before-outcomes");
        let path = reorg_path(plan, &ReorgFile::Outcomes(self.part.name.clone()));
        Entry::new(format!("{}: {}: {}", plan.id, self.part.name, word(&outcomes.end)))
            .file(path, yaml::to_string(&outcomes))
            .append(self.git, &self.git.user()?, self.workspace.clock.now())?;
        fault::point("reorg.after-outcomes");
        Ok(())
    }
}

fn word(end: &PartEnd) -> String {
    match end {
        PartEnd::Merged { commit } => format!("merged as {}", commit.short()),
        PartEnd::Nothing => "nothing to change".to_owned(),
        PartEnd::Closed { .. } => "closed".to_owned(),
    }
}

fn closed(git: &dyn GitWrite, record: &Record) -> Result<String, ReorgError> {
    let bytes = record.file(git, RoundFile::Closed)?.unwrap_or_default();
    let closed = yaml::from_str::<crate::proposal::Closed>(&String::from_utf8_lossy(&bytes));
    Ok(closed.map_or_else(|_| "its working branch is gone".to_owned(), |closed| closed.reason))
}

fn reference(base: &Vault, id: &crate::evidence::EvidenceId) -> Option<EvidenceRef> {
    base.item(id).map(|item| EvidenceRef { id: item.meta.id.clone(), sha256: item.meta.sha256.clone() })
}

/// Whether another run was faster.
fn is_race(error: &ReorgError) -> bool {
    let git = |error: &GitError| matches!(error, GitError::RefMoved(_));
    let ledger = |error: &LedgerError| match error {
        LedgerError::Rewritten { .. } => true,
        LedgerError::Git(error) => git(error),
        _ => false,
    };
    let propose = |error: &ProposeError| match error {
        ProposeError::Git(error) => git(error),
        ProposeError::Ledger(error) => ledger(error),
        _ => false,
    };
    match error {
        ReorgError::Git(error) => git(error),
        ReorgError::Ledger(error) => ledger(error),
        ReorgError::Propose(error) => propose(error),
        ReorgError::Review(ReviewError::Ledger(error)) => ledger(error),
        ReorgError::Review(ReviewError::Git(error)) => git(error),
        ReorgError::Review(ReviewError::Propose(error)) => propose(error),
        ReorgError::Merge(crate::ops::merge::MergeError::Ledger(error)) => ledger(error),
        ReorgError::Merge(crate::ops::merge::MergeError::Git(error)) => git(error),
        _ => false,
    }
}
