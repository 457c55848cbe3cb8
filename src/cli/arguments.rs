//! Options that several commands share.

use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum};

use super::failure::Failure;
use crate::caller::{Caller, Label, Tenant};
use crate::ops::Workspace;
use crate::ops::policy::caller_named;

const GLOBAL: &str = "Global options";
const BEHALF: &str = "On whose behalf";

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub(super) struct Global {
    /// Run as if kb was started in DIR
    #[arg(short = 'C', value_name = "DIR", global = true, help_heading = GLOBAL)]
    pub directory: Option<PathBuf>,

    /// Say less: only results, warnings and errors; twice: no warnings
    #[arg(short, long, global = true, action = clap::ArgAction::Count, conflicts_with = "verbose")]
    #[arg(help_heading = GLOBAL)]
    pub quiet: u8,

    /// Say more: every stage and the time it took
    #[arg(short, long, global = true, action = clap::ArgAction::Count, help_heading = GLOBAL)]
    pub verbose: u8,

    /// When to use colour: auto, always or never; NO_COLOR turns it off as well
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto", hide_default_value = true)]
    #[arg(hide_possible_values = true, help_heading = GLOBAL)]
    pub color: ColorChoice,
}

/// How a reading command writes its report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Human,
    /// For programs: one JSON document on standard output
    Json,
}

/// The option of reading commands that chooses the format.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct FormatArgs {
    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "human", hide_default_value = true)]
    pub format: Format,
}

/// The options of reading commands that say on whose behalf they read (I7).
#[derive(Clone, Debug, Args)]
pub(super) struct CallerArgs {
    /// Read as NAME of `[callers]` in kb.toml instead of as the owner of this checkout
    #[arg(long = "as", id = "as", value_name = "NAME", help_heading = BEHALF, conflicts_with_all = ["tenant", "labels"])]
    pub as_name: Option<String>,

    /// Read as a member of tenant T instead of as the owner of this checkout
    #[arg(long, value_name = "T", help_heading = BEHALF)]
    pub tenant: Option<String>,

    /// Read as somebody who holds label L (repeatable) instead of as the owner
    #[arg(long = "label", value_name = "L", help_heading = BEHALF)]
    pub labels: Vec<String>,
}

impl CallerArgs {
    /// The caller: the owner unless a name, a tenant or a label was given.
    pub fn resolve(&self, workspace: &Workspace<'_>) -> Result<Caller, Failure> {
        if let Some(name) = &self.as_name {
            return Ok(caller_named(workspace, name)?);
        }
        Ok(self.given())
    }

    /// The options as they were typed.
    pub fn typed(&self) -> Vec<String> {
        let name = self.as_name.iter().map(|name| ("--as", name));
        let tenant = self.tenant.iter().map(|tenant| ("--tenant", tenant));
        let labels = self.labels.iter().map(|label| ("--label", label));
        let options = name.chain(tenant).chain(labels);
        options.flat_map(|(option, value)| [option.to_owned(), value.clone()]).collect()
    }

    /// The caller as far as it was said without a name: the owner unless a tenant or a label was given.
    pub fn given(&self) -> Caller {
        if self.tenant.is_none() && self.labels.is_empty() {
            return Caller::owner();
        }
        Caller::new(self.tenant.clone().map(Tenant), self.labels.iter().cloned().map(Label))
    }
}

/// The option of writing commands that shows instead of writing (I12).
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct DryRunArgs {
    /// Show what would be written, and write nothing
    #[arg(long)]
    pub dry_run: bool,
}
