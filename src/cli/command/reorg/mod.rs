//! `kb reorg`: the pass that reads everything again, a subcommand a file.

mod abort;
mod due;
mod plan;
mod run;
mod show;
mod status;

use clap::Subcommand;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Read the whole knowledge again against the whole evidence
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb reorg plan           what is at fault, and what would be looked at in which part
  kb reorg run            make, review and merge the parts, as far as it may go
  kb reorg status         how far it is
  kb reorg due            whether one is due, by [reorg] of kb.toml")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Plan(plan::Args),
    Run(run::Args),
    Status(status::Args),
    Abort(abort::Args),
    Due(due::Args),
}

/// Runs `kb reorg`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Action::Plan(args) => plan::run(app, args),
        Action::Run(args) => run::run(app, args),
        Action::Status(args) => status::run(app, args),
        Action::Abort(args) => abort::run(app, args),
        Action::Due(args) => due::run(app, args),
    }
}
