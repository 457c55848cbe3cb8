//! `kb reorg due`: whether it is time.

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, DIM, YELLOW, paint};
use crate::ops::reorg::due;

/// Say whether a reorganisation is due, and why
///
/// Looks at the triggers in [reorg] of kb.toml on main: `schedule`, `new_notes`, `conflicts`, `uncited_evidence` and
/// `retrieval_drop`, each since the last reorganisation that ended. One that has not ended is due as well. Nothing is changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb reorg due || kb reorg run        run one when it is time

Exit code 0 means that none is due, 1 that one is: as for findings of a check.")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb reorg due`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let writer = app.repository()?.writer();
    let report = due(&workspace, &writer, &app.index()?)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            let fired = report.reasons.iter();
            let mut lines: Vec<String> =
                fired.map(|fired| format!("{}: {}", paint(YELLOW, fired.trigger), fired.reason)).collect();
            lines.extend(report.quiet.iter().map(|quiet| paint(DIM, quiet).to_string()));
            let verdict = if report.is_due { "A reorganisation is due" } else { "No reorganisation is due" };
            lines.insert(0, verdict.to_owned());
            output::print(&lines.join("\n"))?;
        }
    }
    Ok(if report.is_due { Exit::Findings } else { Exit::Fine })
}
