//! Failures of `kb reorg`: what each means for a person.

use super::Failure;
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
