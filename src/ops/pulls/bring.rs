//! Bringing a pull request here for a review: its commits as objects and refs. Nothing of it is checked out.

use super::fetch::{bring_refs, fetch, same_main};
use super::{PullsError, Sides};
use crate::digest::CommitId;
use crate::ops::ledger::Ledger;
use crate::port::{Pull, RefUpdate};
use crate::proposal::{ProposalId, WorkingBranch};

/// A pull request whose proposal can be judged here.
#[derive(Clone, Debug)]
pub struct Brought {
    /// The proposal that it shows.
    pub proposal: ProposalId,
    /// The pull request, as it was when it was brought.
    pub pull: Pull,
}

/// Brings the pull request `number`; the proposal's branch here is where its head is.
pub fn bring(sides: &Sides<'_>, number: u64) -> Result<Brought, PullsError> {
    let pull = sides.forge.pull(number)?;
    if pull.is_fork {
        return Err(PullsError::Fork(number));
    }
    let no_proposal = || PullsError::NoProposal { number, branch: pull.head_branch.clone() };
    let branch: WorkingBranch = pull.head_branch.parse().map_err(|_| no_proposal())?;
    let proposal = branch.proposal();
    let shared = fetch(sides)?;
    same_main(sides, &shared)?;
    let name = branch.reference();
    let head: CommitId = match shared.at(&name) {
        Some(there) => there.clone(),
        // The branch is gone from there, as after a merge; the forge keeps the head.
        None => {
            bring_refs(sides, [format!("refs/pull/{number}/head").as_str()])?;
            pull.head.clone()
        }
    };
    let here = sides.git.reference(&name)?;
    if here.as_ref() != Some(&head) {
        let log = "kb: as the pull request has it";
        sides.git.update_refs(&[RefUpdate {
            name: &name,
            expected: here.as_ref(),
            new: Some(&head),
            log,
        }])?;
    }
    Ok(Brought { proposal, pull })
}

/// Whether the ledger here has a review of the head that was brought.
pub fn is_judged(sides: &Sides<'_>, brought: &Brought) -> Result<bool, PullsError> {
    let record = Ledger::open(sides.git)?.record(sides.git, &brought.proposal)?;
    let review = record.review(sides.git, record.round.round)?;
    Ok(review.is_some_and(|review| review.head == brought.pull.head))
}
