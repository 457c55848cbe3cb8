//! One run of `kb review`: which proposals wait, and how one goes through its rounds. Judging is elsewhere.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::judge::{adopt_head, judge, staleness};
use super::{Agents, ReviewError, Reviewed};
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::gate::Refused;
use crate::ops::ledger::{Ledger, LedgerError, Record};
use crate::ops::propose::{Action, draft, open_round};
use crate::ops::target::Target;
use crate::port::{GitWrite, Signer};
use crate::proposal::{ClaimRef, ProposalId, State};
use crate::vault::Vault;

/// The seams of a run, and what it has read.
pub(super) struct Session<'a> {
    pub workspace: &'a Workspace<'a>,
    pub git: &'a dyn GitWrite,
    pub agents: &'a Agents<'a>,
    /// Who signs; without one nothing is written.
    pub signer: Option<&'a dyn Signer>,
    pub target: Target,
    vaults: BTreeMap<CommitId, Rc<Vault>>,
    ledger: Ledger,
}

impl<'a> Session<'a> {
    pub fn open(
        workspace: &'a Workspace<'a>,
        git: &'a dyn GitWrite,
        agents: &'a Agents<'a>,
        signer: Option<&'a dyn Signer>,
        target: Target,
    ) -> Result<Session<'a>, ReviewError> {
        let ledger = Ledger::open(git)?;
        Ok(Session { workspace, git, agents, signer, target, vaults: BTreeMap::new(), ledger })
    }

    /// The proposals that wait for a review, in order of opening.
    pub fn waiting(&self) -> Result<Vec<ProposalId>, ReviewError> {
        let mut waiting = Vec::new();
        for id in self.ledger.unfinished() {
            let record = self.ledger.record(self.git, &id)?;
            let waits = match self.state(&record)? {
                State::Open => true,
                State::Rejected => record.round.round < self.target.config.rounds(),
                State::Approved | State::Escalated => staleness(self.git, &self.target, &record)?.is_some(),
                State::Nothing | State::Merged | State::Closed => false,
            };
            if waits {
                waiting.push((record.proposal.opened_at, id));
            }
        }
        waiting.sort();
        Ok(waiting.into_iter().map(|(_, id)| id).collect())
    }

    /// Reviews one proposal, and the rounds that follow from it, up to the budget.
    pub fn review(&mut self, id: &ProposalId, once: bool) -> Result<Reviewed, ReviewError> {
        let budget = if once { 1 } else { self.target.config.rounds().max(1) };
        let mut withdrawn: Vec<ClaimRef> = Vec::new();
        let mut judged = 0;
        loop {
            let record = self.ledger.record(self.git, id)?;
            let mut reviewed = self.look(&record)?;
            judged += 1;
            let unsettled = reviewed.state == State::Rejected || is_stale(&reviewed);
            if unsettled
                && self.signer.is_some()
                && (judged < budget || is_stale(&reviewed))
                && judged <= budget
            {
                match self.propose_again(&record, &mut reviewed)? {
                    Next::Judge => {
                        withdrawn.extend(reviewed.against.into_iter().map(|verdict| verdict.claim));
                        continue;
                    }
                    Next::Nothing => {
                        withdrawn.extend(std::mem::take(&mut reviewed.against).into_iter().map(|v| v.claim));
                        reviewed.state = State::Nothing;
                        reviewed.outcome = None;
                    }
                    Next::Stop => {}
                }
            }
            reviewed.withdrawn = withdrawn;
            return Ok(reviewed);
        }
    }

    /// Judges the proposal where it waits for it; else says where it stands.
    fn look(&mut self, record: &Record) -> Result<Reviewed, ReviewError> {
        let state = self.state(record)?;
        if matches!(state, State::Nothing | State::Merged | State::Closed) {
            return Ok(Reviewed::untouched(record, state));
        }
        if let Some(refusal) = staleness(self.git, &self.target, record)? {
            let refused = vec![Refused::of(&refusal, record.proposal.id.as_str())];
            return Ok(Reviewed { refused, ..Reviewed::untouched(record, State::Open) });
        }
        if state == State::Open {
            let record = adopt_head(self, record)?;
            return judge(self, &record);
        }
        let mut reviewed = Reviewed::untouched(record, state);
        if let Some(review) = record.review(self.git, record.round.round)? {
            reviewed.tell(&review);
        }
        Ok(reviewed)
    }

    fn state(&self, record: &Record) -> Result<State, LedgerError> {
        let standing = record.standing(self.git, &self.target.commit)?;
        Ok(standing.state(self.target.config.gate.human_approval))
    }

    /// The vault of a commit, read once.
    pub fn vault(&mut self, commit: &CommitId) -> Result<Rc<Vault>, ReviewError> {
        if let Some(vault) = self.vaults.get(commit) {
            return Ok(Rc::clone(vault));
        }
        let vault = Rc::new(self.workspace.vault_at(commit)?);
        self.vaults.insert(commit.clone(), Rc::clone(&vault));
        Ok(vault)
    }

    /// Reads the ledger again, after something was written to it.
    pub fn reread(&mut self) -> Result<(), ReviewError> {
        self.ledger = Ledger::open(self.git)?;
        Ok(())
    }

    /// Lets the proposer make the next round.
    fn propose_again(&mut self, record: &Record, reviewed: &mut Reviewed) -> Result<Next, ReviewError> {
        if record.round.proposer.family.is_person() {
            return Ok(Next::Stop);
        }
        let target = self.target.clone();
        let base = self.vault(&target.commit)?;
        let boxed = |error| ReviewError::Propose(Box::new(error));
        // The record is read again: what was just decided belongs to the task.
        let previous = self.ledger.record(self.git, &record.proposal.id)?;
        let (id, evidence) = (record.proposal.id.clone(), record.proposal.evidence.clone());
        let proposer = self.agents.proposer;
        let opening = draft(self.workspace, self.git, proposer, &target, &base, Some(previous), id, evidence)
            .map_err(boxed)?;
        let proposed = open_round(self.workspace, self.git, &target, &base, opening, false).map_err(boxed)?;
        self.reread()?;
        reviewed.refused.extend(proposed.refused);
        Ok(match proposed.action {
            Action::Unchanged | Action::Refused => Next::Stop,
            Action::Nothing => Next::Nothing,
            Action::Opened | Action::Updated => Next::Judge,
        })
    }
}

/// What follows when the proposer was asked again.
enum Next {
    /// There is a new round to judge.
    Judge,
    /// Nothing is left to propose.
    Nothing,
    /// It has nothing else to offer.
    Stop,
}

fn is_stale(reviewed: &Reviewed) -> bool {
    reviewed.refused.iter().any(|refused| refused.name == "stale-base")
}
