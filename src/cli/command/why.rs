//! `kb why`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Say why a line of a note is there: evidence, proposal, reviewer, approval
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb why`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb why` is not built yet"))
}
