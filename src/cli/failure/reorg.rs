//! Failures of `kb reorg`: what each means for a person.

use super::Failure;
use crate::ops::reorg::ReorgError;
use crate::ops::reorg::plan::ReorgPlanError;

impl From<ReorgPlanError> for Failure {
    fn from(error: ReorgPlanError) -> Failure {
        match error {
            ReorgPlanError::Workspace(error) => error.into(),
            ReorgPlanError::Files(error) => error.into(),
            ReorgPlanError::Path(error) => error.into(),
        }
    }
}

impl From<ReorgError> for Failure {
    fn from(error: ReorgError) -> Failure {
        let message = error.to_string();
        match error {
            ReorgError::Target(error) => error.into(),
            ReorgError::Plan(error) => error.into(),
            ReorgError::Ledger(error) => error.into(),
            ReorgError::Git(error) => error.into(),
            ReorgError::Workspace(error) => error.into(),
            ReorgError::Propose(error) => error.into(),
            ReorgError::Review(error) => error.into(),
            ReorgError::Merge(error) => error.into(),
            ReorgError::Proposal(error) => error.into(),
            ReorgError::Build(error) => error.into(),
            ReorgError::Index(error) => error.into(),
            ReorgError::Eval(error) => error.into(),
            ReorgError::Forge(fault) => fault.into(),
            ReorgError::Unknown(_) | ReorgError::NoneYet | ReorgError::NoPart { .. } => {
                Failure::usage(message)
            }
            ReorgError::Over(_) => Failure::usage(message).hint("`kb reorg run` begins another one"),
            ReorgError::Busy(_) => Failure::environment(message),
        }
    }
}
