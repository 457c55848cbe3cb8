//! `kb links`: which links stand in notes, where they lead, and which notes hang together by them.

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, DIM, YELLOW, paint};
use crate::ops::links::{
    Component, ComponentsReport, FoundLink, FoundLinkKind, LinksOptions, LinksReport, components, links,
};
use crate::path::RepoPath;
use crate::text::visible;

/// List links and where they lead, or what leads to a note
///
/// Every wiki-link, embed, Markdown link and citation of the notes, with its place, its source text and the file that it
/// leads to. Links in code, math and comments are none. With `--back`, the links that lead to a note, a folder, an
/// attachment or an evidence item. With `--components`, the notes that hang together by links of any direction, the largest
/// component first; a note that nothing joins is one by itself. What is wrong with a link is for `kb check` to say.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb links                                     every link
  kb links knowledge/billing/refunds.md        those of one note; `billing/refunds` will do
  kb links --back billing/refunds              what leads to it
  kb links --back 2026-11-30-call-3f9a2c       what cites this evidence
  kb links --components                        which notes hang together, and which stand alone
  kb links --rev main~3 --format json")]
pub(in crate::cli) struct Args {
    /// Only links that stand in these notes and folders
    #[arg(value_name = "PATH")]
    paths: Vec<String>,

    /// Only links that lead to PATH: a note, a folder, an attachment, or evidence
    #[arg(long, value_name = "PATH")]
    back: Option<String>,

    /// Show which notes hang together by links
    #[arg(long, conflicts_with = "back")]
    components: bool,

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
    let caller = args.caller.resolve(&workspace)?;
    if args.components {
        return show(&components(&workspace, &caller, &options)?, args.format.format);
    }
    let report = links(&workspace, &caller, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&human(&report))?,
    }
    if args.format.format == Format::Human || report.links.is_empty() {
        anstream::eprintln!("{}", paint(DIM, footer(&report)));
    }
    Ok(Exit::Fine)
}

fn show(report: &ComponentsReport, format: Format) -> Result<Exit, Failure> {
    let alone = |component: &&Component| component.notes.len() == 1;
    match format {
        Format::Json => output::print_json(report)?,
        Format::Human => {
            let joined = report.components.iter().filter(|component| !alone(component));
            let mut lines: Vec<String> = Vec::new();
            for component in joined {
                lines.push(format!(
                    "{}, {}",
                    counted(component.notes.len(), "note"),
                    counted(component.links, "link")
                ));
                lines.extend(component.notes.iter().map(indented));
            }
            let single: Vec<&Component> = report.components.iter().filter(alone).collect();
            if !single.is_empty() {
                lines.push(format!("{} alone", counted(single.len(), "note")));
                lines.extend(single.iter().flat_map(|component| &component.notes).map(indented));
            }
            output::print(&lines.join("\n"))?;
        }
    }
    let notes = report.components.iter().map(|component| component.notes.len()).sum();
    let footer = format!("{}, {}", counted(report.components.len(), "component"), counted(notes, "note"));
    anstream::eprintln!("{}", paint(DIM, footer));
    Ok(Exit::Fine)
}

fn indented(note: &RepoPath) -> String {
    format!("  {}", paint(CYAN, visible(note.as_str())))
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

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn footer(report: &LinksReport) -> String {
    let examined = report.examined;
    let notes = counted(examined.notes, "note");
    if report.links.len() == examined.links {
        format!("{} in {notes}", counted(examined.links, "link"))
    } else {
        format!("{} of {} in {notes}", report.links.len(), counted(examined.links, "link"))
    }
}
