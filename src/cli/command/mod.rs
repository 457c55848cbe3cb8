//! The commands: one file each, with its arguments next to the function that runs it.

mod add;
mod audit;
mod build;
mod check;
mod demo;
mod doctor;
mod init;
mod merge;
mod proposal;
mod propose;
mod review;
mod search;
mod why;

use clap::{CommandFactory as _, Subcommand};

use super::app::App;
use super::failure::{Exit, Failure};
use super::output;

/// What `kb --help` says of kb.
pub(super) const ABOUT: &str = "\
Keeps knowledge as Markdown in git, and makes every sentence of it auditable.

Evidence (conversations, tickets, documents) goes in with `kb add`. `kb propose` turns it into the smallest change \
of the notes, every claim citing lines and words of the evidence; `kb review` checks each claim against them; only \
`kb merge` moves main. `kb search` reads what was merged, and `kb why` says where a line comes from.";

/// What stands below the options of `kb --help`.
pub(super) const AFTER_HELP: &str = "\
The whole loop: kb add call.txt --commit && kb propose && kb review && kb merge && kb build
Try it:         kb demo
Exit codes:     0 fine, 1 findings, 2 usage or kb.toml, 3 machine or repository, 70 a bug of kb's";

/// The commands, ordered by when a person needs them.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Init(init::Args),
    Add(add::Args),
    Propose(propose::Args),
    Review(review::Args),
    Merge(merge::Args),
    Build(build::Args),
    Search(search::Args),
    Why(why::Args),
    Check(check::Args),
    Audit(audit::Args),
    Proposal(proposal::Args),
    Doctor(doctor::Args),
    Demo(demo::Args),
}

impl Command {
    /// Runs the command.
    pub fn run(&self, app: &App) -> Result<Exit, Failure> {
        match self {
            Command::Init(args) => init::run(app, args),
            Command::Add(args) => add::run(app, args),
            Command::Propose(args) => propose::run(app, args),
            Command::Review(args) => review::run(app, args),
            Command::Merge(args) => merge::run(app, args),
            Command::Build(args) => build::run(app, args),
            Command::Search(args) => search::run(app, args),
            Command::Why(args) => why::run(app, args),
            Command::Check(args) => check::run(app, args),
            Command::Audit(args) => audit::run(app, args),
            Command::Proposal(args) => proposal::run(app, args),
            Command::Doctor(args) => doctor::run(app, args),
            Command::Demo(args) => demo::run(app, args),
        }
    }
}

/// Prints the help, as `kb` without arguments does.
pub(super) fn print_help(_app: &App) -> Result<Exit, Failure> {
    output::print(&super::Cli::command().render_help().ansi().to_string())?;
    Ok(Exit::Fine)
}
