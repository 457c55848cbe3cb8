//! `kb eval init`: makes golden questions of the claims.

use std::fmt::Write as _;

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::propose::painted;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, DIM, GREEN, RED, YELLOW, paint};
use crate::ops::eval::{EvalInitOptions, EvalInitReport, eval_init};
use crate::text::visible;

/// Make golden questions of the claims
///
/// Each question is made of a claim's own words below the title and heading that it stands under; the claim must come
/// back. Some more are made of words that stand in no note; to them nothing may come. The same claims give the same
/// questions. Run it again when the knowledge has changed: questions that you wrote, or from which you took the tag
/// `derived`, stay as they are, and it is said which made ones came and went.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file to write
    #[arg(value_name = "FILE", default_value = "eval/claims.yaml")]
    file: String,

    /// The most questions to make of claims
    #[arg(long, value_name = "N", default_value_t = 200)]
    most: usize,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb eval init`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb eval init")?) };
    let options = EvalInitOptions { file: app.repo_path(&args.file)?, most: args.most, dry_run };
    let report = eval_init(&app.workspace()?, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human if dry_run => {
            let diff: Vec<String> = report.diff.lines().map(painted).collect();
            output::print(&diff.join("\n"))?;
        }
        Format::Human => {
            output::print(&human(&report))?;
            anstream::eprintln!("{}", paint(DIM, footer(&report)));
        }
    }
    Ok(Exit::Fine)
}

/// What came and went; everything in a new file came, which says nothing.
fn human(report: &EvalInitReport) -> String {
    let mut text = format!("{}\n", report.file);
    if report.kept + report.changed.len() + report.removed.len() == 0 {
        return text;
    }
    let lists = [(GREEN, "+", &report.added), (YELLOW, "~", &report.changed), (RED, "-", &report.removed)];
    for (style, sign, questions) in lists {
        for question in questions {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{} {}", paint(style, sign), visible(question));
        }
    }
    text
}

fn footer(report: &EvalInitReport) -> String {
    format!(
        "{} new, {} changed, {} gone, {} as they were; {} written by hand stay; {} claims",
        report.added.len(),
        report.changed.len(),
        report.removed.len(),
        report.kept,
        report.by_hand,
        report.claims
    )
}
