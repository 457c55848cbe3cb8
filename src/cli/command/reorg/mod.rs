//! `kb reorg`: the pass that reads everything again, a subcommand a file.

mod plan;

use clap::Subcommand;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Read the whole knowledge again against the whole evidence
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Plan(plan::Args),
}

/// Runs `kb reorg`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Action::Plan(args) => plan::run(app, args),
    }
}
