//! `kb eval --compare`: two evaluations side by side.

use std::fmt::Write as _;
use std::path::Path;

use super::show::{aligned, figure};
use crate::cli::app::App;
use crate::cli::arguments::Format;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, paint};
use crate::golden::Metric;
use crate::ops::eval::{EvalComparison, EvalOptions, EvalReport, Moved, Standing, compare, eval};
use crate::text::visible;

/// How many questions are shown one by one, of the better and of the worse.
const MOST: usize = 20;

/// Evaluates `other` too and shows it beside `now`.
pub(super) fn run(
    app: &App,
    options: &EvalOptions,
    now: EvalReport,
    other: &str,
    format: Format,
) -> Result<Exit, Failure> {
    let theirs = if Path::new(other).extension().is_some_and(|ending| ending == "toml") {
        let options = EvalOptions { is_apart: true, ..options.clone() };
        eval(&app.workspace_by(other)?, &app.index()?, &options)?
    } else {
        let options = EvalOptions { revision: Some(other.to_owned()), ..options.clone() };
        eval(&app.workspace()?, &app.index()?, &options)?
    };
    let comparison = compare(&now, &theirs, other);
    match format {
        Format::Json => output::print_json(&comparison)?,
        Format::Human => {
            output::print(&human(&comparison))?;
            let footer = format!(
                "{} better, {} worse, {} alike",
                comparison.better.len(),
                comparison.worse.len(),
                comparison.alike
            );
            anstream::eprintln!("{}", paint(DIM, footer));
        }
    }
    Ok(if now.is_fine() { Exit::Fine } else { Exit::Findings })
}

fn human(comparison: &EvalComparison) -> String {
    let (now, other) = (&comparison.now, &comparison.other);
    let mut rows = vec![vec![String::new(), now.name.clone(), visible(&other.name), "difference".to_owned()]];
    for metric in Metric::SHOWN {
        let (own, their) = (now.all.value(metric), other.all.value(metric));
        let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), figure);
        let difference = own.zip(their).map_or_else(String::new, |(own, their)| {
            if (their - own).abs() < 0.000_5 { "=".to_owned() } else { format!("{:+.3}", their - own) }
        });
        rows.push(vec![metric.to_string(), shown(own), shown(their), difference]);
    }
    let mut text = aligned(&rows);
    for (what, questions) in [("better", &comparison.better), ("worse", &comparison.worse)] {
        if questions.is_empty() {
            continue;
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{}", paint(BOLD, format!("{what} with {}", visible(&other.name))));
        questions.iter().take(MOST).for_each(|moved| text.push_str(&line(moved)));
        if questions.len() > MOST {
            let _ = writeln!(text, "and {} more; `--format json` has them all", questions.len() - MOST);
        }
    }
    text
}

fn line(moved: &Moved) -> String {
    let place = paint(CYAN, format!("{}:{}", moved.file, moved.line));
    let (now, other) = (standing(&moved.now), standing(&moved.other));
    format!("{place}  {}  {}\n", visible(&moved.question), paint(DIM, format!("{now} -> {other}")))
}

fn standing(standing: &Standing) -> String {
    let ranks: Vec<String> = standing.ranks.iter().map(ToString::to_string).collect();
    let mut text = match (ranks.as_slice(), standing.results) {
        ([], 0) => "nothing".to_owned(),
        ([], results) => format!("not among {results}"),
        (ranks, _) => format!("at {}", ranks.join(", ")),
    };
    if !standing.forbidden.is_empty() {
        let forbidden: Vec<String> = standing.forbidden.iter().map(|what| visible(what)).collect();
        let _ = write!(text, ", with {}", forbidden.join(", "));
    }
    text
}
