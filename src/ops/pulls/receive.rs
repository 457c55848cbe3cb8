//! Handing a review over, from a reviewer who may push nothing to the merge role who writes it down. What is taken in is what a
//! key of main's `kb.toml` has signed; everything else about it the gate judges.

use std::collections::BTreeMap;

use serde::Serialize;

use super::threads::settle;
use super::{PullsError, Sides};
use crate::digest::Sha256Hex;
use crate::ops::Workspace;
use crate::ops::ledger::{Entry, Ledger, LedgerError};
use crate::ops::target::Target;
use crate::port::{Event, GitRead, GitWrite, Pull};
use crate::proposal::{Decision, Envelope, Handover, ProposalId, RoundFile, WorkingBranch, round_path};

/// What was taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Received {
    /// The proposal.
    pub proposal: ProposalId,
    /// The round that was judged.
    pub round: u32,
    /// How many files the ledger got; none where it had them.
    pub files: usize,
}

/// What the ledger here has of the review of round `round` of `id`.
pub fn handover(git: &dyn GitRead, id: &ProposalId, round: u32) -> Result<Handover, PullsError> {
    let record = Ledger::open(git)?.record(git, id)?;
    let mut files = BTreeMap::new();
    for file in RoundFile::ALL {
        let path = round_path(&record.proposal, round, file);
        if !Handover::may_hold(&path, id) {
            continue;
        }
        if let Some(bytes) = record.file_of(git, round, file)? {
            files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(Handover { proposal: id.clone(), files })
}

/// Writes `handover` into the ledger here, where the decision in it is signed and is about the review in it.
pub fn receive(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    handover: &Handover,
) -> Result<Received, PullsError> {
    let target = Target::read(workspace, git)?;
    let id = &handover.proposal;
    let record = Ledger::open(git)?.record(git, id)?;
    let refused = |reason: String| PullsError::NotBelieved { proposal: id.clone(), reason };
    let text_of = |round: u32, file| handover.files.get(&round_path(&record.proposal, round, file));
    let round = (1..=record.round.round + 1)
        .rev()
        .find(|&round| text_of(round, RoundFile::Decision).is_some())
        .ok_or_else(|| refused("it holds no decision".to_owned()))?;
    let envelope = text_of(round, RoundFile::Decision).map(String::as_bytes).unwrap_or_default();
    let envelope = Envelope::parse(envelope).map_err(|error| refused(error.to_string()))?;
    let keys = &target.config.keys.reviewer;
    let decision: Decision = envelope.open(keys).map_err(|error| refused(error.to_string()))?;
    if decision.proposal != *id || decision.round != round {
        return Err(refused("its decision is about another proposal or round".to_owned()));
    }
    let review = text_of(round, RoundFile::Review).map(String::as_bytes).unwrap_or_default();
    if Sha256Hex::of(review) != decision.review {
        return Err(refused("its review is not the one that the decision names".to_owned()));
    }
    let is_of_round = |path: &crate::path::RepoPath| {
        RoundFile::ALL.into_iter().any(|file| round_path(&record.proposal, round, file) == *path)
    };
    if let Some(other) = handover.files.keys().find(|path| !is_of_round(path)) {
        return Err(refused(format!("it brings {other}, which is of another round")));
    }
    let before = git.reference(crate::proposal::LEDGER_REF)?;
    let entry = Entry::new(format!("{id}: round {round}: handed over by {}", decision.reviewer));
    let entry = handover
        .files
        .iter()
        .fold(entry, |entry, (path, text)| entry.file(path.clone(), text.clone().into_bytes()));
    match entry.append(git, &git.user()?, workspace.clock.now()) {
        // Somebody else handed over another judgment of this round: the first one counts.
        Err(LedgerError::Rewritten { .. }) => return Ok(Received { proposal: id.clone(), round, files: 0 }),
        other => other?,
    }
    let is_new = git.reference(crate::proposal::LEDGER_REF)? != before;
    Ok(Received { proposal: id.clone(), round, files: if is_new { handover.files.len() } else { 0 } })
}

/// Takes in what the checks of the open pull requests carry. What cannot be believed is left where it is.
pub(super) fn receive_checks(sides: &Sides<'_>) -> Result<Vec<Received>, PullsError> {
    let mut received = Vec::new();
    for pull in sides.forge.open_pulls()? {
        if pull.is_fork || pull.head_branch.parse::<WorkingBranch>().is_err() {
            continue;
        }
        settle(sides, pull.number, &sides.forge.threads(pull.number)?)?;
        received.extend(of_pull(sides, &pull)?);
    }
    Ok(received)
}

/// Takes in what the checks of one pull request carry: what was signed before is said again, not signed anew.
pub fn recall(sides: &Sides<'_>, pull: &Pull) -> Result<Option<Received>, PullsError> {
    of_pull(sides, pull)
}

fn of_pull(sides: &Sides<'_>, pull: &Pull) -> Result<Option<Received>, PullsError> {
    let checks = sides.forge.checks(&pull.head)?;
    let of_review = checks.iter().filter(|check| check.name.starts_with(super::post::CHECK));
    let texts: Vec<&str> = of_review.map(|check| check.text.as_str()).collect();
    if texts.is_empty() {
        return Ok(None);
    }
    let believed = Handover::from_parts(texts)
        .map_err(PullsError::from)
        .and_then(|handover| receive(sides.workspace, sides.git, &handover));
    match believed {
        Ok(taken) => Ok(Some(taken)),
        Err(error @ (PullsError::NotBelieved { .. } | PullsError::Handover(_))) => {
            warn(sides, pull, &error);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn warn(sides: &Sides<'_>, pull: &Pull, error: &dyn std::fmt::Display) {
    let message = format!("pull request {}: {error}", pull.number);
    sides.workspace.events.emit(Event::Warn(message));
}
