//! `kb reorg abort`: gives a reorganisation up.

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, paint};
use crate::ops::reorg::abort;
use crate::plan::PlanId;

/// Give up the reorganisation that is under way
///
/// Its open proposals are closed; what was merged stays. The next `kb reorg run` begins another one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb reorg abort --because \"the evidence of billing is still coming in\"
  kb reorg abort r-3f9a2c41d07b")]
pub(in crate::cli) struct Args {
    /// The reorganisation; without one, the one under way
    #[arg(value_name = "ID")]
    id: Option<PlanId>,

    /// Why
    #[arg(long, value_name = "TEXT", default_value = "given up")]
    because: String,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb reorg abort`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let _lock = app.lock("kb reorg abort")?;
    let workspace = app.workspace()?;
    let writer = app.repository()?.writer();
    let report = abort(&workspace, &writer, args.id.as_ref(), &args.because)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&format!(
            "{} is given up: {} proposals closed, {} parts had merged and stay",
            paint(CYAN, &report.id),
            report.closed.len(),
            report.kept.len()
        ))?,
    }
    Ok(Exit::Fine)
}
