//! One run of `kb review`: which proposals wait, and how one goes through its rounds. Judging is elsewhere.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::dossier::{Ending, dossier};
use super::judge::{adopt_head, judge, staleness};
use super::meter::{Meter, used_up};
use super::{Agents, ReviewError, Reviewed};
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::gate::Refused;
use crate::ops::ledger::{Entry, Ledger, LedgerError, Record};
use crate::ops::propose::{Action, ProposeError, Wanted, draft, open_round, repeated};
use crate::ops::target::Target;
use crate::port::{AgentError, GitRead, GitWrite, Signer};
use crate::proposal::{ClaimRef, ProposalId, RoundFile, Spent, State, Stopped, round_path};
use crate::vault::Vault;

/// The seams of a run, and what it has read.
pub(super) struct Session<'a> {
    pub workspace: &'a Workspace<'a>,
    pub git: &'a dyn GitWrite,
    pub agents: &'a Agents<'a>,
    /// Who signs; without one nothing is written.
    pub signer: Option<&'a dyn Signer>,
    pub target: Target,
    /// Whether the two go on until they agree, and a person is asked where they do not.
    pub converges: bool,
    /// Whether a reviewer of the proposer's family may judge, for trying out.
    pub allows_same_family: bool,
    /// What the proposal under review has used up in this run.
    meter: Meter,
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
        let vaults = BTreeMap::new();
        Ok(Session {
            workspace,
            git,
            agents,
            signer,
            target,
            converges: false,
            allows_same_family: false,
            meter: Meter::start(workspace.clock.now(), Spent::default()),
            vaults,
            ledger,
        })
    }

    /// The proposals that wait for a review, in order of opening.
    pub fn waiting(&self) -> Result<Vec<ProposalId>, ReviewError> {
        waiting(self.git, &self.target, &self.ledger, self.converges)
    }

    /// Reviews one proposal, and the rounds that follow from it, up to the budget.
    pub fn review(&mut self, id: &ProposalId, once: bool) -> Result<Reviewed, ReviewError> {
        self.meter = Meter::start(self.workspace.clock.now(), self.used());
        let budget = if once { 1 } else { self.target.config.rounds().max(1) };
        let mut withdrawn: Vec<ClaimRef> = Vec::new();
        let mut judged = 0;
        loop {
            let record = self.ledger.record(self.git, id)?;
            let mut reviewed = self.look(&record)?;
            judged += 1;
            let mut ending = reviewed.silent.take();
            if ending.is_none() && self.signer.is_some() && self.is_unsettled(&reviewed) {
                let is_stale = is_stale(&reviewed);
                let rounds = if self.converges { judged.max(record.round.round) } else { judged };
                let next = match self.limit((rounds, budget), is_stale) {
                    Some(stop) => stop,
                    None => self.propose_again(&record, &mut reviewed)?,
                };
                match next {
                    Next::Judge => {
                        withdrawn.extend(reviewed.against.into_iter().map(|verdict| verdict.claim));
                        continue;
                    }
                    Next::Nothing => {
                        withdrawn.extend(std::mem::take(&mut reviewed.against).into_iter().map(|v| v.claim));
                        reviewed.state = State::Nothing;
                        reviewed.outcome = None;
                    }
                    Next::Stop(stopped, why) => ending = Some((stopped, why)).filter(|_| self.converges),
                    Next::Author => {}
                }
            }
            if let Some((stopped, why)) = ending {
                self.end(id, &mut reviewed, stopped, why)?;
            }
            reviewed.withdrawn = withdrawn;
            return Ok(reviewed);
        }
    }

    /// Whether another round may change something.
    fn is_unsettled(&self, reviewed: &Reviewed) -> bool {
        let disputed = self.converges && reviewed.state == State::NeedsHuman;
        reviewed.state == State::Rejected || disputed || is_stale(reviewed)
    }

    /// What of the budget is used up. A proposal that main has left behind may have one more round than the budget.
    fn limit(&self, (rounds, most): (u32, u32), is_stale: bool) -> Option<Next> {
        if rounds > most || (rounds == most && !is_stale) {
            let why = format!("{rounds} of {most} rounds are used up");
            return Some(Next::Stop(Stopped::Rounds, why));
        }
        let spent = self.spent();
        let used_up = used_up(&self.target.config.budget, spent).filter(|_| self.converges);
        used_up.map(|(stopped, why)| Next::Stop(stopped, why))
    }

    /// What the proposal under review has used up in this run.
    pub fn spent(&self) -> Spent {
        self.meter.spent(self.workspace.clock.now(), self.used())
    }

    /// What proposer and reviewer have used up since they were made.
    fn used(&self) -> Spent {
        self.agents.proposer.spent().and(self.agents.reviewer.spent())
    }

    /// Leaves the proposal to a person: the dossier goes to the ledger, once a round.
    fn end(
        &mut self,
        id: &ProposalId,
        reviewed: &mut Reviewed,
        stopped: Stopped,
        why: String,
    ) -> Result<(), ReviewError> {
        if reviewed.outcome.is_none() || self.signer.is_none() {
            return Ok(());
        }
        let record = self.ledger.record(self.git, id)?;
        let Some(head) = record.round.head.clone() else { return Ok(()) };
        reviewed.state = State::NeedsHuman;
        if let Some(known) = record.dossier(self.git, record.round.round)? {
            reviewed.dossier = Some(known);
            return Ok(());
        }
        let parted = self.git.merge_base(&self.target.commit, &head)?;
        let base = self.vault(&parted.unwrap_or_else(|| self.target.commit.clone()))?;
        let vault = self.vault(&head)?;
        let now = self.workspace.clock.now();
        let spent = self.spent();
        let ending = Ending { head: &head, base: &base, vault: &vault, stopped, why, spent, now };
        let dossier = dossier(self.git, &record, ending)?;
        let path = round_path(&record.proposal, record.round.round, RoundFile::Dossier);
        Entry::new(format!("{id}: round {}: needs-human: {}", record.round.round, stopped.name()))
            .file(path, dossier.to_json())
            .append(self.git, &self.git.user()?, now)?;
        reviewed.dossier = Some(dossier);
        self.reread()
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
        if state == State::NeedsHuman {
            reviewed.dossier = record.dossier(self.git, record.round.round)?;
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
        let (branch, beside) = (record.proposal.branch(), self.agents.beside);
        // Only who reorganises makes a part again.
        let is_others = branch.part().is_some() && beside.is_none();
        if record.round.proposer.family.is_person() || is_others {
            return Ok(Next::Author);
        }
        let target = self.target.clone();
        let base = self.vault(&target.commit)?;
        let boxed = |error| ReviewError::Propose(Box::new(error));
        // The record is read again: what was just decided belongs to the task.
        let previous = self.ledger.record(self.git, &record.proposal.id)?;
        let evidence = record.proposal.evidence.clone();
        let proposer = self.agents.proposer;
        let wanted = Wanted { branch, evidence, previous: Some(previous), before: self.spent(), beside };
        let drafted = draft(self.workspace, self.git, proposer, (&target, &base), wanted, true);
        let opening = match drafted {
            Err(ProposeError::Agent(error @ (AgentError::Stopped { .. } | AgentError::Unusable { .. })))
                if self.converges =>
            {
                return Ok(Next::Stop(Stopped::NoProposal, error.to_string()));
            }
            other => other.map_err(boxed)?,
        };
        if let Some(round) = repeated(self.git, &opening).map_err(boxed)?.filter(|_| self.converges) {
            let why = format!("the proposer came back with what it proposed in round {round}");
            return Ok(Next::Stop(Stopped::Repeated, why));
        }
        let proposed = open_round(self.workspace, self.git, &target, &base, opening, false).map_err(boxed)?;
        self.reread()?;
        let refused: Vec<String> =
            proposed.refused.iter().map(|refused| format!("{}: {}", refused.name, refused.message)).collect();
        reviewed.refused.extend(proposed.refused);
        Ok(match proposed.action {
            Action::Unchanged => {
                Next::Stop(Stopped::Repeated, "the proposer has nothing else to offer".to_owned())
            }
            Action::Refused => {
                let why = format!("what the proposer came back with is refused: {}", refused.join("; "));
                Next::Stop(Stopped::NoProposal, why)
            }
            Action::Nothing => Next::Nothing,
            Action::Opened | Action::Updated => Next::Judge,
        })
    }
}

