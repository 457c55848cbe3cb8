//! `kb fix`: mends what `kb check` finds and a machine may mend.

use crate::check::render;
use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::propose::painted;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, DIM, GREEN, YELLOW, paint};
use crate::finding::{Applicability, Finding};
use crate::ops::fix::{FixOptions, Fixed, fix};

/// Mend what `kb check` finds and a machine may mend
///
/// Applies the safe fixes, those that keep the meaning, as one change: all of it is written or nothing. A fix that would
/// bring up another finding, or leave its own, is not applied, and this is said; so is one that would edit code, HTML,
/// front matter that does not parse, or bytes that are no text. No other byte changes. Running it again changes nothing.
///
/// What is left is shown as `kb check` shows it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb fix                                   everything that is safe
  kb fix --dry-run                         only show the diff
  kb fix knowledge/billing                 only findings in this folder
  kb fix --rule missing-index-entry        only findings of this rule (repeatable)
  kb fix --unsafe --dry-run                what may change the meaning as well

Exit code: 0 nothing is left to mend, 1 findings are left for a person, 2 usage or kb.toml")]
pub(in crate::cli) struct Args {
    /// Mend only findings in these notes and folders
    #[arg(value_name = "PATH")]
    paths: Vec<String>,

    /// Mend only findings of the rule NAME (repeatable)
    #[arg(long = "rule", value_name = "NAME")]
    rules: Vec<String>,

    /// Apply fixes that may change the meaning, too; look at the diff
    #[arg(long = "unsafe")]
    is_unsafe: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb fix`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb fix")?) };
    let options = FixOptions {
        within: args.paths.iter().map(|typed| app.named(typed)).collect(),
        rules: args.rules.clone(),
        is_unsafe: args.is_unsafe,
        dry_run,
    };
    let fixed = fix(&app.workspace()?, &options)?;
    match args.format.format {
        Format::Json => {
            let written = !dry_run && !fixed.mended.changes.is_empty();
            output::print_json(&render::mended(&fixed.mended, written))?;
        }
        Format::Human => output::print(&human(&fixed, args))?,
    }
    Ok(if fixed.mended.left.is_fine() { Exit::Fine } else { Exit::Findings })
}

fn human(fixed: &Fixed, args: &Args) -> String {
    let dry_run = args.dry_run.dry_run;
    let mended = &fixed.mended;
    let mut lines = Vec::new();
    let word = if dry_run { "would mend" } else { "mended" };
    for finding in &mended.mended {
        lines.push(format!("{} {}: {}", paint(GREEN, word), place(finding), title(finding)));
    }
    for held in &mended.held {
        let reason = paint(DIM, format!("not applied, {}", held.reason));
        lines.push(format!(
            "{} {}: {}; {reason}",
            paint(YELLOW, "left"),
            place(&held.finding),
            title(&held.finding)
        ));
    }
    if !fixed.diff.is_empty() {
        lines.push(String::new());
        lines.extend(fixed.diff.lines().map(painted));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let (count, files) = (mended.mended.len(), mended.changes.len());
    let in_files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    let left = if mended.left.findings.is_empty() { "" } else { "; what is left:" };
    lines.push(match count {
        0 => format!("nothing to mend{left}"),
        1 => format!("1 finding {word} in {in_files}{left}"),
        _ => format!("{count} findings {word} in {in_files}{left}"),
    });
    lines.push(render::full(&mended.left, &fixed.vault));
    let is_unsafe = |finding: &&Finding| {
        finding.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Unsafe)
    };
    let more = mended.left.findings.iter().filter(is_unsafe).count();
    if more > 0 && !args.is_unsafe {
        let fixes = if more == 1 { "1 more fix".to_owned() } else { format!("{more} more fixes") };
        lines.push(paint(DIM, format!("{fixes} with --unsafe, which may change the meaning")));
    }
    lines.join("\n")
}

fn place(finding: &Finding) -> String {
    let start = finding.place.start;
    format!(
        "{}  {}",
        paint(CYAN, format!("{}:{}:{}", finding.place.path, start.line, start.column)),
        finding.rule
    )
}

fn title(finding: &Finding) -> &str {
    finding.fix.as_ref().map(|fix| fix.title.as_str()).unwrap_or_default()
}
