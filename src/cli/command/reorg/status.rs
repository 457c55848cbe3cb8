//! `kb reorg status`: where a reorganisation stands.

use super::show;
use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::command::pulls;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::config::ForgeRole;
use crate::ops::reorg::{ReorgError, StatusReport, post_dashboard, status};
use crate::plan::PlanId;
use crate::port::Event;

/// Show where a reorganisation stands: its parts, what they lose, and the coverage list
///
/// Without an id, the one under way; where there is none, the last one. What it says is read from `kb/ledger` and the branches.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb reorg status                     the parts
  kb reorg status --coverage          every note against every evidence item, and what became of it
  kb reorg status --post              bring the dashboard issue on the forge up to date")]
pub(in crate::cli) struct Args {
    /// The reorganisation
    #[arg(value_name = "ID")]
    id: Option<PlanId>,

    /// Show the coverage list as well
    #[arg(long)]
    coverage: bool,

    /// Bring the issue of `[forge]` that shows it up to date
    #[arg(long)]
    post: bool,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb reorg status`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let writer = app.repository()?.writer();
    let report = match status(&workspace, &writer, args.id.as_ref()) {
        Err(error @ ReorgError::NoneYet) => {
            match args.format.format {
                Format::Json => output::print_json(&None::<StatusReport>)?,
                Format::Human => output::print(&error.to_string())?,
            }
            return Ok(Exit::Fine);
        }
        report => report?,
    };
    if args.post {
        let shared = pulls::shared(app, ForgeRole::Proposer)?;
        let posted = post_dashboard(shared.forge.as_ref(), &report)?;
        app.events().emit(Event::Say(format!("the dashboard is issue {}: {}", posted.number, posted.url)));
    }
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&show::status(&report, args.coverage))?,
    }
    Ok(Exit::Fine)
}
