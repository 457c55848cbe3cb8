//! `kb new`: makes a note.

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::propose::painted;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, DIM, paint};
use crate::ops::new::{NewOptions, new};

/// Make a note, and enter it in the entry page of its folder
///
/// Of a title kb makes a file name that every system can hold; a path that ends with `.md` is taken as it is. The note
/// gets front matter and a heading, and a line in the nearest index.md. Its path is printed.
///
/// A note that exists is never made again: not under a name that differs by case, by how letters are composed, or by
/// signs between words, and not where another note has that title or alias.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb new 'Refund policy'                             knowledge/refund-policy.md
  kb new 'Refund policy' --folder billing --type Policy --description 'Who gets money back.'
  kb new billing/refund-policy.md                    a path; the title is made of it
  kb new 'Salary bands' --label finance --dry-run")]
pub(in crate::cli) struct Args {
    /// The title of the note, or its path
    #[arg(value_name = "TITLE|PATH")]
    named: String,

    /// The folder of the note
    #[arg(long, value_name = "DIR")]
    folder: Option<String>,

    /// What kind of note it is
    #[arg(long = "type", value_name = "TYPE", default_value = "Note")]
    kind: String,

    /// The title, where a path is given
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// What the note says, in one sentence
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// A label that whoever reads it must hold (repeatable)
    #[arg(long = "label", value_name = "L")]
    labels: Vec<String>,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb new`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb new")?) };
    let options = NewOptions {
        named: app.named(&args.named),
        folder: args.folder.as_deref().map(|folder| app.named(folder)),
        kind: args.kind.clone(),
        title: args.title.clone(),
        description: args.description.clone(),
        labels: args.labels.clone(),
        dry_run,
    };
    let report = new(&app.workspace()?, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human if dry_run => {
            let diff: Vec<String> = report.diff.lines().map(painted).collect();
            output::print(&diff.join("\n"))?;
        }
        Format::Human => {
            output::print(report.path.as_str())?;
            let listed = match &report.listed_in {
                Some(page) => format!("listed in {page}"),
                None => "listed in no entry page".to_owned(),
            };
            anstream::eprintln!("{}", paint(DIM, listed));
        }
    }
    Ok(Exit::Fine)
}
