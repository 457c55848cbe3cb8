//! What the forge, and git over the network, say when they do not do it.

use super::Failure;
use crate::port::{ForgeFault, RemoteFault};

impl From<ForgeFault> for Failure {
    fn from(fault: ForgeFault) -> Failure {
        let message = fault.to_string();
        match fault {
            ForgeFault::NoCredential { .. } => {
                Failure::usage(message).hint("`kb github doctor` says what each role needs")
            }
            ForgeFault::WiderGrant { .. } => Failure::environment(message)
                .hint("take the permissions away from the app, or install it on this repository alone"),
            ForgeFault::Forbidden { .. } => Failure::environment(message)
                .hint("`kb github doctor` compares what the app may do with what its role needs"),
            ForgeFault::NotFound { .. } => Failure::environment(message).hint(
                "what a credential may not see is not there for it; check the number and [forge] of kb.toml",
            ),
            ForgeFault::Conflict { .. } => {
                Failure::environment(message).hint("something moved meanwhile: run it again, it looks afresh")
            }
            ForgeFault::Invalid { .. } => Failure::environment(message),
            ForgeFault::Limited { .. } => Failure::environment(message)
                .hint("`patience` in [forge] of kb.toml says how long kb waits by itself"),
            ForgeFault::Unreachable { .. } => Failure::environment(message)
                .hint("run it again: what was done already is found and not done twice"),
        }
    }
}

impl From<RemoteFault> for Failure {
    fn from(fault: RemoteFault) -> Failure {
        let message = fault.to_string();
        match fault {
            RemoteFault::Forge(fault) => fault.into(),
            RemoteFault::NoProgram(_) => {
                Failure::environment(message).hint("kb needs git 2.38 or newer on the PATH")
            }
            RemoteFault::Denied { .. } => Failure::environment(message)
                .hint("`git ls-remote` with the same remote shows whether git gets in by itself"),
            RemoteFault::Unreachable { .. } => {
                Failure::environment(message).hint("nothing was changed; run it again")
            }
            RemoteFault::Moved { .. } => {
                Failure::environment(message).hint("run it again: it fetches first, and looks afresh")
            }
            RemoteFault::Missing { .. } | RemoteFault::Refused { .. } | RemoteFault::Other { .. } => {
                Failure::environment(message)
            }
            RemoteFault::Forbidden(_) => Failure::bug(message),
        }
    }
}
