//! `kb propose`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Turn evidence into a proposed change of the knowledge
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb propose`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb propose` is not built yet"))
}
