//! Reorganising: a part of a plan in, a change of the knowledge out, with what became of everything that was to be looked
//! at. Who does it holds no handle that could write (I5).

use jiff::civil::Date;

use super::{AgentError, Draft, Seek};
use crate::config::Config;
use crate::path::RepoPath;
use crate::plan::{CoverageKey, Fault, FaultId, Outcome, Part, Plan};
use crate::proposal::{AgentName, ClaimVerdict, Loss, Reason, Spent};
use crate::vault::Vault;

/// One part of a plan to work on.
pub struct ReorganiseTask<'a> {
    /// The base: everything as it stands on main now, which may be further on than the plan's.
    pub vault: &'a Vault,
    /// The plan.
    pub plan: &'a Plan,
    /// The part.
    pub part: &'a Part,
    /// The faults that are mended here, in the order of the plan.
    pub faults: Vec<&'a Fault>,
    /// The day of the proposal.
    pub day: Date,
    /// The verdicts of earlier rounds that stand against a claim: what brought it about is left. Empty in the first round.
    pub rejected: &'a [ClaimVerdict],
    /// The configuration of the base.
    pub config: &'a Config,
    /// What searches the base.
    pub seek: &'a dyn Seek,
    /// What a head would lose, for these reasons: weighed as the gate does, and not by who reorganises.
    pub weighs: &'a dyn Fn(&Vault, &[Reason]) -> Loss,
    /// What the proposal has used up before, rounds and the other agent together; the run's limits are for all of it.
    pub before: Spent,
    /// Is told what the run has used up, after each answer of a model.
    pub spends: &'a dyn Fn(Spent),
}

/// What became of one part.
#[derive(Debug)]
pub struct Mended {
    /// The change; empty when nothing can be mended.
    pub draft: Draft,
    /// What became of each entry of the part's coverage list, in its order; every entry has one.
    pub outcomes: Vec<(CoverageKey, Outcome)>,
    /// What became of each fault of the part, in the order of the task. `Left` is for a person, also where both sides of
    /// a contradiction were marked.
    pub faults: Vec<(FaultId, Outcome)>,
    /// Why each lost thing goes.
    pub reasons: Vec<Reason>,
    /// The derived summaries that must be made anew after the merge.
    pub rebuild: Vec<RepoPath>,
}

/// Mends the faults of one part of a plan.
pub trait Reorganiser {
    /// Who it is.
    fn name(&self) -> AgentName;

    /// What it has used up since it was made; nothing, of an agent made of rules.
    fn spent(&self) -> Spent {
        Spent::default()
    }

    /// Works on `task`. Of an agent made of rules the same task gives the same change.
    fn reorganise(&self, task: &ReorganiseTask<'_>) -> Result<Mended, AgentError>;
}
