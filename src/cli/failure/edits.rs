//! Failures of the commands that show links and edit notes: what each means for a person.

use super::Failure;
use crate::ops::links::LinksError;

impl From<LinksError> for Failure {
    fn from(error: LinksError) -> Failure {
        let message = error.to_string();
        match error {
            LinksError::Workspace(error) => error.into(),
            LinksError::NothingThere { .. } => {
                Failure::usage(message).hint("without a path, `kb links` lists every link")
            }
        }
    }
}
