//! A verdict that is kept: where notes, claims and cited lines are the same, byte for byte, as in an earlier round, what the
//! reviewer said of them then is said of them now. It is held to I4 like any other, and the decision is signed anew.

use super::session::Session;
use crate::check::rules;
use crate::digest::Sha256Hex;
use crate::ops::ledger::{LedgerError, Record};
use crate::port::Reviewed as Answer;
use crate::proposal::{AgentName, Decision, Review, RoundFile, Stopped};

/// What the reviewer said of `content` in an earlier round of `record`, and in which. The ledger may be written by others: only
/// what a key of main's `kb.toml` has signed counts.
pub(super) fn kept(
    session: &Session<'_>,
    record: &Record,
    content: &Sha256Hex,
    reviewer: &AgentName,
) -> Result<Option<(u32, Answer)>, LedgerError> {
    let mut rounds: Vec<u32> = record.rounds().filter(|&round| round != record.round.round).collect();
    rounds.reverse();
    for round in rounds {
        let Some(review) = signed(session, record, round)? else { continue };
        let is_it = review.content.as_ref() == Some(content) && review.reviewer == *reviewer;
        if !is_it || is_silent(&review) {
            continue;
        }
        let transcript = format!(
            "The verdicts of round {round} stand: the notes, the claims and the lines that they cite are the same, byte for \
             byte. Nobody was asked again.\n"
        );
        // What the check found is looked for again, in what there is now.
        let findings = review.findings.into_iter().filter(|finding| rules::find(&finding.rule).is_none());
        return Ok(Some((
            round,
            Answer { verdicts: review.verdicts, findings: findings.collect(), transcript },
        )));
    }
    Ok(None)
}

/// The review of round `round`, where a key that counts has signed the decision on exactly that review.
fn signed(session: &Session<'_>, record: &Record, round: u32) -> Result<Option<Review>, LedgerError> {
    let Some(bytes) = record.file_of(session.git, round, RoundFile::Review)? else { return Ok(None) };
    let envelope = match record.envelope(session.git, round, RoundFile::Decision) {
        Err(LedgerError::Unreadable { .. }) => None,
        other => other?,
    };
    let keys = &session.target.config.keys.reviewer;
    let decision = envelope.and_then(|envelope| envelope.open::<Decision>(keys).ok());
    let is_its = |decision: &Decision| {
        decision.proposal == record.proposal.id
            && decision.round == round
            && decision.review == Sha256Hex::of(&bytes)
    };
    Ok(decision.filter(is_its).and_then(|_| serde_json::from_slice(&bytes).ok()))
}

/// Whether the review says only that the reviewer came to none.
fn is_silent(review: &Review) -> bool {
    let silent = [Stopped::VoidReview.name(), Stopped::NoReview.name()];
    review.findings.iter().any(|finding| silent.contains(&finding.rule.as_str()))
}
