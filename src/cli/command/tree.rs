//! `kb tree`: the folders of the knowledge, and what lies in them, as a tree.

use super::ls;
use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, DIM, paint};
use crate::ops::list::{ListOptions, ListedFolder};
use crate::text::visible;

/// Show the knowledge as a tree, each folder with what it is
///
/// Shows the head of main: every folder with its abstract and how many notes lie below it, every note with its title. What
/// you may not see is not there and not counted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb tree
  kb tree billing --depth 3
  kb tree --folders --as support")]
pub(in crate::cli) struct Args {
    /// The folder: a path, with or without the knowledge folder, or a URI [default: the knowledge folder]
    #[arg(value_name = "FOLDER")]
    folder: Option<String>,

    /// How many folders deep
    #[arg(long, value_name = "N", default_value_t = 2)]
    depth: usize,

    /// Only folders
    #[arg(long)]
    folders: bool,

    /// Show another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb tree`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let options = ListOptions { depth: args.depth, folders_only: args.folders, revision: args.rev.clone() };
    let report = ls::listed(app, args.folder.as_deref(), &args.caller, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            let mut lines = vec![headed(&report.folder, &report.folder.path)];
            branches(&report.folder, "", &mut lines);
            output::print(&lines.join("\n"))?;
            anstream::eprintln!("{}", paint(DIM, ls::footer(&report)));
        }
    }
    Ok(Exit::Fine)
}

/// A folder on one line.
fn headed(folder: &ListedFolder, name: &str) -> String {
    let about = match folder.abstract_text.as_str() {
        "" => String::new(),
        text => format!("  {}", visible(text)),
    };
    let count = paint(DIM, format!("({})", folder.count));
    format!("{} {count}{about}", paint(CYAN, format!("{}/", visible(name))))
}

fn branches(folder: &ListedFolder, indent: &str, lines: &mut Vec<String>) {
    let mut left = folder.folders.len() + folder.notes.len();
    let mut sign = || {
        left -= 1;
        if left == 0 { ("└── ", "    ") } else { ("├── ", "│   ") }
    };
    for child in &folder.folders {
        let (branch, below) = sign();
        let name = child.path.rsplit('/').next().unwrap_or(&child.path);
        lines.push(format!("{indent}{branch}{}", headed(child, name)));
        branches(child, &format!("{indent}{below}"), lines);
    }
    for note in &folder.notes {
        let (branch, _) = sign();
        lines.push(format!("{indent}{branch}{}", ls::titled(note)));
    }
}
