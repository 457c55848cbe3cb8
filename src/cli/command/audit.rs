//! `kb audit`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Replay main and name everything that did not pass the gate
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb audit`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb audit` is not built yet"))
}
