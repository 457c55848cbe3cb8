//! `kb/server.toml` of a bare repository: who pushes as what. It lies beside git's own files and is part of no commit.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The name of the file, in the folder `kb` of the repository.
pub const SERVER_FILE: &str = "server.toml";

/// Says why `kb/server.toml` cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("kb/{SERVER_FILE}, line {line}: {message}")]
pub struct ServerConfigError {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong, one line.
    pub message: String,
}

/// What somebody may push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PushRole {
    /// Working branches, and to the ledger what a proposer writes.
    Proposer,
    /// Nothing: a reviewer reads and signs.
    Reviewer,
    /// Main, to what was decided on; the ledger.
    Merger,
    /// Commits on main that only add evidence.
    Collector,
    /// Main by hand, as `[gate] direct` has it; the ledger, other branches, new tags.
    Maintainer,
}

impl PushRole {
    /// All of them.
    pub const ALL: [PushRole; 5] =
        [PushRole::Proposer, PushRole::Reviewer, PushRole::Merger, PushRole::Collector, PushRole::Maintainer];

    /// The role in one word, which also names its list in `[roles]`.
    pub fn name(self) -> &'static str {
        match self {
            PushRole::Proposer => "proposer",
            PushRole::Reviewer => "reviewer",
            PushRole::Merger => "merger",
            PushRole::Collector => "collector",
            PushRole::Maintainer => "maintainer",
        }
    }
}

/// The content of `kb/server.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ServerConfig {
    /// The variables of the environment in which the server says who pushes: `REMOTE_USER` of `git http-backend`, `GL_USER` of
    /// gitolite, `KB_USER` of an SSH key's `command=`. Those that are set must name the same.
    pub pusher: Vec<String>,
    /// Who has which role.
    pub roles: PushRoles,
}

/// The names of those who push, by role. A name has one role.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PushRoles {
    /// Who pushes working branches.
    pub proposer: Vec<String>,
    /// Who reads and signs.
    pub reviewer: Vec<String>,
    /// Who moves main.
    pub merger: Vec<String>,
    /// Who adds evidence to main.
    pub collector: Vec<String>,
    /// People who commit to main by hand.
    pub maintainer: Vec<String>,
}

impl Default for ServerConfig {
    fn default() -> ServerConfig {
        let pusher = ["REMOTE_USER", "GL_USER", "KB_USER"].map(str::to_owned).to_vec();
        ServerConfig { pusher, roles: PushRoles::default() }
    }
}

impl PushRoles {
    /// The names of `role`.
    pub fn of(&self, role: PushRole) -> &[String] {
        match role {
            PushRole::Proposer => &self.proposer,
            PushRole::Reviewer => &self.reviewer,
            PushRole::Merger => &self.merger,
            PushRole::Collector => &self.collector,
            PushRole::Maintainer => &self.maintainer,
        }
    }
}

impl ServerConfig {
    /// Reads the bytes of a `kb/server.toml`.
    pub fn parse(bytes: &[u8]) -> Result<ServerConfig, ServerConfigError> {
        let fault = |line, message| ServerConfigError { line, message };
        let text = std::str::from_utf8(bytes).map_err(|_| fault(1, "the file is not UTF-8".to_owned()))?;
        let config: ServerConfig = super::read(text).map_err(|(line, message)| fault(line, message))?;
        let mut known = BTreeMap::new();
        for role in PushRole::ALL {
            for name in config.roles.of(role) {
                let line = super::models::line_of(text, Some("roles"), role.name());
                if name.trim().is_empty() {
                    return Err(fault(line, format!("[roles]: a {} without a name", role.name())));
                }
                if let Some(other) = known.insert(name, role) {
                    let message = if other == role {
                        format!("[roles]: `{name}` stands twice")
                    } else {
                        format!(
                            "[roles]: `{name}` is {} and {}; a name has one role",
                            other.name(),
                            role.name()
                        )
                    };
                    return Err(fault(line, message));
                }
            }
        }
        if config.pusher.iter().all(|variable| variable.is_empty()) {
            let message = "`pusher` names no variable, so nobody could push".to_owned();
            return Err(fault(super::models::line_of(text, None, "pusher"), message));
        }
        Ok(config)
    }

    /// The role of the pusher `name`.
    pub fn role_of(&self, name: &str) -> Option<PushRole> {
        PushRole::ALL.into_iter().find(|role| self.roles.of(*role).iter().any(|known| known == name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_role() {
        let text = "[roles]\nproposer = [\"bot\", \"ann\"]\nmerger = [\"gate\"]\n";
        let config = ServerConfig::parse(text.as_bytes()).expect("a configuration");
        assert_eq!(config.role_of("ann"), Some(PushRole::Proposer));
        assert_eq!(config.role_of("gate"), Some(PushRole::Merger));
        assert_eq!((config.role_of("Ann"), config.role_of("")), (None, None));
        assert_eq!(config.pusher, ["REMOTE_USER", "GL_USER", "KB_USER"]);
        for (text, line, words) in [
            ("[roles]\nproposer = [\"bot\"]\nmerger = [\"bot\"]\n", 3, "proposer and merger"),
            ("[roles]\nmerger = [\"bot\", \"bot\"]\n", 2, "twice"),
            ("[roles]\nreviewer = [\" \"]\n", 2, "without a name"),
            ("[roles]\nboss = [\"me\"]\n", 2, "boss"),
            ("pusher = []\n", 1, "names no variable"),
        ] {
            let error = ServerConfig::parse(text.as_bytes()).expect_err("a fault");
            assert!(error.line == line && error.message.contains(words), "{text}: {error}");
        }
    }
}
