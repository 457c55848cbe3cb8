//! `kb ls`: what lies in a folder of the knowledge.

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, YELLOW, paint};
use crate::ops::list::{ListOptions, ListReport, ListedFolder, ListedNote, list};
use crate::ops::read::Wanted;
use crate::text::visible;

/// List the notes and folders of a folder, each with what it is
///
/// Lists the head of main. Of a folder its abstract is shown, of a note its description or first claim; a folder in which
/// you may see nothing is not there, and what you may not see is not counted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb ls
  kb ls billing
  kb ls billing --as support --format json")]
pub(in crate::cli) struct Args {
    /// The folder: a path, with or without the knowledge folder, or a URI [default: the knowledge folder]
    #[arg(value_name = "FOLDER")]
    folder: Option<String>,

    /// List another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb ls`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let options = ListOptions { depth: 1, folders_only: false, revision: args.rev.clone() };
    let report = listed(app, args.folder.as_deref(), &args.caller, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            output::print(&human(&report.folder))?;
            anstream::eprintln!("{}", paint(DIM, footer(&report)));
        }
    }
    Ok(Exit::Fine)
}

/// Lists the folder that `typed` names.
pub(super) fn listed(
    app: &App,
    typed: Option<&str>,
    caller: &CallerArgs,
    options: &ListOptions,
) -> Result<ListReport, Failure> {
    let workspace = app.snapshot_workspace()?;
    let caller = caller.resolve(&workspace)?;
    let wanted: Option<Wanted> = match typed {
        // A folder has no parts: the whole of what was typed is its name.
        Some(typed) => super::read::wanted(app, typed)?.into_iter().next(),
        None => None,
    };
    Ok(list(&workspace, &app.index()?, &caller, typed.unwrap_or("."), wanted.as_ref(), options)?)
}

fn human(folder: &ListedFolder) -> String {
    let mut lines = Vec::new();
    for child in &folder.folders {
        let name = child.path.rsplit('/').next().unwrap_or(&child.path);
        let count = paint(DIM, format!("{} notes", child.count));
        lines.push(format!("{}  {count}", paint(CYAN, format!("{}/", visible(name)))));
        lines.extend(about(&child.abstract_text));
    }
    for note in &folder.notes {
        lines.push(titled(note));
        lines.extend(about(&note.abstract_text));
    }
    lines.join("\n")
}

/// A note on one line: its name, its title, and what speaks against it.
pub(super) fn titled(note: &ListedNote) -> String {
    let name = note.path.rsplit('/').next().unwrap_or(&note.path);
    let mut line = format!("{}  {}", paint(CYAN, visible(name)), paint(BOLD, visible(&note.title)));
    let retired = note.retired.then_some("deprecated");
    for mark in retired.into_iter().chain(note.standing.as_deref()) {
        line += &format!("  {}", paint(YELLOW, visible(mark)));
    }
    line
}

fn about(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("    {}", visible(text)))
}

/// Where a list comes from, and how much there is.
pub(super) fn footer(report: &ListReport) -> String {
    let count = report.folder.count;
    let place = output::origin(report.commit.as_ref());
    format!("{}: {count} note{}, {place}", report.folder.path, if count == 1 { "" } else { "s" })
}
