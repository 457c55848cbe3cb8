//! What stands between the ledger here and the pull requests of a forge.

use super::Failure;
use crate::ops::pulls::PullsError;

impl From<PullsError> for Failure {
    fn from(error: PullsError) -> Failure {
        let message = error.to_string();
        match error {
            PullsError::Target(error) => error.into(),
            PullsError::Ledger(error) => error.into(),
            PullsError::Git(error) => error.into(),
            PullsError::Workspace(error) => error.into(),
            PullsError::Remote(fault) => fault.into(),
            PullsError::Forge(fault) => fault.into(),
            PullsError::Merge(error) => error.into(),
            PullsError::Proposal(error) => error.into(),
            PullsError::Handover(_) => {
                Failure::usage(message).hint("`kb review ID --handover FILE` writes one; all parts of it are needed")
            }
            PullsError::NotBelieved { .. } => Failure::findings(message)
                .hint("only decisions count that a reviewer key of kb.toml on the gate's branch has signed"),
            // Nothing is broken here: what waits is to be judged on another main.
            PullsError::OtherMain { branch, .. } => Failure::findings(message)
                .hint(format!("`git pull --ff-only` on `{branch}` brings them together; then run it again")),
            PullsError::NoProposal { .. } => Failure::usage(message)
                .hint("kb judges what `kb propose --publish` opened; `kb proposal list` shows proposals"),
            PullsError::Fork(_) => Failure::usage(message).hint(
                "`kb check` judges it without any credential; to take it up, push its branch here as a proposal",
            ),
            PullsError::Summaries(error) => error.into(),
            PullsError::OtherSummaries { .. } => Failure::findings(message),
            PullsError::Busy(_) => Failure::environment(message),
        }
    }
}
