//! `kb read`: a note, evidence, a part of either, or what a folder is.

use std::fmt::Write as _;

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, DIM, paint};
use crate::ops::read::{Level, ReadKind, ReadOptions, ReadReport, Wanted, read};
use crate::text::visible;

/// Read a note, evidence, a part of either, or what a folder is
///
/// Reads from the head of main. A note is named by its path, with or without the knowledge folder and `.md`, by a URI
/// (`kb://<tenant>/<path>`, `_` for no tenant), or as links name it: by file name, alias or title. After `#` stands a
/// heading, lines or a block. Evidence is named by its id or its path, and read by lines: what can be cited is what is
/// shown, which of a PDF is the text that was taken from it. Level 0 says in a sentence what it is, level 1 shows the outline with the first sentence of
/// each section or the record of the evidence, level 2 is the text. Of a folder level 0 is its abstract and level 1 its overview.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb read billing/refund-policy                 the text
  kb read 'refund policy#Deadline'              a section; the note is named by its title
  kb read knowledge/billing/refund-policy.md#L9-L14
  kb read billing --level 0                     what the folder is, in a sentence
  kb read 2026-11-30-call-3f9a2c#L12-L14        the lines that a claim cites
  kb read kb://_/knowledge/billing/refund-policy.md --format json
  kb read refund-policy --rev main~3 --as support")]
pub(in crate::cli) struct Args {
    /// What to read
    #[arg(value_name = "NAME")]
    name: String,

    /// How much: 0 a sentence, 1 an overview, 2 the text
    #[arg(long, value_name = "LEVEL", default_value_t = 2, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=2))]
    level: u8,

    /// Read another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb read`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let level = match args.level {
        0 => Level::Abstract,
        1 => Level::Overview,
        _ => Level::Text,
    };
    let options = ReadOptions { level, revision: args.rev.clone() };
    let workspace = app.snapshot_workspace()?;
    let caller = args.caller.resolve(&workspace)?;
    let wanted = wanted(app, &args.name)?;
    let report = read(&workspace, &app.index()?, &caller, &args.name, &wanted, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            output::print(&shown(&report.text))?;
            anstream::eprintln!("{}", paint(DIM, footer(&report)));
        }
    }
    Ok(Exit::Fine)
}

/// What `typed` may mean, likeliest first: a name that holds a `#` itself comes before one with a part after it.
pub(super) fn wanted(app: &App, typed: &str) -> Result<Vec<Wanted>, Failure> {
    Wanted::of(typed, |name| app.named(name)).ok_or_else(|| {
        Failure::usage(format!("`{typed}` is no name of a note"))
            .hint("write kb://<tenant>/<path>, with `_` where there is no tenant")
    })
}

/// The text as a terminal may have it: line ends stay, what it would obey does not.
fn shown(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = if line.ends_with('\n') { "\n" } else { "" };
        visible(content) + end
    });
    lines.collect()
}

fn footer(report: &ReadReport) -> String {
    let mut text = report.uri.clone();
    let _ = write!(text, ", {}", output::origin(report.commit.as_ref()));
    if report.kind == ReadKind::Note && !report.holds {
        text.push_str(", does not hold today");
    }
    if !report.fresh {
        text.push_str(", not what main has now");
    }
    for mark in report.status.iter().chain(&report.standing) {
        let _ = write!(text, ", {}", visible(mark));
    }
    if let Some(count) = report.notes {
        let _ = write!(text, ", {count} note{}", if count == 1 { "" } else { "s" });
    }
    let cited = report.citations.len();
    if cited > 0 {
        let _ = write!(text, ", {cited} citation{}", if cited == 1 { "" } else { "s" });
    }
    text
}
