//! `kb demo`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Run the whole loop on a built-in sample, step by step
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb demo`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb demo` is not built yet"))
}
