//! `kb build`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Index the head of main
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb build`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb build` is not built yet"))
}
