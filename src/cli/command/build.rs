//! `kb build`: makes the index mirror the head of main, and writes the summaries of folders.

use std::time::Duration;

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::build::{BuildOptions, BuildReport, build, fill};
use crate::ops::summaries::{SummariesReport, write};
use crate::port::Event;
use crate::summary::Extract;

/// Index the head of main
///
/// Only notes that changed since the last build are read. The index lies in `.kb/index`; it is derived, so it can be
/// deleted at any time. `kb search` brings it up to date by itself when little has changed.
///
/// With `--commit` the summaries of folders are brought up to date first: `.abstract`, a sentence, and `.overview`, what is
/// there and when to use it, as one commit on main; where all are current there is none. A summary is made only of notes
/// that the labels of the folder's index.md may see.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb build            index what changed on main
  kb build --full     index everything again
  kb build --no-fill  index the words now, and leave slow vectors to a later build
  kb build --commit   after a merge: summaries of folders too, as a commit on main
  kb build --dry-run  say what would be indexed")]
pub(in crate::cli) struct Args {
    /// Index everything again
    #[arg(long)]
    full: bool,

    /// Bring the summaries of folders up to date first, as a commit on main
    #[arg(long, conflicts_with = "rev")]
    commit: bool,

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
    let summaries = if args.commit { Some(summed_up(app, options.dry_run)?) } else { None };
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
        Format::Json => output::print_json(&Built { report: &report, summaries: summaries.as_ref() })?,
        Format::Human => {
            let summaries = summaries.as_ref().map(told).unwrap_or_default();
            output::print(&(summaries + &human(&report, options.dry_run)))?;
        }
    }
    Ok(Exit::Fine)
}

/// What was built, and what became of the summaries where they were asked for.
#[derive(serde::Serialize)]
struct Built<'r> {
    #[serde(flatten)]
    report: &'r BuildReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    summaries: Option<&'r SummariesReport>,
}

/// Brings the summaries up to date.
fn summed_up(app: &App, dry_run: bool) -> Result<SummariesReport, Failure> {
    let _lock = if dry_run { None } else { Some(app.lock("kb build --commit")?) };
    let repository = app.repository()?;
    let (writer, gate) = (repository.writer(), repository.gate());
    Ok(write(&app.snapshot_workspace()?, &writer, &gate, &Extract, dry_run)?)
}

fn told(report: &SummariesReport) -> String {
    if let Some(patch) = &report.patch {
        return patch.clone();
    }
    let Some(commit) = &report.commit else {
        return format!("summaries of {} folders are current, nothing to commit\n", report.unchanged);
    };
    let removed = match report.removed.len() {
        0 => String::new(),
        count => format!(", {count} removed"),
    };
    format!(
        "committed {}: {} summaries of folders written{removed}, {} unchanged\n",
        commit.short(),
        report.written.len(),
        report.unchanged
    )
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
