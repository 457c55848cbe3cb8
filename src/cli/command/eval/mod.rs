//! `kb eval`: asks golden questions and shows how well they are answered.

mod calibrate;
mod compared;
mod init;
mod show;

use clap::Subcommand;

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, DIM, paint};
use crate::ops::eval::{EvalOptions, eval};

/// Ask golden questions and measure the answers
///
/// Golden questions stand in `eval/*.yaml`: what is asked, and what must and must not come. A file looks like this:
///
///   version: 1
///   require: {success@5: 0.9, stale_served: 0}
///   questions:
///     - question: When can I get my money back?
///       notes: [billing/refund-policy.md]          # notes that must come
///       claims: ["within 7 days of receipt"]       # words of a claim that must come
///       facts: ["7 days"]                          # words that must stand in the text
///       not: [billing/refund-policy-2025.md]       # what must not: notes, or words
///       lang: en
///       tags: [billing]
///     - question: How tall is the lighthouse?
///       unanswerable: true                         # nothing may come
///
/// A question may also have `as_of` (a day), `caller` (`{name: support}` of kb.toml, or
/// `{tenant: acme, labels: [finance]}`) and `budget` (tokens). Ranks
/// are places in the list of results as it is served. Of answerable questions: `success@k` is the share with something
/// that must come among the first k results; `recall@k` the share of what must come among them; `mrr` one over the rank of
/// the first; `ndcg@10` the discounted gain; `failure_rate` the share for which nothing came that must;
/// `false_abstention` the share for which nothing came at all. `abstention` is the share of unanswerable questions to
/// which nothing came; `violation_rate` the share of questions with `not` to which such a thing came; `stale_served` the
/// share of results that are superseded or not valid; `ghost_rate` the share of those whose note is not there or not for
/// the caller.
///
/// Ends with exit code 1 where a file misses what it requires, or could not be read whole; what could be read is asked
/// all the same.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  kb eval init                     make questions of the claims, for a start
  kb eval                          ask all questions of eval/*.yaml
  kb eval eval/billing.yaml --tag refunds
  kb eval --rev main~20            what the knowledge of then says
  kb eval --compare main~20        what got better and worse since
  kb eval --compare other.toml     what other settings would do
  kb eval calibrate                thresholds for this knowledge
  kb eval --format json | jq .all.values")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    asked: Asked,
}

#[derive(Debug, Subcommand)]
enum Action {
    Init(init::Args),
    Calibrate(calibrate::Args),
}

#[derive(Debug, clap::Args)]
struct Asked {
    /// The files of questions, or folders of such [default: eval]
    #[arg(value_name = "PATH")]
    paths: Vec<String>,

    /// Ask another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    /// Ask another revision too, or with the settings of another file, and show both side by side
    #[arg(long, value_name = "COMMIT|FILE.toml")]
    compare: Option<String>,

    /// Only questions with the tag T (repeatable)
    #[arg(long = "tag", value_name = "T")]
    tags: Vec<String>,

    /// Only questions in the language L (repeatable)
    #[arg(long = "lang", value_name = "L")]
    langs: Vec<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb eval`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Some(Action::Init(args)) => init::run(app, args),
        Some(Action::Calibrate(args)) => calibrate::run(app, args),
        None => ask(app, &args.asked),
    }
}

fn ask(app: &App, args: &Asked) -> Result<Exit, Failure> {
    let options = EvalOptions {
        paths: args.paths.iter().map(|typed| app.repo_path(typed)).collect::<Result<_, _>>()?,
        revision: args.rev.clone(),
        is_apart: false,
        tags: args.tags.clone(),
        langs: args.langs.clone(),
    };
    let report = eval(&app.workspace()?, &app.index()?, &options)?;
    if let Some(other) = &args.compare {
        return compared::run(app, &options, report, other, args.format.format);
    }
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            output::print(&show::human(&report))?;
            anstream::eprintln!("{}", paint(DIM, show::footer(&report)));
        }
    }
    Ok(if report.is_fine() { Exit::Fine } else { Exit::Findings })
}
