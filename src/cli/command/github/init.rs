//! `kb github init`: writes workflows, scripts, rulesets, CODEOWNERS and labels.

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::propose::painted;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, YELLOW, paint};
use crate::ops::github::{GithubInitOptions, GithubInitReport, init};

/// Write the workflows, their scripts, rulesets, CODEOWNERS and labels
///
/// Everything is a file of this repository, to be looked at and committed; GitHub is not asked. A file that somebody edited
/// stays, unless --force. The workflows that need apps wait until the variable KB_ROLES of the repository is `on`, the one that
/// publishes the index until KB_INDEX is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb github init --owner @acme/kb
  kb github init --dry-run             the whole diff
  kb github init --force --dry-run     what your edits differ in")]
pub(in crate::cli) struct Args {
    /// Who must look at changes of workflows and kb.toml, for CODEOWNERS: @user, @org/team or an address
    #[arg(long, value_name = "OWNER")]
    owner: Option<String>,

    /// Replace files that differ
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb github init`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb github init")?) };
    let options = GithubInitOptions { owner: args.owner.clone(), force: args.force, dry_run };
    let report = init(&app.workspace()?, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&render(&report, dry_run))?,
    }
    Ok(Exit::Fine)
}

fn render(report: &GithubInitReport, dry_run: bool) -> String {
    let mut lines: Vec<String> = report.diff.lines().map(painted).collect();
    let groups = [
        (GREEN, "new", &report.created),
        (YELLOW, "replaced", &report.replaced),
        (YELLOW, "differs", &report.differing),
    ];
    for (style, word, paths) in groups {
        lines.extend(paths.iter().map(|path| format!("{} {path}", paint(style, format!("{word:<10}")))));
    }
    lines.extend(report.left_out.iter().map(|what| format!("{} {what}", paint(YELLOW, "left out  "))));
    if report.created.is_empty() && report.replaced.is_empty() {
        lines.push(paint(BOLD, format!("Nothing to write; {} files are as they must be", report.same.len())));
    } else if !dry_run {
        let next = "git add .github ci && git commit";
        lines.push(format!("Next: {}, then {}", paint(CYAN, next), paint(CYAN, "kb github doctor")));
    }
    if !report.differing.is_empty() {
        let note = "files that differ stay; `--force --dry-run` shows in what";
        lines.push(paint(DIM, note));
    }
    lines.join("\n")
}
