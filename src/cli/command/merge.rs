//! `kb merge`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Let the gate move main to an approved proposal
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb merge`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb merge` is not built yet"))
}
