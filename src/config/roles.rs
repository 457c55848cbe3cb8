//! Who does what: the roles, each a built-in agent, a model, or a command. Whether they can be built is for others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::language::is_family;
use super::{Config, families};
use crate::proposal::Family;

/// Who has a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Agent {
    /// A built-in agent, or the model of a table `[models.NAME]`.
    Named(String),
    /// A program of this machine.
    Command(AgentCommand),
}

/// A coding agent that is run as a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentCommand {
    /// The program and its arguments; no shell reads them.
    pub command: Vec<String>,
    /// The family of the model behind it; needed where the program's name does not tell.
    #[serde(default)]
    pub family: Option<String>,
    /// How long it may take, in seconds.
    #[serde(default = "seconds")]
    pub seconds: u64,
    /// Variables of the environment that it gets beside the few that every program needs.
    #[serde(default)]
    pub env: Vec<String>,
    /// Files and folders, absolute, that it may read beside its own and the system's.
    #[serde(default)]
    pub read: Vec<String>,
    /// What holds it.
    #[serde(default)]
    pub sandbox: Sandbox,
}

/// What holds a program back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sandbox {
    /// Landlock, of Linux; without it the program does not run.
    #[default]
    Landlock,
    /// Nothing: it can read and write what you can.
    None,
}

fn seconds() -> u64 {
    1_800
}

impl Agent {
    fn named(name: &str) -> Agent {
        Agent::Named(name.to_owned())
    }
}

/// Who proposes and who reviews, who sums up, and who finds other words for a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Roles {
    /// The proposer; built in is `rules`.
    pub proposer: Agent,
    /// The reviewer; built in is `auditor`.
    pub reviewer: Agent,
    /// Who writes summaries: a model, or `extract`, which takes sentences of the notes.
    pub summariser: String,
    /// Who finds other words for a question of `kb search`: a model, which is told the question and no note; `none` asks with the
    /// words typed.
    pub expander: String,
}

impl Default for Roles {
    fn default() -> Roles {
        Roles {
            proposer: Agent::named("rules"),
            reviewer: Agent::named("auditor"),
            summariser: "extract".to_owned(),
            expander: "none".to_owned(),
        }
    }
}

/// Names that no table `[models.NAME]` may have.
pub(super) const BUILT_IN: [&str; 5] = ["rules", "auditor", "extract", "none", "headings"];

/// Says that proposer and reviewer are of one family (I3).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "kb.toml, [roles]: proposer `{proposer}` and reviewer `{reviewer}` are both of the family {family}; a model never vouches \
     for its own family (I3)"
)]
pub struct SameFamily {
    /// The proposer.
    pub proposer: String,
    /// The reviewer.
    pub reviewer: String,
    /// The family of both.
    pub family: Family,
}

impl Config {
    /// The family of who has a role; `None` for a name that is not known, which [`Config::parse`] refuses.
    pub fn family_of(&self, agent: &Agent) -> Option<Family> {
        match agent {
            Agent::Named(name) => match name.as_str() {
                "rules" => Some(Family("rules/proposer".to_owned())),
                "auditor" => Some(Family("rules/auditor".to_owned())),
                name => self.models.get(name)?.family(),
            },
            Agent::Command(AgentCommand { family: Some(family), .. }) => Some(families::stated(family)),
            Agent::Command(AgentCommand { command, .. }) => families::of_program(command.first()?),
        }
    }

    /// Refuses proposer and reviewer of one family (I3). Who may try that out asks for something else first.
    pub fn families_differ(&self) -> Result<(), SameFamily> {
        let Roles { proposer, reviewer, .. } = &self.roles;
        match (self.family_of(proposer), self.family_of(reviewer)) {
            (Some(one), Some(other)) if one == other => Err(SameFamily {
                proposer: proposer.to_string(),
                reviewer: reviewer.to_string(),
                family: one,
            }),
            _ => Ok(()),
        }
    }

    /// What is wrong with the roles: key and message.
    pub(super) fn role_fault(&self) -> Option<(&'static str, String)> {
        let Roles { proposer, reviewer, summariser, expander } = &self.roles;
        let agents = [("proposer", proposer, "rules"), ("reviewer", reviewer, "auditor")];
        for (key, agent, built_in) in agents {
            let message = match agent {
                Agent::Named(name) => self.name_fault(key, name, built_in),
                Agent::Command(command) => command_fault(command).or_else(|| self.key_given(command)),
            };
            if let Some(message) = message {
                return Some((key, message));
            }
        }
        [("summariser", summariser, "extract"), ("expander", expander, "none")].into_iter().find_map(
            |(key, name, built_in)| self.name_fault(key, name, built_in).map(|message| (key, message)),
        )
    }

    /// A key of kb's own models is for no program.
    fn key_given(&self, agent: &AgentCommand) -> Option<String> {
        let keys = || self.models.values().filter_map(|model| model.api_key_env.as_ref());
        let name = agent.env.iter().find(|name| keys().any(|key| key == *name))?;
        Some(format!("`env` would hand the key in `{name}` to a program; models alone are asked with it"))
    }

    fn name_fault(&self, role: &str, name: &str, built_in: &str) -> Option<String> {
        if name == built_in || self.models.contains_key(name) {
            return None;
        }
        Some(format!(
            "kb.toml names the {role} `{name}`, which kb does not know: built in is `{built_in}`, and no table \
             [models.{name}] says what `{name}` is"
        ))
    }
}

fn command_fault(agent: &AgentCommand) -> Option<String> {
    let Some(program) = agent.command.first().filter(|program| !program.trim().is_empty()) else {
        return Some("`command` names a program: {command = [\"claude\", \"-p\"]}".to_owned());
    };
    if let Some(path) = agent.read.iter().find(|path| !path.starts_with('/')) {
        return Some(format!("`read` names absolute paths, and `{path}` is none"));
    }
    match &agent.family {
        Some(family) if !is_family(family) => {
            Some("`family` is a word of letters, digits, `-` and `.`, such as \"anthropic\"".to_owned())
        }
        None if families::of_program(program).is_none() => Some(format!(
            "the name `{program}` does not tell the family of the model behind it; say {{command = [...], family = \
             \"...\"}} (I3: a model never vouches for its own family)"
        )),
        _ => None,
    }
}

impl std::fmt::Display for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Agent::Named(name) => f.write_str(name),
            Agent::Command(command) => f.write_str(&command.command.join(" ")),
        }
    }
}
