//! The gate over pull requests: reviews that were handed over are written down, what is approved is judged here and merged by the
//! forge with the head pinned, and what the forge made of it must be what the gate judged.

use serde::Serialize;

use super::fetch::{Shared, bring_refs, fetch, push_ledger, same_main};
use super::receive::{Received, receive_checks};
use super::{PullsError, Sides};
use crate::digest::CommitId;
use crate::ops::ledger::Record;
use crate::ops::merge::{Landed, Landing, Local, MergeError, MergeOptions, MergeReport, merge_by};
use crate::ops::target::Target;
use crate::port::{CheckConclusion, ForgeFault, GitGate, NewCheck, NewMerge, PullState, Push, RemoteFault};

/// The check by which the merge role says that the gate has judged.
pub(super) const GUARD: &str = "kb/merge-guard";

/// What a run did.
#[derive(Clone, Debug, Serialize)]
pub struct LandReport {
    /// The forge and the repository.
    pub place: String,
    /// The reviews that were handed over.
    pub received: Vec<Received>,
    /// What the gate did.
    #[serde(flatten)]
    pub merge: MergeReport,
    /// The commit by which summaries of folders became part of main.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summaries: Option<CommitId>,
}

/// Merges what is approved.
pub fn land(sides: &Sides<'_>, gate: &dyn GitGate, options: &MergeOptions) -> Result<LandReport, PullsError> {
    if !options.dry_run {
        gate.finish_advance()?;
    }
    let mut shared = fetch(sides)?;
    catch_up(sides, gate, &mut shared, options.dry_run)?;
    same_main(sides, &shared)?;
    let received = receive_checks(sides)?;
    let landing = OnForge { sides, gate };
    let merge = merge_by(sides.workspace, sides.git, gate, &landing, options)?;
    let mut summaries = None;
    if !options.dry_run {
        push_ledger(sides)?;
        for admission in &merge.admissions {
            let name = format!("refs/heads/{}", admission.branch);
            let gone = sides.git.reference(&name)?.is_none();
            if let Some(there) = shared.at(&name).filter(|_| admission.commit.is_some() && gone) {
                match sides.remote.push(&[Push { name: &name, new: None, expected: Some(there) }]) {
                    // The forge removed it itself, or somebody pushed work of theirs, which stays.
                    Ok(()) | Err(RemoteFault::Moved { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        summaries = super::summaries::land(sides, gate)?;
    }
    Ok(LandReport { place: sides.forge.place().to_owned(), received, merge, summaries })
}

/// Moves main here to where it is there, where it only lags behind.
fn catch_up(
    sides: &Sides<'_>,
    gate: &dyn GitGate,
    shared: &mut Shared,
    dry_run: bool,
) -> Result<(), PullsError> {
    let target = &shared.target;
    let Some(there) = shared.at(&target.name).cloned() else { return Ok(()) };
    let lags = there != target.commit && sides.git.is_ancestor(&target.commit, &there)?;
    if lags && !dry_run {
        gate.advance(&target.name, &target.commit, &there, "kb: as the shared repository has it")?;
        shared.target = Target::read(sides.workspace, sides.git)?;
    }
    Ok(())
}

/// Has the forge merge.
struct OnForge<'a> {
    sides: &'a Sides<'a>,
    gate: &'a dyn GitGate,
}

impl Landing for OnForge<'_> {
    fn land(&self, record: &Record, target: &Target, commit: &CommitId) -> Result<Landed, MergeError> {
        let sides = self.sides;
        let judged = sides.git.commit(commit)?;
        let Some(head) = judged.parents.last() else { return Ok(Landed::At(commit.clone())) };
        let pulls = sides.forge.pulls_of(&record.proposal.branch().to_string())?;
        let Some(pull) = pulls.into_iter().find(|pull| !pull.is_fork) else {
            return Ok(Landed::Refused("no pull request shows it; `kb proposal sync` opens one".to_owned()));
        };
        let merged = match pull.state {
            PullState::Merged => pull.merged,
            PullState::Closed => return Ok(Landed::Refused(format!("number {} is closed", pull.number))),
            PullState::Open if pull.head != *head => {
                let message = format!("number {} has another head than was decided on", pull.number);
                return Ok(Landed::Refused(message));
            }
            PullState::Open => None,
        };
        let merged = match merged {
            Some(merged) => merged,
            None => match self.merge(record, pull.number, head, &judged.message) {
                Ok(merged) => merged,
                Err(ForgeFault::Conflict { message, .. }) => return Ok(Landed::Refused(message)),
                Err(fault) => return Err(fault.into()),
            },
        };
        bring_refs(sides, [target.name.as_str()])?;
        let made = sides.git.commit(&merged)?;
        let not_as_judged = |what| MergeError::NotAsJudged {
            place: sides.forge.place().to_owned(),
            proposal: record.proposal.id.clone(),
            commit: merged.clone(),
            what,
        };
        if made.tree != judged.tree {
            return Err(not_as_judged("tree"));
        }
        if made.parents != judged.parents {
            return Err(not_as_judged("history"));
        }
        Local(self.gate).land(record, target, &merged)
    }
}

impl OnForge<'_> {
    /// Says that the gate has judged, and merges.
    fn merge(
        &self,
        record: &Record,
        number: u64,
        head: &CommitId,
        message: &str,
    ) -> Result<CommitId, ForgeFault> {
        let forge = self.sides.forge;
        let external_id = format!("{}.{}", record.proposal.id, record.round.round);
        forge.check(&NewCheck {
            name: GUARD,
            head,
            conclusion: CheckConclusion::Success,
            title: "the gate has judged exactly the tree that this gives",
            summary: "Policy and keys are those of the base. The decision is signed over this head, this base and this tree.",
            text: "",
            external_id: &external_id,
        })?;
        let (title, rest) = message.split_once('\n').unwrap_or((message, ""));
        forge.merge(number, &NewMerge { head, title, message: rest.trim_matches('\n') })
    }
}
