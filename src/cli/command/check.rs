//! `kb check`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Look for what is wrong in notes, links and citations
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb check`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb check` is not built yet"))
}
