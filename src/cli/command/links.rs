//! `kb links`: which links stand in notes, and where they lead.

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, DIM, YELLOW, paint};
use crate::ops::links::{FoundLink, FoundLinkKind, LinksOptions, LinksReport, links};

/// List links and where they lead, or what leads to a note
///
/// Every wiki-link, embed, Markdown link and citation of the notes, with its place, its source text and the file that it
/// leads to. Links in code, math and comments are none. With `--back`, the links that lead to a note, a folder, an
/// attachment or an evidence item. What is wrong with a link is for `kb check` to say.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb links                                     every link
  kb links knowledge/billing/refunds.md        those of one note; `billing/refunds` will do
  kb links --back billing/refunds              what leads to it
  kb links --back 2026-11-30-call-3f9a2c       what cites this evidence
  kb links --rev main~3 --format json")]
pub(in crate::cli) struct Args {
    /// Only links that stand in these notes and folders
    #[arg(value_name = "PATH")]
    paths: Vec<String>,

    /// Only links that lead to PATH: a note, a folder, an attachment, or evidence
    #[arg(long, value_name = "PATH")]
    back: Option<String>,

    /// Read the commit REV instead of the working tree
    #[arg(long, value_name = "REV")]
    rev: Option<String>,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb links`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let options = LinksOptions {
        within: args.paths.iter().map(|typed| app.named(typed)).collect(),
        back: args.back.as_deref().map(|typed| app.named(typed)),
        rev: args.rev.clone(),
    };
    let workspace = app.snapshot_workspace()?;
    let report = links(&workspace, &args.caller.resolve(&workspace)?, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&human(&report))?,
    }
    if args.format.format == Format::Human || report.links.is_empty() {
        anstream::eprintln!("{}", paint(DIM, footer(&report)));
    }
    Ok(Exit::Fine)
}

fn human(report: &LinksReport) -> String {
    let lines: Vec<String> = report.links.iter().map(line).collect();
    lines.join("\n")
}

fn line(link: &FoundLink) -> String {
    let place = format!("{}:{}:{}", link.path, link.line, link.column);
    let raw = link.raw.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    // What a note holds is shown, never obeyed by the terminal.
    let raw: String = raw.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let leads = match (&link.resolved, link.kind) {
        (Some(path), _) => paint(DIM, format!("-> {path}")),
        (None, FoundLinkKind::External) => paint(DIM, "external"),
        (None, _) => paint(YELLOW, "leads to no one file"),
    };
    format!("{}  {raw}  {leads}", paint(CYAN, place))
}

fn footer(report: &LinksReport) -> String {
    let counted = |count: usize, what: &str| {
        if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
    };
    let examined = report.examined;
    let notes = counted(examined.notes, "note");
    if report.links.len() == examined.links {
        format!("{} in {notes}", counted(examined.links, "link"))
    } else {
        format!("{} of {} in {notes}", report.links.len(), counted(examined.links, "link"))
    }
}
