//! `kb doctor`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Look for what is wrong with this machine and this repository
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb doctor`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb doctor` is not built yet"))
}
