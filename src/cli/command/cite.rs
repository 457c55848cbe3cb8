//! `kb cite`: prints the footnote that cites lines of evidence.

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::cite::{CiteOptions, cite};
use crate::text::LineRange;

/// Print the footnote that cites lines of evidence
///
/// Prints the definition: a link to the lines, relative to the note, and the words that stand there. Put its mark,
/// `[^1]`, after the claim; shorten the quoted words to those that carry it, but do not change them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb cite 2026-11-30-call-3f9a2c:12-14
  kb cite 2026-11-30-call-3f9a2c#L12-L14 --from billing/refunds
  kb cite 3f9a2c:12 --label window           enough of the id
  kb cite 3f9a2c:12 >> knowledge/refunds.md")]
pub(in crate::cli) struct Args {
    /// An evidence item and lines of it
    #[arg(value_name = "EVIDENCE:LINES")]
    place: String,

    /// The note that the footnote is for [default: one at the root of the knowledge]
    #[arg(long, value_name = "NOTE")]
    from: Option<String>,

    /// The footnote's label [default: the first number that is free in NOTE]
    #[arg(long, value_name = "NAME")]
    label: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb cite`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let (evidence, lines) = split(&args.place)?;
    let options = CiteOptions {
        evidence: app.named(evidence),
        lines,
        from: args.from.as_deref().map(|note| app.named(note)),
        label: args.label.clone(),
    };
    let report = cite(&app.workspace()?, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&report.definition)?,
    }
    Ok(Exit::Fine)
}

/// Splits `EVIDENCE:12-14` and `EVIDENCE#L12-L14`.
fn split(place: &str) -> Result<(&str, LineRange), Failure> {
    let Some((evidence, lines)) = place.rsplit_once("#L").or_else(|| place.rsplit_once(':')) else {
        return Err(Failure::usage(format!("`{place}` names no lines"))
            .hint(format!("add them: `{place}:12` or `{place}:12-14`")));
    };
    let lines = lines.parse::<LineRange>().map_err(|error| Failure::usage(error.to_string()))?;
    Ok((evidence, lines))
}
