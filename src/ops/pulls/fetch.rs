//! Bringing here what the shared repository has: the ledger, joined with the one here, and the branches of proposals.

use super::{PullsError, Sides};
use crate::digest::CommitId;
use crate::ops::ledger::{Ledger, join};
use crate::ops::target::Target;
use crate::port::{Fetch, GitError, Push, RefUpdate, RemoteFault};
use crate::proposal::{LEDGER_REF, WorkingBranch};

/// How often the ledger may move on the shared repository under a push.
const TRIES: u32 = 5;

/// The shared repository as it stands.
pub(super) struct Shared {
    /// The branch that the gate moves, here and there.
    pub target: Target,
    refs: Vec<(String, CommitId)>,
}

impl Shared {
    /// Where a ref stands there.
    pub fn at(&self, name: &str) -> Option<&CommitId> {
        self.refs.iter().find(|(known, _)| known == name).map(|(_, commit)| commit)
    }
}

/// Fetches, joins the ledgers, and moves the branches of proposals here forward where they only lag behind.
pub(super) fn fetch(sides: &Sides<'_>) -> Result<Shared, PullsError> {
    let target = Target::read(sides.workspace, sides.git)?;
    let mut refs = sides.remote.refs(&target.name)?;
    refs.retain(|(name, _)| *name == target.name);
    refs.extend(sides.remote.refs("refs/heads/kb/")?);
    bring_refs(sides, refs.iter().map(|(name, _)| name.as_str()))?;
    let shared = Shared { target, refs };
    let (person, now) = (sides.git.user()?, sides.workspace.clock.now());
    join(sides.git, shared.at(LEDGER_REF), &person, now)?;
    let ledger = Ledger::open(sides.git)?;
    let unfinished = ledger.unfinished();
    for (name, there) in &shared.refs {
        let proposal = WorkingBranch::of_reference(name).map(|branch| branch.proposal());
        let Some(proposal) = proposal.filter(|proposal| unfinished.contains(proposal)) else { continue };
        let here = sides.git.reference(name)?;
        let lags = match &here {
            None => true,
            Some(here) if here == there => false,
            Some(here) => {
                sides.git.is_ancestor(here, there)?
                    || is_earlier(&ledger.record(sides.git, &proposal)?.heads(sides.git)?, here, there)
            }
        };
        if lags {
            let log = "kb: as the shared repository has it";
            let update = RefUpdate { name, expected: here.as_ref(), new: Some(there), log };
            match sides.git.update_refs(&[update]) {
                Ok(()) | Err(GitError::RefMoved(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(shared)
}

/// Whether `here` is the head of a round before the one that `there` is the head of: a round that was proposed again on
/// another main does not go on from the one before it.
fn is_earlier(heads: &[CommitId], here: &CommitId, there: &CommitId) -> bool {
    let place = |head: &CommitId| heads.iter().position(|known| known == head);
    place(here).zip(place(there)).is_some_and(|(here, there)| here < there)
}

/// Brings here what others wrote to the ledger, and refuses to go on where main here is not main there.
pub fn look(sides: &Sides<'_>) -> Result<(), PullsError> {
    same_main(sides, &fetch(sides)?)
}

/// Brings the commits of refs here, and keeps them under `refs/kb/shared/`, where nothing is cleaned away.
pub(super) fn bring_refs<'n>(
    sides: &Sides<'_>,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<(), RemoteFault> {
    let kept: Vec<(&str, String)> = names
        .into_iter()
        .filter_map(|name| Some((name, format!("refs/kb/shared/{}", name.strip_prefix("refs/")?))))
        .collect();
    let fetches: Vec<Fetch<'_>> = kept.iter().map(|(from, to)| Fetch { from, to }).collect();
    sides.remote.fetch(&fetches)
}

/// Refuses to go on where main here is not main there: what would be judged is not what would be merged.
pub(super) fn same_main(sides: &Sides<'_>, shared: &Shared) -> Result<(), PullsError> {
    let target = &shared.target;
    match shared.at(&target.name) {
        Some(there) if *there == target.commit => Ok(()),
        there => Err(PullsError::OtherMain {
            branch: target.branch().to_owned(),
            here: target.commit.short().to_owned(),
            there: there.map_or("nothing", CommitId::short).to_owned(),
            place: sides.remote.place().to_owned(),
        }),
    }
}

/// Pushes the ledger; where others were faster, joins theirs and tries again.
pub(super) fn push_ledger(sides: &Sides<'_>) -> Result<(), PullsError> {
    for _ in 0..TRIES {
        let refs = sides.remote.refs(LEDGER_REF)?;
        let there = refs.iter().find(|(name, _)| name == LEDGER_REF).map(|(_, commit)| commit);
        if there.is_some() {
            bring_refs(sides, [LEDGER_REF])?;
        }
        let joined = join(sides.git, there, &sides.git.user()?, sides.workspace.clock.now())?;
        let Some(commit) = joined.commit.filter(|_| joined.is_ahead) else { return Ok(()) };
        // What was joined goes on from where it stood there, so exactly that is expected.
        let push = Push { name: LEDGER_REF, new: Some(&commit), expected: there };
        match sides.remote.push(&[push]) {
            Err(RemoteFault::Moved { .. }) => {}
            other => return Ok(other?),
        }
    }
    Err(PullsError::Busy(sides.remote.place().to_owned()))
}
