//! `kb add`: not built yet.

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Take in evidence: files, folders, or `-` for standard input
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {}

/// Runs `kb add`.
pub(super) fn run(_app: &App, _args: &Args) -> Result<Exit, Failure> {
    Err(Failure::usage("`kb add` is not built yet"))
}
