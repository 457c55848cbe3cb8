//! `kb okf import`: a bundle as notes.

use std::path::PathBuf;

use crate::caller::Label;
use crate::change::{Change, ChangeSet};
use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, GREEN, YELLOW, paint};
use crate::ops::okf::{self, ImportOptions, ImportReport};
use crate::path::RepoPath;
use crate::text::{FilePatch, visible};

/// Take an OKF bundle in as notes
///
/// Reads any OKF 0.2 bundle and writes its files into the knowledge, in the working tree: `kb propose --edits` makes a
/// proposal of them. `sources`, `generated` and `verified` are read and not believed: the notes do not say them, and stand
/// as `standing: unconfirmed`. Nothing is overwritten: what collides is left out and told of, as are symbolic links, names
/// that not every system can hold, files that are too large, and notes that are not UTF-8.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb okf import ../bundle --dry-run            what would be written, as a diff
  kb okf import ../bundle --into knowledge/acme
  kb okf import ../bundle --label internal && kb check && kb propose --edits

Exit code: 0 all taken in, 1 something left out, 2 usage, 3 the folder cannot be read")]
pub(in crate::cli) struct Args {
    /// The bundle's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The folder of the knowledge that takes it, made if need be
    #[arg(long, value_name = "FOLDER")]
    into: Option<String>,

    /// A label that every note gets, beside its own (repeatable)
    #[arg(long = "label", value_name = "L")]
    labels: Vec<String>,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb okf import`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let dry_run = args.dry_run.dry_run;
    let options = ImportOptions {
        into: args.into.as_deref().map(|into| app.repo_path(into)).transpose()?,
        labels: args.labels.iter().cloned().map(Label).collect(),
        dry_run,
    };
    let folder = app.directory().join(&args.folder);
    let shown = args.folder.display().to_string();
    let bundle = okf::read(&app.sources()?, &folder, &shown, workspace.config.limits())?;
    let _lock = if dry_run { None } else { Some(app.lock("kb okf import")?) };
    let (report, changes) = okf::import(&workspace, &bundle, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human if dry_run => output::print(&(diff(&changes) + &human(&report)))?,
        Format::Human => output::print(&human(&report))?,
    }
    Ok(if report.left_out.is_empty() { Exit::Fine } else { Exit::Findings })
}

fn diff(changes: &ChangeSet) -> String {
    let patch = |(path, change): (&RepoPath, &Change)| {
        let new = change.after.as_deref().unwrap_or_default();
        let patch = FilePatch { old_path: None, new_path: Some(path.as_str()), old: b"", new }.unified();
        patch.lines().map(|line| visible(line) + "\n").collect::<String>()
    };
    changes.iter().map(patch).collect()
}

fn human(report: &ImportReport) -> String {
    let written = |what: &'static str| move |path: &RepoPath| format!("{} {path}", paint(GREEN, what));
    let mut lines: Vec<String> = report.notes.iter().map(written("note")).collect();
    lines.extend(report.files.iter().map(written("file")));
    for dropped in &report.dropped {
        let keys = dropped.keys.join(", ");
        lines.push(format!("{} {}: {keys}", paint(YELLOW, "not believed"), dropped.path));
    }
    for left_out in &report.left_out {
        let (path, reason) = (visible(&left_out.path), visible(&left_out.reason));
        lines.push(format!("{} {path}: {reason}", paint(YELLOW, "left out")));
    }
    lines.push(format!(
        "{} notes and {} other files, {} left out",
        report.notes.len(),
        report.files.len(),
        report.left_out.len()
    ));
    lines.join("\n")
}
