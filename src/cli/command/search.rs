//! `kb search`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Find what the knowledge says, with its evidence
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb search`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb search` is not built yet"))
}
