//! What stands in the way of publishing the index.

use super::Failure;
use crate::ops::publish::PublishError;
use crate::port::RegistryFault;

impl From<RegistryFault> for Failure {
    fn from(fault: RegistryFault) -> Failure {
        let message = fault.to_string();
        match fault {
            RegistryFault::Place(_) => Failure::usage(message).hint("a host, a slash, and lower-case names"),
            RegistryFault::Denied { .. } => Failure::environment(message)
                .hint("KB_REGISTRY_TOKEN holds the token, KB_REGISTRY_USER the user that it belongs to"),
            RegistryFault::Unreachable { .. } => {
                Failure::environment(message).hint("run it again: what was sent already is not sent twice")
            }
            RegistryFault::Refused { .. } | RegistryFault::OtherBytes { .. } => Failure::environment(message),
        }
    }
}

impl From<PublishError> for Failure {
    fn from(error: PublishError) -> Failure {
        let message = error.to_string();
        match error {
            PublishError::Registry(fault) => fault.into(),
            PublishError::Index(error) => error.into(),
            PublishError::Git(error) => error.into(),
            PublishError::Target(error) => error.into(),
            PublishError::Behind { .. } => {
                Failure::environment(message).hint("`kb build` brings it there; then publish again")
            }
            PublishError::Diverged { .. } => Failure::environment(message)
                .hint("fetch the whole history, or publish to another place: what is published never moves backwards"),
            PublishError::Nothing { .. } | PublishError::Unusable { .. } => Failure::environment(message),
        }
    }
}
