//! `kb ask`: answers a question with what the knowledge says.

use std::fmt::Write as _;

use jiff::civil::Date;

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, YELLOW, paint};
use crate::ops::ask::{AskOptions, AskReport, Sentence, ask};
use crate::text::visible;

/// Answer a question from the knowledge, each sentence with its evidence
///
/// The answer is made of the claims themselves, as they stand in the notes: nothing is reworded and nothing added. Each has
/// its note and lines and the evidence that it rests on; what is disputed, expired, or rests on no evidence is marked. Where
/// the knowledge has no answer, or one that leaves most of the question open, that is the answer, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb ask within how many days can a refund be requested
  kb ask 'who approves a refund?' --as-of 2025-06-30
  kb ask 'what is the salary band?' --label finance --format json")]
pub(in crate::cli) struct Args {
    /// The question
    #[arg(required = true, value_name = "QUESTION", allow_negative_numbers = true)]
    question: Vec<String>,

    /// The size of the answer in tokens of four characters [default: `[search] budget` of kb.toml]
    #[arg(long, value_name = "TOKENS")]
    budget: Option<usize>,

    /// The most sentences
    #[arg(long, value_name = "N", default_value_t = 8)]
    limit: usize,

    /// Answer for that day instead of today
    #[arg(long, value_name = "DATE")]
    as_of: Option<Date>,

    /// Answer from another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    /// Search once; the built-in family `rules` always does
    #[arg(long)]
    single: bool,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb ask`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let options = AskOptions {
        budget: args.budget,
        sentences: args.limit,
        as_of: args.as_of,
        revision: args.rev.clone(),
    };
    let workspace = app.snapshot_workspace()?;
    let caller = args.caller.resolve(&workspace)?;
    let report = ask(&workspace, &app.index()?, &args.question.join(" "), &caller, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            output::print(&human(&report))?;
            anstream::eprintln!("{}", paint(DIM, footer(&report)));
        }
    }
    Ok(if report.is_answered { Exit::Fine } else { Exit::Findings })
}

fn human(report: &AskReport) -> String {
    if !report.is_answered {
        return "not in the base\n".to_owned();
    }
    let mut text = String::new();
    let mut last: Option<&Sentence> = None;
    for sentence in &report.sentences {
        if last.is_none_or(|last| last.path != sentence.path || last.headings != sentence.headings) {
            if last.is_some() {
                text.push('\n');
            }
            let above = std::iter::once(&sentence.title).chain(&sentence.headings);
            let above: Vec<String> = above.map(|heading| visible(heading)).collect();
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{}", paint(BOLD, above.join(" > ")));
        }
        text.push_str(&shown(sentence));
        last = Some(sentence);
    }
    text
}

fn shown(sentence: &Sentence) -> String {
    let lines: Vec<String> = sentence.text.lines().map(|line| format!("  {}", visible(line))).collect();
    let mut text = lines.join("\n");
    for mark in &sentence.marks {
        let _ = write!(text, "  {}", paint(YELLOW, mark));
    }
    let (first, last) = (sentence.lines.first(), sentence.lines.last());
    let until = if last > first { format!("-{last}") } else { String::new() };
    let place = paint(CYAN, format!("{}:{first}{until}", visible(&sentence.path)));
    let _ = write!(text, "\n    {place}");
    for cited in &sentence.citations {
        let lines = cited.lines.map(|lines| format!("#{lines}")).unwrap_or_default();
        let _ = write!(text, "  {}", paint(DIM, format!("{}{lines}", visible(&cited.evidence))));
    }
    text + "\n"
}

fn footer(report: &AskReport) -> String {
    let plural = if report.examined == 1 { "" } else { "s" };
    let mut text =
        format!("{} note{plural} examined, {}", report.examined, output::origin(report.commit.as_ref()));
    if !report.fresh {
        text.push_str(", stale");
    }
    if report.is_answered && !report.open.is_empty() {
        let open: Vec<String> = report.open.iter().map(|word| format!("`{}`", visible(word))).collect();
        let _ = write!(text, "\nnothing of it says {}", open.join(", "));
    }
    if let Some(reason) = &report.reason {
        let _ = write!(text, "\n{}", visible(reason));
    }
    text
}
