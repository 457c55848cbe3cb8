//! Failures of the commands that measure search: what each means for a person.

use super::Failure;
use crate::ops::eval::EvalError;

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Failure {
        let message = error.to_string();
        match error {
            EvalError::Workspace(error) => error.into(),
            EvalError::Build(error) => error.into(),
            EvalError::Caller(error) => error.into(),
            EvalError::NoFile(_) => {
                Failure::usage(message).hint("name a file of golden questions, or a folder of such")
            }
            EvalError::NotWritable(_) => {
                Failure::usage(message).hint("name another file, or write its questions below each other")
            }
            EvalError::OneSided { .. } => Failure::usage(message)
                .hint("write some with `unanswerable: true`, or let `kb eval init` make some"),
            EvalError::NoQuestion(_) => Failure::usage(message)
                .hint("`kb eval init` makes some of the claims; `kb eval --help` shows the form"),
        }
    }
}
