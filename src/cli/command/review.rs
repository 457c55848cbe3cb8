//! `kb review`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Check every claim of a proposal against its evidence
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb review`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb review` is not built yet"))
}
