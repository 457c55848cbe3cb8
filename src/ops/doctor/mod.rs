//! `kb doctor`: what of this machine and this repository is not as it must be, one line a thing, each with what to do.
//! It judges facts that were gathered and reads git; it repairs nothing.

mod history;
mod keys;
mod leftovers;
mod models;
mod place;

use serde::Serialize;

use crate::config::Config;
use crate::ops::{Workspace, WorkspaceError};
use crate::port::{GitRead, Machine};

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// As it must be.
    Ok,
    /// Works, but worth a look.
    Warn,
    /// Something will not work.
    Fail,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Examined {
    /// What it is, a word or two.
    pub what: &'static str,
    /// How it is.
    pub health: Health,
    /// What was seen, one line.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether `kb doctor --repair` mends it.
    pub repairable: bool,
}

/// Everything that was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DoctorReport {
    /// In the order of looking.
    pub examined: Vec<Examined>,
}

/// Looks at everything. `workspace` is an error where it could not be opened.
pub fn doctor(workspace: Result<&Workspace<'_>, &WorkspaceError>, machine: &Machine) -> DoctorReport {
    let mut report = DoctorReport::default();
    report.place(workspace, machine);
    if let Ok(workspace) = workspace {
        report.roles(&workspace.config, machine);
        report.models(&workspace.config, machine);
        report.keys(&workspace.config, machine);
        if let Some(git) = workspace.git {
            report.history(git, &workspace.config);
        }
        report.index(workspace.git, &workspace.config, machine);
        report.prefixes(machine);
    }
    report.leftovers(workspace.ok().and_then(|workspace| workspace.git), machine);
    report
}

impl DoctorReport {
    /// The worst that was seen.
    pub fn worst(&self) -> Health {
        self.examined.iter().map(|examined| examined.health).max().unwrap_or(Health::Ok)
    }

    fn ok(&mut self, what: &'static str, message: impl Into<String>) {
        let message = message.into();
        self.examined.push(Examined { what, health: Health::Ok, message, help: None, repairable: false });
    }

    fn warn(&mut self, what: &'static str, message: impl Into<String>, help: impl Into<String>) {
        self.note(what, Health::Warn, message.into(), help.into());
    }

    fn fail(&mut self, what: &'static str, message: impl Into<String>, help: impl Into<String>) {
        self.note(what, Health::Fail, message.into(), help.into());
    }

    fn note(&mut self, what: &'static str, health: Health, message: String, help: String) {
        self.examined.push(Examined { what, health, message, help: Some(help), repairable: false });
    }

    /// Who proposes and who reviews (I3). Whether they may do so is known before anybody has a key.
    fn roles(&mut self, config: &Config, machine: &Machine) {
        if let Err(same) = config.families_differ() {
            self.fail("roles", same.to_string(), "name agents of two families under [roles] in kb.toml");
        }
        for problem in machine.agents.iter().filter_map(|agent| agent.as_ref().err()) {
            let help = "mend [roles] of kb.toml, or what the line names";
            self.fail("roles", problem.clone(), help);
        }
        let [Ok(proposer), Ok(reviewer)] = machine.agents.as_slice() else { return };
        if proposer.family != reviewer.family {
            self.ok("roles", format!("{proposer} proposes, {reviewer} reviews"));
        }
    }

    /// Whether a model said what the pieces of notes are about.
    fn prefixes(&mut self, machine: &Machine) {
        let Some((engine, pending, pieces)) = &machine.prefixes else { return };
        match pending {
            0 => self.ok("prefixes", format!("{engine} was asked for each of {pieces} pieces")),
            _ => {
                let message =
                    format!("{engine} was not asked for {pending} of {pieces} pieces yet; headings stand in");
                self.warn("prefixes", message, "`kb build` asks for them");
            }
        }
    }

    /// What search answers from, against the branch that it mirrors.
    fn index(&mut self, git: Option<&dyn GitRead>, config: &Config, machine: &Machine) {
        let (notes, commit) = match &machine.index {
            None => return self.ok("index", "none yet; the first search or `kb build` makes it"),
            Some(Err(problem)) => {
                let help = "remove .kb/index; `kb build` makes it again";
                return self.fail("index", problem.clone(), help);
            }
            Some(Ok(stamp)) => stamp,
        };
        let branch = &config.gate.branch;
        let head = git.and_then(|git| git.reference(&format!("refs/heads/{branch}")).ok().flatten());
        match (commit, head) {
            (Some(commit), Some(head)) if *commit != head => {
                let message = format!("mirrors {}, `{branch}` is at {}", commit.short(), head.short());
                self.warn("index", message, "`kb build` brings it up to date, as does the next search");
            }
            _ => self.ok("index", format!("{notes} note{}, up to date", if *notes == 1 { "" } else { "s" })),
        }
    }
}
