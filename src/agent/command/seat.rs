//! The seat of a program: what it is, what it gets of the environment, and one run of it in a folder. What it is told and what
//! is made of what it leaves is for the agents.

use std::ffi::OsString;
use std::path::PathBuf;

use super::folder::Folder;
use super::program::{self, Ended, Program};
use super::sandbox;
use crate::agent::fence::Entropy;
use crate::config::AgentCommand;
use crate::port::{AgentError, Stop};
use crate::proposal::AgentName;

/// A program of this machine in the place of an agent.
pub struct ProgramSeat {
    settings: AgentCommand,
    name: AgentName,
    /// The folder that a relative program name is relative to.
    directory: PathBuf,
    /// The variables that the program may have, with their values.
    environment: Vec<(String, OsString)>,
    /// The program that serves what lies in the folder to agents, as `kb mcp` does.
    server: Option<PathBuf>,
    entropy: Entropy,
}

impl ProgramSeat {
    /// The program of `settings`, known as `name`; `variable` reads the environment, of which it gets what is allowed.
    pub fn new(
        settings: AgentCommand,
        name: AgentName,
        directory: PathBuf,
        variable: &dyn Fn(&str) -> Option<OsString>,
        entropy: Entropy,
    ) -> ProgramSeat {
        let names = program::VARIABLES.into_iter().map(str::to_owned).chain(settings.env.iter().cloned());
        let environment = names.filter_map(|name| variable(&name).map(|value| (name, value))).collect();
        ProgramSeat { settings, name, directory, environment, server: None, entropy }
    }

    /// The same, and the program may ask `server`, which is kb, for what it can see.
    pub fn with_server(self, server: Option<PathBuf>) -> ProgramSeat {
        ProgramSeat { server, ..self }
    }

    /// Who sits there.
    pub(super) fn name(&self) -> AgentName {
        self.name.clone()
    }

    /// A name for a folder that nobody can guess.
    pub(super) fn mark(&self) -> Result<[u8; 16], AgentError> {
        (self.entropy)().map_err(|message| self.unusable(message))
    }

    /// Why it could not be run at all.
    pub(super) fn unusable(&self, message: String) -> AgentError {
        AgentError::Unusable { agent: self.name.to_string(), message }
    }

    /// Why it came to no result.
    pub(super) fn stopped(&self, message: String, transcript: String) -> AgentError {
        let why = Box::new(Stop::Program(message));
        AgentError::Stopped { agent: self.name.to_string(), why, transcript }
    }

    /// Runs it in `folder`, where it is told `told`; gives how it ended and the transcript.
    pub(super) fn run(&self, folder: &Folder, told: &str) -> Result<(Ended, String), AgentError> {
        let program = Program {
            settings: &self.settings,
            directory: &self.directory,
            environment: &self.environment,
            server: self.server.as_deref(),
        };
        let ended = program.run(folder, told).map_err(|message| self.unusable(message))?;
        let transcript = format!(
            "Run: `{}`, {}, {} s.\n\n## What it was told\n\n{told}\n\n## What it said\n\n{}\n\n## What it complained of\n\n{}\n",
            self.settings.command.join(" "),
            sandbox::described(&self.settings),
            ended.seconds,
            ended.said.trim(),
            ended.complained.trim(),
        );
        match &ended.trouble {
            Some(trouble) => Err(self.stopped(trouble.clone(), transcript)),
            None => Ok((ended, transcript)),
        }
    }
}
