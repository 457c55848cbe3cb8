//! `kb eval calibrate`: thresholds that suit the knowledge.

use super::show::{aligned, figure};
use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, DIM, paint};
use crate::ops::eval::{CalibrationReport, EvalOptions, calibrate};

/// Find the thresholds below which an answer is none
///
/// Asks the golden questions and looks, for the words and for the meaning apart, for the score that best tells the first
/// right result of answerable questions from the strongest result of unanswerable ones. `kept` is the share of answerable
/// questions whose right result stays, `refused` the share of unanswerable ones to which nothing comes, `auc` how well the
/// leg tells them apart at all: 1 fully, 0.5 not. Nothing is changed: the lines for kb.toml are printed.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The files of questions, or folders of such [default: eval]
    #[arg(value_name = "PATH")]
    paths: Vec<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb eval calibrate`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let paths = args.paths.iter().map(|typed| app.repo_path(typed)).collect::<Result<_, _>>()?;
    let options = EvalOptions { paths, ..EvalOptions::default() };
    let report = calibrate(&app.workspace()?, &app.index()?, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            output::print(&human(&report))?;
            let footer = format!(
                "{} questions with a right answer, {} without an answer",
                report.answerable, report.unanswerable
            );
            anstream::eprintln!("{}", paint(DIM, footer));
        }
    }
    Ok(Exit::Fine)
}

fn human(report: &CalibrationReport) -> String {
    let mut rows = vec![["leg", "threshold", "kept", "refused", "auc"].map(str::to_owned).to_vec()];
    rows.extend(report.legs.iter().map(|leg| {
        let separation = &leg.separation;
        let figures = [separation.threshold, separation.kept, separation.refused, separation.auc];
        std::iter::once(leg.leg.to_owned()).chain(figures.map(figure)).collect()
    }));
    let settings = if report.settings.is_empty() {
        "# no leg tells them apart well enough for a threshold\n".to_owned()
    } else {
        format!("[search]\n{}\n", report.settings.join("\n"))
    };
    format!("{}\n{settings}", aligned(&rows))
}
