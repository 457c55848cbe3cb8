//! Keeps what an agent did that came to no result: its transcript goes to the ledger, under the id that the evidence gives a
//! proposal, whether one is there or not. No branch but the ledger moves, and the evidence stays unconsidered.

use super::Workspace;
use super::ledger::{Entry, Ledger, LedgerError};
use crate::digest::CommitId;
use crate::port::{AgentError, Event, GitWrite};
use crate::proposal::{
    AgentName, EvidenceRef, ProposalId, RECORD_VERSION, Role, Spent, StoppedFile, StoppedRun, stopped_path,
};
use crate::redact::Redaction;
use crate::yaml;

/// A run that ended with an error.
pub struct Run<'a> {
    /// The proposal that would have come of it, or that was judged.
    pub id: &'a ProposalId,
    /// What the agent was there for.
    pub role: Role,
    /// The agent.
    pub agent: AgentName,
    /// The commit that it worked on.
    pub base: &'a CommitId,
    /// The evidence that it was given.
    pub evidence: &'a [EvidenceRef],
    /// What it has used up.
    pub spent: Spent,
}

/// Keeps `run`, where `error` says that it was stopped; any other error left nothing to keep.
pub fn keep(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    run: Run<'_>,
    error: &AgentError,
) -> Result<(), LedgerError> {
    let AgentError::Stopped { why, transcript, .. } = error else { return Ok(()) };
    let Run { id, role, agent, base, evidence, spent } = run;
    let now = workspace.clock.now();
    let redaction = Redaction::secrets();
    let record = StoppedRun {
        version: RECORD_VERSION,
        at: now,
        role,
        agent,
        base: base.clone(),
        evidence: evidence.to_vec(),
        end: why.end(),
        why: redaction.text(&why.to_string()).into_owned(),
        spent,
    };
    let number = Ledger::open(git)?.stopped_runs(id) + 1;
    let path = |file| stopped_path(id, number, file);
    Entry::new(format!("{id}: {} stopped: {}", role.name(), record.why))
        .file(path(StoppedFile::Run), yaml::to_string(&record))
        .file(path(StoppedFile::Transcript), redaction.text(transcript).into_owned())
        .append(git, &git.user()?, now)?;
    let told = format!("what it did until then: kb proposal show {id} --transcript");
    workspace.events.emit(Event::Say(told));
    Ok(())
}
