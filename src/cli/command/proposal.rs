//! `kb proposal`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// List, show or close proposals
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb proposal`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb proposal` is not built yet"))
}
