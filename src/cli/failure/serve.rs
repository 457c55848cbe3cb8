//! Failures of a git server: what each means for whoever pushes, and for whoever runs it.

use super::Failure;
use crate::config::{ServerConfigError, TokensConfigError};
use crate::mcp::Fault;
use crate::ops::install::InstallError;
use crate::ops::receive::ReceiveError;
use crate::ops::server::ServerError;
use crate::store::tokens::TokensError;

impl From<ServerConfigError> for Failure {
    fn from(error: ServerConfigError) -> Failure {
        Failure::usage(error.to_string())
            .hint("whoever runs the server mends it; schemas/server.toml.json lists every key")
    }
}

impl From<TokensConfigError> for Failure {
    fn from(error: TokensConfigError) -> Failure {
        Failure::usage(error.to_string()).hint("schemas/tokens.toml.json lists every key")
    }
}

impl From<TokensError> for Failure {
    fn from(error: TokensError) -> Failure {
        Failure::usage(error.to_string())
    }
}

impl From<InstallError> for Failure {
    fn from(error: InstallError) -> Failure {
        let message = error.to_string();
        match error {
            InstallError::Settings { .. } => {
                Failure::usage(message).hint("without `--write` it is printed, to be put in by hand")
            }
            InstallError::Elsewhere { .. } => {
                Failure::usage(message).hint("`--name` enters this one by another name")
            }
            InstallError::Files(error) => error.into(),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        let failure = Failure::environment(fault.message);
        match fault.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<ReceiveError> for Failure {
    fn from(error: ReceiveError) -> Failure {
        match error {
            ReceiveError::Git(error) => error.into(),
            ReceiveError::Ledger(error) => error.into(),
            ReceiveError::Workspace(error) => error.into(),
            ReceiveError::Gate(error) => error.into(),
            ReceiveError::Audit(error) => error.into(),
        }
    }
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Failure {
        let message = error.to_string();
        match error {
            ServerError::NotBare => Failure::usage(message)
                .hint("`kb server init NEW.git --from DIR` makes a bare one with the same branches"),
            ServerError::ForeignHook => Failure::usage(message).hint(
                "let it run `kb hook pre-receive` with its own standard input and refuse where that fails, or move it away",
            ),
            ServerError::HasRoles => Failure::usage(message).hint("edit the file; it is read at every push"),
            ServerError::Config(error) => error.into(),
            ServerError::Git(error) => error.into(),
        }
    }
}
