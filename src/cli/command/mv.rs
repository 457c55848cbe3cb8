//! `kb mv`: moves a note, an attachment or a folder, with every link to it.

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::propose::painted;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, DIM, GREEN, YELLOW, paint};
use crate::ops::mv::{MoveOptions, MoveReport, mv};

/// Move a note, an attachment or a folder, and rewrite every link to it
///
/// Wiki-links, Markdown links, embeds, reference definitions, links in front matter and entries of index pages are
/// rewritten, in the note that moves as well; each keeps its style, its fragment and its label, and no other byte
/// changes. A link written by a bare name stays one where that is enough. Code is not touched.
///
/// Nothing is overwritten, evidence is never moved, and a move after which any link would lead elsewhere is refused. Git's
/// index stays as it is; commit the move as any other edit.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb mv knowledge/refunds.md knowledge/billing/refund-policy.md
  kb mv refunds billing/refund-policy      the knowledge folder and .md may be left out
  kb mv billing payments                   a folder, with everything in it
  kb mv refunds billing/                   into a folder, under the same name
  kb mv refunds money-back --dry-run       only show the diff")]
pub(in crate::cli) struct Args {
    /// What moves
    #[arg(value_name = "OLD")]
    old: String,

    /// Where to: a new path, or a folder that takes it in
    #[arg(value_name = "NEW")]
    new: String,

    /// Move even if links that led nowhere, or to several notes, come to lead to one file
    #[arg(long)]
    adopt: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb mv`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb mv")?) };
    let options =
        MoveOptions { old: app.named(&args.old), new: app.named(&args.new), adopt: args.adopt, dry_run };
    let report = mv(&app.workspace()?, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&human(&report, dry_run))?,
    }
    Ok(Exit::Fine)
}

fn human(report: &MoveReport, dry_run: bool) -> String {
    let word = if dry_run { "would move" } else { "moved" };
    let mut lines: Vec<String> = report
        .moved
        .iter()
        .map(|moved| {
            format!("{} {} -> {}", paint(GREEN, word), paint(CYAN, &moved.from), paint(CYAN, &moved.to))
        })
        .collect();
    for link in &report.adopted {
        let to = link.leads_to.as_ref().map(|path| format!(" to {path}")).unwrap_or_default();
        lines.push(format!("{} {link} led to no one file, and now leads{to}", paint(YELLOW, "note")));
    }
    let places: usize = report.rewritten.iter().map(|note| note.places).sum();
    let counted = |count: usize, what: &str| {
        if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
    };
    let rewritten = match places {
        0 => format!("no link to rewrite in {}", counted(report.examined, "note")),
        _ => format!("{} rewritten in {}", counted(places, "link"), counted(report.rewritten.len(), "note")),
    };
    lines.push(paint(DIM, rewritten));
    if !report.diff.is_empty() {
        lines.push(String::new());
        lines.extend(report.diff.lines().map(painted));
    }
    lines.join("\n")
}
