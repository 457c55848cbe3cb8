//! Who proposes and who reviews, as `kb.toml` names them, and reviews that travel as files.

use std::path::{Path, PathBuf};

use super::{App, limits};
use crate::agent::{
    CommandProposer, CommandReviewer, HandedReviewer, ModelProposer, ModelReorganiser, ModelReviewer,
    ProgramSeat, RulesProposer, RulesReorganiser, Seat,
};
use crate::cli::failure::Failure;
use crate::config::{Agent, AgentCommand, Config};
use crate::digest::CommitId;
use crate::ops::pulls::PullsError;
use crate::port::{Model as _, Proposer, Reorganiser, Reviewer};
use crate::proposal::{AgentName, Handover};
use crate::store::clock::SystemClock;
use crate::store::random;
use crate::verify::Auditor;

impl App {
    /// The model that has the role `role`. Its key must be there: who finds out at the end of a long run has lost it.
    fn seat(&self, config: &Config, agent: &Agent, role: &str) -> Result<Seat, Failure> {
        let unknown = || {
            Failure::usage(format!("kb.toml names the {role} `{agent}`, which kb cannot run")).hint(
                "it is built in (`rules` proposes, `auditor` reviews) or the NAME of a table [models.NAME]",
            )
        };
        let Agent::Named(name) = agent else { return Err(unknown()) };
        let model = self.model(config, name).ok_or_else(unknown)?;
        match model.missing_key() {
            Some(fault) => Err(Failure::environment(fault.to_string())),
            None => Ok(Seat::new(Box::new(model), &SystemClock, random::bytes, limits(config))),
        }
    }

    /// The proposer that `kb.toml` names.
    pub fn proposer(&self, config: &Config) -> Result<Box<dyn Proposer>, Failure> {
        match &config.roles.proposer {
            Agent::Named(name) if name == "rules" => Ok(Box::new(RulesProposer)),
            agent @ Agent::Command(command) => {
                Ok(Box::new(CommandProposer::new(self.program(config, agent, command)?)))
            }
            agent => Ok(Box::new(ModelProposer::new(self.seat(config, agent, "proposer")?))),
        }
    }

    /// Who makes the parts of a reorganisation: whoever proposes. A program knows of evidence and notes and of no plan, so the
    /// rules stand in for it.
    pub fn reorganiser(&self, config: &Config) -> Result<Box<dyn Reorganiser>, Failure> {
        match &config.roles.proposer {
            Agent::Command(_) => Ok(Box::new(RulesReorganiser)),
            Agent::Named(name) if name == "rules" => Ok(Box::new(RulesReorganiser)),
            agent => Ok(Box::new(ModelReorganiser::new(self.seat(config, agent, "proposer")?))),
        }
    }

    /// The program that has a role.
    fn program(
        &self,
        config: &Config,
        agent: &Agent,
        command: &AgentCommand,
    ) -> Result<ProgramSeat, Failure> {
        let program = command.command.first().map(String::as_str).unwrap_or_default();
        let name = program.rsplit('/').next().unwrap_or(program).to_owned();
        let family = config.family_of(agent);
        let family =
            family.ok_or_else(|| Failure::usage(format!("nobody said of which family `{name}` is")))?;
        let seat = ProgramSeat::new(
            command.clone(),
            AgentName { name, family },
            self.tree()?.root().to_owned(),
            &|name| std::env::var_os(name),
            random::bytes,
        );
        Ok(seat.with_server(std::env::current_exe().ok()))
    }

    /// The reviewer that `kb.toml` names.
    pub fn reviewer(&self, config: &Config) -> Result<Box<dyn Reviewer>, Failure> {
        match &config.roles.reviewer {
            Agent::Named(name) if name == "auditor" => Ok(Box::new(Auditor)),
            agent @ Agent::Command(command) => {
                Ok(Box::new(CommandReviewer::new(self.program(config, agent, command)?)))
            }
            agent => Ok(Box::new(ModelReviewer::new(self.seat(config, agent, "reviewer")?))),
        }
    }

    /// Who the reviewer that `kb.toml` names is. Its key need not be here: it is not asked.
    fn reviewer_name(&self, config: &Config) -> Result<AgentName, Failure> {
        if let Agent::Named(name) = &config.roles.reviewer
            && let Some(model) = self.model(config, name)
        {
            return Ok(model.facts().name.clone());
        }
        Ok(self.reviewer(config)?.name())
    }

    /// The reviewer whose unsigned word `handover` brings.
    pub fn handed_reviewer(
        &self,
        config: &Config,
        handover: &Handover,
    ) -> Result<(HandedReviewer, CommitId), Failure> {
        let (review, transcript) = handover.unsigned().map_err(PullsError::from)?;
        let head = review.head.clone();
        Ok((HandedReviewer::new(self.reviewer_name(config)?, review, transcript), head))
    }

    /// A proposer for a review after which nobody is asked for a next round: no key need be here.
    pub fn silent_proposer(&self) -> Box<dyn Proposer> {
        Box::new(RulesProposer)
    }

    /// The review that was handed over in `files`.
    pub fn handed(&self, files: &[PathBuf]) -> Result<Handover, Failure> {
        let mut texts = Vec::new();
        for file in files {
            let text = std::fs::read_to_string(self.directory.join(file))
                .map_err(|error| Failure::environment(format!("reading {}: {error}", file.display())))?;
            texts.push(text);
        }
        Ok(Handover::from_parts(texts.iter().map(String::as_str)).map_err(PullsError::from)?)
    }

    /// Writes a review that is handed over to `file`, which must be new.
    pub fn hand_over(&self, handover: &Handover, file: &Path) -> Result<(), Failure> {
        use std::io::Write as _;
        let failed = |error: std::io::Error| {
            Failure::environment(format!("writing {}: {error}", file.display()))
                .hint("name a file that does not exist")
        };
        let mut new = std::fs::File::create_new(self.directory.join(file)).map_err(failed)?;
        for part in handover.to_parts(usize::MAX) {
            writeln!(new, "{part}").map_err(failed)?;
        }
        new.sync_all().map_err(failed)
    }
}
