//! `kb init`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Make a knowledge base here, or add what is missing to one
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb init`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb init` is not built yet"))
}
