//! `kb build`: makes the index mirror the head of main.

use std::time::Duration;

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::build::{BuildOptions, BuildReport, build, fill};
use crate::port::Event;

/// Index the head of main
///
/// Only notes that changed since the last build are read. The index lies in `.kb/index`; it is derived, so it can be
/// deleted at any time. `kb search` brings it up to date by itself when little has changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb build            index what changed on main
  kb build --full     index everything again
  kb build --no-fill  index the words now, and leave slow vectors to a later build
  kb build --dry-run  say what would be indexed")]
pub(in crate::cli) struct Args {
    /// Index everything again
    #[arg(long)]
    full: bool,

    /// Index another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    /// Wait so many seconds for another build to end
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    wait: u64,

    /// Leave the vectors of a model that takes its time to a later build
    #[arg(long)]
    no_fill: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb build`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let options = BuildOptions {
        revision: args.rev.clone(),
        full: args.full,
        wait: Duration::from_secs(args.wait),
        dry_run: args.dry_run.dry_run,
    };
    let (workspace, index) = (app.snapshot_workspace()?, app.index()?);
    app.warn_of_models();
    let mut report = build(&workspace, &index, &options)?;
    if !options.dry_run {
        report.vectors = fill(&workspace, &index, args.rev.as_deref(), !args.no_fill)?;
    }
    if let Some(reason) = report.vectors.as_ref().and_then(|vectors| vectors.reason.as_ref()) {
        app.events().emit(Event::Warn(format!("{reason}; the next `kb build` goes on")));
    }
    for skipped in &report.skipped {
        app.events().emit(Event::Warn(skipped.clone()));
    }
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&human(&report, options.dry_run))?,
    }
    Ok(Exit::Fine)
}

fn human(report: &BuildReport, dry_run: bool) -> String {
    let what = match &report.commit {
        Some(commit) => format!("commit {}", commit.short()),
        None => "the working tree, which has no commit yet".to_owned(),
    };
    let verb = if dry_run { "would index" } else { "indexed" };
    let notes = if report.notes == 1 { "note" } else { "notes" };
    let mut text = format!(
        "{verb} {what}: {} {notes}, {} changed, {} removed, {} unchanged\n",
        report.notes, report.changed, report.removed, report.unchanged
    );
    if let Some(vectors) = report.vectors.as_ref().filter(|vectors| vectors.filled + vectors.pending > 0) {
        text += &format!(
            "vectors of {}: {} filled in, {} pending\n",
            vectors.model, vectors.filled, vectors.pending
        );
    }
    text
}
