//! `kb proposal list|show|close`: what the ledger and the refs say of proposals. It decides nothing.

use serde::Serialize;
use thiserror::Error;

use super::gate::{Risk, tiers};
use super::ledger::{Entry, Ledger, LedgerError, Record};
use super::target::{Target, TargetError};
use super::{Workspace, WorkspaceError};
use crate::digest::CommitId;
use crate::evidence::EvidenceId;
use crate::port::{GitError, GitRead, GitWrite, RefUpdate};
use crate::proposal::{
    AgentName, Approval, Closed, Decision, Dossier, ProposalId, RECORD_VERSION, Review, RoundFile, State,
    StoppedRun, one_line, round_path,
};
use crate::redact::Redaction;
use crate::yaml;

/// Says why proposals could not be shown or closed.
#[derive(Debug, Error)]
pub enum ProposalError {
    /// There is nothing to work against.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A vault could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// It has come to its end already.
    #[error("{id} is {} already", state.name())]
    Ended {
        /// The proposal.
        id: ProposalId,
        /// Where it stands.
        state: State,
    },
}

/// One line of the list.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// Its id.
    pub id: ProposalId,
    /// Where it stands.
    pub state: State,
    /// One line: what changes.
    pub title: String,
    /// The last round.
    pub round: u32,
    /// When it was opened.
    pub opened_at: jiff::Timestamp,
    /// The evidence considered.
    pub evidence: Vec<EvidenceId>,
    /// Who proposed the last round.
    pub proposer: AgentName,
    /// The working branch.
    pub branch: String,
}

/// The proposals in order of opening, oldest first; `all` shows those too that have come to their end.
pub fn list(workspace: &Workspace<'_>, git: &dyn GitRead, all: bool) -> Result<Vec<Listed>, ProposalError> {
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let ids: Vec<ProposalId> =
        if all { ledger.ids().cloned().collect() } else { ledger.unfinished().into_iter().collect() };
    let mut listed = Vec::new();
    for id in ids {
        let record = ledger.record(git, &id)?;
        let state = state_of(&record, git, &target)?;
        let is_over = matches!(state, State::Nothing | State::Merged | State::Closed);
        if all || !is_over {
            listed.push(described(&record, state));
        }
    }
    listed.sort_by(|a, b| (a.opened_at, &a.id).cmp(&(b.opened_at, &b.id)));
    Ok(listed)
}

fn state_of(record: &Record, git: &dyn GitRead, target: &Target) -> Result<State, LedgerError> {
    Ok(record.standing(git, &target.commit)?.state(target.config.gate.human_approval))
}

fn described(record: &Record, state: State) -> Listed {
    let proposal = &record.proposal;
    Listed {
        id: proposal.id.clone(),
        state,
        title: record.round.title.clone(),
        round: record.round.round,
        opened_at: proposal.opened_at,
        evidence: proposal.evidence.iter().map(|item| item.id.clone()).collect(),
        proposer: record.round.proposer.clone(),
        branch: proposal.branch().to_string(),
    }
}

/// Everything that the ledger has of one proposal.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The line of the list.
    #[serde(flatten)]
    pub listed: Listed,
    /// The commit that the last round stands on.
    pub base: CommitId,
    /// The head of the last round.
    pub head: Option<CommitId>,
    /// The merge commit.
    pub merged: Option<CommitId>,
    /// What of the change a person must approve, by `[gate.risk]` of the base.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<Risk>,
    /// The rounds.
    pub rounds: Vec<ShownRound>,
    /// The runs of agents that came to no result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stopped: Vec<ShownStop>,
}

/// A run that came to no result.
#[derive(Clone, Debug, Serialize)]
pub struct ShownStop {
    /// What is recorded of it.
    #[serde(flatten)]
    pub run: StoppedRun,
    /// What it did until then.
    pub transcript: String,
}

/// What there is of a proposal that nobody came to make.
#[derive(Clone, Debug, Serialize)]
pub struct Unmade {
    /// The id that its evidence gives it.
    pub id: ProposalId,
    /// The runs that came to no result; at least one.
    pub stopped: Vec<ShownStop>,
}

/// One round.
#[derive(Clone, Debug, Serialize)]
pub struct ShownRound {
    /// Its number, from 1.
    pub round: u32,
    /// Who proposed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<AgentName>,
    /// What the proposer says: title, summary, transcript.
    pub proposer: String,
    /// What the reviewer did: its transcript.
    pub reviewer: String,
    /// The change.
    pub diff: String,
    /// The review.
    pub review: Option<Review>,
    /// The decision, as its envelope claims; the gate and the audit verify it.
    pub decision: Option<Decision>,
    /// A person's word, as its envelope claims.
    pub approval: Option<Approval>,
    /// The verdicts of that person, where they judged every claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub human: Option<Review>,
    /// What a person has to decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dossier: Option<Dossier>,
}

