//! What stands in the way of setting up GitHub.

use super::Failure;
use crate::ops::github::{ApplyError, GithubInitError};

impl From<GithubInitError> for Failure {
    fn from(error: GithubInitError) -> Failure {
        let message = error.to_string();
        match error {
            GithubInitError::Files(error) => error.into(),
            GithubInitError::Path(error) => error.into(),
            GithubInitError::Owner(_) => Failure::usage(message)
                .hint("`--owner @ORG/TEAM`, or leave it out: CODEOWNERS is then left out"),
            GithubInitError::Branch(_) => Failure::usage(message).hint("`[gate] branch` of kb.toml names it"),
        }
    }
}

impl From<ApplyError> for Failure {
    fn from(error: ApplyError) -> Failure {
        let message = error.to_string();
        match error {
            ApplyError::Forge(fault) => fault.into(),
            ApplyError::Files(error) => error.into(),
            ApplyError::Path(error) => error.into(),
            ApplyError::NoRuleset { .. } => {
                Failure::usage(message).hint("`kb github init --force --dry-run` shows what kb would write")
            }
            ApplyError::NoApps => {
                Failure::usage(message).hint("name the apps in [forge.apps] of kb.toml: `kb github --help`")
            }
        }
    }
}
