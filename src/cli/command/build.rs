//! `kb build`: makes the index mirror the head of main, and writes the summaries of folders.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::pulls;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::config::ForgeRole;
use crate::ops::build::{BuildOptions, BuildReport, build, fill, prefix};
use crate::ops::pulls::{Offered, offer};
use crate::ops::summaries::{SummariesReport, write};
use crate::port::Event;

/// How many folders are named that have a summary of another engine for the same reason.
const SHOWN: usize = 5;

/// Index the head of main
///
/// Only notes that changed since the last build are read. The index lies in `.kb/index`; it is derived, so it can be
/// deleted at any time. `kb search` brings it up to date by itself when little has changed.
///
/// With `--commit` the summaries of folders are brought up to date first: `.abstract`, a sentence, and `.overview`, what is
/// there and when to use it, as one commit on main; where all are current there is none. A summary is made only of notes
/// that the labels of the folder's index.md may see. `[roles] summariser` of kb.toml may name a model; it is asked only for
/// folders that changed, and never twice for the same. A folder that it could not sum up gets an extract, and is named.
///
/// With `--publish`, as the merge role of a forge, a pull request brings that commit: the reviewer and the gate make the
/// summaries again and let it pass only where every byte is the same. They are extracts, which can be made again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb build            index what changed on main
  kb build --full     index everything again
  kb build --no-fill  index the words now, and leave slow vectors to a later build
  kb build --commit   after a merge: summaries of folders too, as a commit on main
  kb build --commit --publish
                      the same, for the shared repository
  kb build --dry-run  say what would be indexed")]
pub(in crate::cli) struct Args {
    /// Index everything again
    #[arg(long)]
    full: bool,

    /// Bring the summaries of folders up to date first, as a commit on main
    #[arg(long, conflicts_with = "rev")]
    commit: bool,

    /// Have a pull request bring that commit, where the repository has a forge
    #[arg(long, requires = "commit", conflicts_with = "dry_run")]
    publish: bool,

    /// Index another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    /// Wait so many seconds for another build to end
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    wait: u64,

    /// Leave the vectors and the prefixes of models that take their time to a later build
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
    let summaries = if args.commit { Some(summed_up(app, args)?) } else { None };
    summaries.iter().for_each(|summaries| warn_of_instead(app, summaries));
    let (workspace, index) = (app.snapshot_workspace()?, app.index()?);
    app.warn_of_models();
    let mut report = build(&workspace, &index, &options)?;
    report.summaries = summaries;
    if !options.dry_run {
        let writer = if args.no_fill { None } else { app.prefix_writer(&workspace.config) };
        report.prefixes = prefix(&workspace, &index, writer.as_deref(), args.rev.as_deref())?;
        report.vectors = fill(&workspace, &index, args.rev.as_deref(), !args.no_fill)?;
    }
    if let Some(reason) = report.vectors.as_ref().and_then(|vectors| vectors.reason.as_ref()) {
        app.events().emit(Event::Warn(format!("{reason}; the next `kb build` goes on")));
    }
    if let Some(reason) = report.prefixes.as_ref().and_then(|prefixes| prefixes.reason.as_ref()) {
        app.events()
            .emit(Event::Warn(format!("{reason}; headings stand in, and the next `kb build` goes on")));
    }
    for skipped in &report.skipped {
        app.events().emit(Event::Warn(skipped.clone()));
    }
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            let summaries = report.summaries.as_ref().map(told).unwrap_or_default();
            output::print(&(summaries + &human(&report, options.dry_run)))?;
        }
    }
    Ok(Exit::Fine)
}

/// Brings the summaries up to date.
fn summed_up(app: &App, args: &Args) -> Result<SummariesReport, Failure> {
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb build --commit")?) };
    let repository = app.repository()?;
    let (writer, gate) = (repository.writer(), repository.gate());
    let workspace = app.snapshot_workspace()?;
    let shared = if args.publish { pulls::shared_if_any(app, ForgeRole::Merger)? } else { None };
    if let Some(shared) = shared {
        return offered(app, &offer(&shared.sides(&workspace, &writer))?);
    }
    let summariser = app.summariser(&workspace.config)?;
    Ok(write(&workspace, &writer, &gate, summariser.as_ref(), dry_run)?)
}

/// Says which pull request brings the summaries.
fn offered(app: &App, offered: &Offered) -> Result<SummariesReport, Failure> {
    if let Some(pull) = &offered.pull {
        let told = format!("pull request {} brings the summaries: {}", pull.number, pull.url);
        app.events().emit(Event::Say(told));
    }
    Ok(offered.report.clone())
}

fn told(report: &SummariesReport) -> String {
    if let Some(patch) = &report.patch {
        return patch.clone();
    }
    let engines: Vec<String> =
        report.engines.iter().map(|(engine, folders)| format!("{folders} by {engine}")).collect();
    let engines = engines.join(", ");
    let Some(commit) = &report.commit else {
        let by = if engines.is_empty() { String::new() } else { format!(" ({engines})") };
        return format!("summaries of {} folders are current{by}, nothing to commit\n", report.unchanged);
    };
    let removed = match report.removed.len() {
        0 => String::new(),
        count => format!(", {count} removed"),
    };
    let mut text = format!(
        "committed {}: {} summaries of folders written{removed}, {} unchanged\n",
        commit.short(),
        report.written.len(),
        report.unchanged
    );
    if !engines.is_empty() {
        text += &format!("summaries: {engines}\n");
    }
    text
}

/// Says which folders the summariser of `kb.toml` did not sum up, those with one reason together.
fn warn_of_instead(app: &App, report: &SummariesReport) {
    let mut reasons: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for instead in &report.instead {
        let folder = if instead.folder.is_empty() { "." } else { instead.folder.as_str() };
        reasons.entry((&instead.made_by, &instead.reason)).or_default().push(folder);
    }
    for ((made_by, reason), folders) in reasons {
        let more = folders.len().saturating_sub(SHOWN);
        let mut named = folders[..folders.len() - more].join(", ");
        if more > 0 {
            named += &format!(" and {more} more");
        }
        app.events().emit(Event::Warn(format!("{named}: summed up by {made_by}, since {reason}")));
    }
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
    if let Some(prefixes) = &report.prefixes {
        text += &format!(
            "prefixes: {} by {}, {} by headings, {} of them pending\n",
            prefixes.by_model, prefixes.engine, prefixes.by_headings, prefixes.pending
        );
    }
    if let Some(vectors) = report.vectors.as_ref().filter(|vectors| vectors.filled + vectors.pending > 0) {
        text += &format!(
            "vectors of {}: {} filled in, {} pending\n",
            vectors.model, vectors.filled, vectors.pending
        );
    }
    text
}