/// Shows what was tried under the id of a proposal that is not there; an error where nothing was.
pub fn unmade(git: &dyn GitRead, id: &ProposalId) -> Result<Unmade, ProposalError> {
    let stopped = stopped(git, &Ledger::open(git)?, id)?;
    if stopped.is_empty() {
        return Err(LedgerError::NoProposal(id.clone()).into());
    }
    Ok(Unmade { id: id.clone(), stopped })
}

fn stopped(git: &dyn GitRead, ledger: &Ledger, id: &ProposalId) -> Result<Vec<ShownStop>, LedgerError> {
    let redaction = Redaction::secrets();
    let shown = |(run, transcript): (StoppedRun, String)| ShownStop {
        run,
        transcript: redaction.text(&transcript).into_owned(),
    };
    Ok(ledger.stopped(git, id)?.into_iter().map(shown).collect())
}

/// Shows the proposal `id`.
pub fn show(workspace: &Workspace<'_>, git: &dyn GitRead, id: &ProposalId) -> Result<Shown, ProposalError> {
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let record = ledger.record(git, id)?;
    // A round that another kb wrote may hold what this one takes out.
    let redaction = Redaction::secrets();
    let text = |round, file| -> Result<String, LedgerError> {
        let bytes = record.file_of(git, round, file)?.unwrap_or_default();
        Ok(redaction.text(&String::from_utf8_lossy(&bytes)).into_owned())
    };
    let mut rounds = Vec::new();
    for round in record.rounds() {
        let decision = record.envelope(git, round, RoundFile::Decision)?;
        let approval = record.envelope(git, round, RoundFile::Approval)?;
        rounds.push(ShownRound {
            round,
            by: record.round_of(git, round)?.map(|round| round.proposer),
            proposer: text(round, RoundFile::Proposer)?,
            reviewer: text(round, RoundFile::Reviewer)?,
            diff: text(round, RoundFile::Diff)?,
            review: record.review(git, round)?,
            decision: decision.and_then(|envelope| envelope.claims().ok()),
            approval: approval.and_then(|envelope| envelope.claims().ok()),
            human: record.human(git, round)?,
            dossier: record.dossier(git, round)?,
        });
    }
    let state = state_of(&record, git, &target)?;
    Ok(Shown {
        listed: described(&record, state),
        base: record.round.base.clone(),
        head: record.round.head.clone(),
        merged: record.merged(git)?.map(|merged| merged.commit),
        risks: risks_of(workspace, git, &target, &record)?,
        rounds,
        stopped: stopped(git, &ledger, id)?,
    })
}

/// What of the proposal's change a person must approve; nothing where it is over or its commits are not here.
fn risks_of(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    target: &Target,
    record: &Record,
) -> Result<Vec<Risk>, ProposalError> {
    let branch = git.reference(&record.proposal.branch().reference())?;
    let Some(head) = branch else { return Ok(Vec::new()) };
    Ok(tiers(workspace, git, &target.config.gate.risk, &target.commit, &head)?)
}

/// Closes the proposal `id` without a merge: the ledger says so, then the working branch goes. The commits stay
/// named in the ledger.
pub fn close(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    id: &ProposalId,
    reason: &str,
) -> Result<Listed, ProposalError> {
    let target = Target::read(workspace, git)?;
    let record = Ledger::open(git)?.record(git, id)?;
    let state = state_of(&record, git, &target)?;
    let name = record.proposal.branch().reference();
    let branch = git.reference(&name)?;
    // A close that a dead process began has its record and still its branch.
    let half_done = record.has(RoundFile::Closed) && branch.is_some();
    if matches!(state, State::Nothing | State::Merged | State::Closed) && !half_done {
        return Err(ProposalError::Ended { id: id.clone(), state });
    }
    let (user, now) = (git.user()?, workspace.clock.now());
    if !half_done {
        let by = one_line(&format!("{} <{}>", user.name, user.email));
        let closed = Closed { version: RECORD_VERSION, at: now, by, reason: reason.to_owned() };
        Entry::new(format!("{id}: closed"))
            .file(
                round_path(&record.proposal, record.round.round, RoundFile::Closed),
                yaml::to_string(&closed),
            )
            .append(git, &user, now)?;
    }
    if let Some(branch) = branch {
        let update = RefUpdate { name: &name, expected: Some(&branch), new: None, log: "kb proposal close" };
        git.update_refs(&[update])?;
    }
    Ok(described(&record, State::Closed))
}
