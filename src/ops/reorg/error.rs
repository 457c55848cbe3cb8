//! Why a reorganisation did not go on. What was done before stays, and the next run goes on from there.

use thiserror::Error;

use super::plan::ReorgPlanError;
use crate::ops::WorkspaceError;
use crate::ops::build::BuildError;
use crate::ops::eval::EvalError;
use crate::ops::ledger::LedgerError;
use crate::ops::merge::MergeError;
use crate::ops::proposal::ProposalError;
use crate::ops::propose::ProposeError;
use crate::ops::review::ReviewError;
use crate::ops::target::TargetError;
use crate::plan::{PartName, PlanId};
use crate::port::{ForgeFault, GitError, IndexError};

/// Says why a reorganisation did not go on.
#[derive(Debug, Error)]
pub enum ReorgError {
    /// There is nothing to work against.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// There is no plan.
    #[error(transparent)]
    Plan(#[from] ReorgPlanError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A vault could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// A part could not be proposed.
    #[error(transparent)]
    Propose(#[from] ProposeError),
    /// A part could not be reviewed.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// The gate could not work.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A part could not be closed.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// The index could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The index could not be read.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The golden questions could not be asked.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The forge did not do it.
    #[error(transparent)]
    Forge(#[from] ForgeFault),
    /// No reorganisation has this id.
    #[error("no reorganisation `{0}`; `kb reorg status` shows the last one")]
    Unknown(PlanId),
    /// There was none yet.
    #[error("there was no reorganisation yet; `kb reorg run` begins one")]
    NoneYet,
    /// It has come to its end.
    #[error("{0} has come to its end already")]
    Over(PlanId),
    /// No part has this name.
    #[error("{plan} has no part `{part}`; `kb reorg status` lists them")]
    NoPart {
        /// The reorganisation.
        plan: PlanId,
        /// What was named.
        part: PartName,
    },
    /// Other runs were always faster.
    #[error("another run worked on the part `{0}` at the same time, again and again; run it again")]
    Busy(PartName),
}