/// The proposals that wait for a review, in order of opening; `converges` says whether a rejected one is gone on with
/// whatever its rounds.
pub(super) fn waiting(
    git: &dyn GitRead,
    target: &Target,
    ledger: &Ledger,
    converges: bool,
) -> Result<Vec<ProposalId>, ReviewError> {
    let mut waiting = Vec::new();
    for id in ledger.unfinished() {
        let record = ledger.record(git, &id)?;
        let waits = match record.standing(git, &target.commit)?.state(target.config.gate.human_approval) {
            State::Open => true,
            State::Rejected => {
                let by_person = record.round.proposer.family.is_person();
                record.round.round < target.config.rounds() || (converges && !by_person)
            }
            State::Approved | State::Escalated | State::NeedsHuman => {
                staleness(git, target, &record)?.is_some()
            }
            State::Nothing | State::Merged | State::Closed => false,
        };
        if waits {
            waiting.push((record.proposal.opened_at, id));
        }
    }
    waiting.sort();
    Ok(waiting.into_iter().map(|(_, id)| id).collect())
}

/// What follows when the proposer was asked again.
enum Next {
    /// There is a new round to judge.
    Judge,
    /// Nothing is left to propose.
    Nothing,
    /// They do not go on, for this reason.
    Stop(Stopped, String),
    /// It is a person's, who is not asked by a program.
    Author,
}

fn is_stale(reviewed: &Reviewed) -> bool {
    reviewed.refused.iter().any(|refused| refused.name == "stale-base")
}
