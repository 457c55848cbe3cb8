//! Shows an evaluation to a person: a table of measures by group, and the questions that were not answered right.

use std::fmt::Write as _;

use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::golden::{Measures, Metric};
use crate::ops::eval::{Answer, EvalReport};
use crate::text::visible;

/// The columns of the table.
const COLUMNS: [Metric; 9] = [
    Metric::Success(1),
    Metric::Success(5),
    Metric::Recall(5),
    Metric::Recall(10),
    Metric::Mrr,
    Metric::Ndcg(10),
    Metric::FailureRate,
    Metric::Abstention,
    Metric::StaleServed,
];

/// How many questions that were not answered right are shown one by one.
const MOST: usize = 20;

/// The report as a person reads it.
pub(super) fn human(report: &EvalReport) -> String {
    let mut groups: Vec<(String, &Measures)> = vec![("all".to_owned(), &report.all)];
    groups.extend(report.by_lang.iter().map(|(lang, measures)| (format!("lang {lang}"), measures)));
    groups.extend(report.by_tag.iter().map(|(tag, measures)| (format!("tag {tag}"), measures)));
    let mut text = table(&groups);
    let wrong: Vec<&Answer> = report.answers.iter().filter(|answer| !answer.is_right).collect();
    if !wrong.is_empty() {
        text.push('\n');
    }
    wrong.iter().take(MOST).for_each(|answer| text.push_str(&shown(answer)));
    if wrong.len() > MOST {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "and {} more; `--format json` has them all", wrong.len() - MOST);
    }
    if !report.required.is_empty() {
        text.push('\n');
    }
    for required in &report.required {
        let sign = if required.is_met { paint(GREEN, "met") } else { paint(RED, "missed") };
        let value = required.value.map_or_else(|| "not measured: no such question".to_owned(), figure);
        let bound = required.metric.parse::<Metric>().map_or("", |m| if m.is_fault() { "<=" } else { ">=" });
        let wanted = figure(required.wanted);
        let _ = writeln!(text, "{sign}  {} {value} ({bound} {wanted}, {})", required.metric, required.file);
    }
    for problem in &report.problems {
        let place = paint(CYAN, format!("{}:{}", problem.file, problem.line));
        let _ = writeln!(text, "{place}  {}", visible(&problem.message));
    }
    text
}

/// What was asked, where.
pub(super) fn footer(report: &EvalReport) -> String {
    let right = report.answers.iter().filter(|answer| answer.is_right).count();
    let place = output::origin(report.commit.as_ref());
    format!("{right} of {} questions answered right, {place}", report.answers.len())
}

fn table(groups: &[(String, &Measures)]) -> String {
    let mut rows = vec![["", "questions"].map(str::to_owned).to_vec()];
    rows[0].extend(COLUMNS.iter().map(ToString::to_string));
    for (name, measures) in groups {
        let mut row = vec![visible(name), measures.questions.to_string()];
        let values = COLUMNS.iter().map(|&metric| measures.value(metric));
        row.extend(values.map(|value| value.map_or_else(|| "-".to_owned(), figure)));
        rows.push(row);
    }
    aligned(&rows)
}

/// Rows of cells, the first column to the left and the others to the right; the first row is the head.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(at, (cell, &width))| {
                    if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        let line = cells.join("  ");
        let _ = writeln!(text, "{}", if number == 0 { paint(BOLD, line.trim_end()) } else { line });
    }
    text
}

/// A share with three digits.
pub(super) fn figure(value: f64) -> String {
    format!("{value:.3}")
}

/// One question that was not answered right, and why.
fn shown(answer: &Answer) -> String {
    let place = paint(CYAN, format!("{}:{}", answer.file, answer.line));
    let mut text = format!("{place}  {}\n", visible(&answer.question.question));
    let outcome = &answer.outcome;
    for target in outcome.targets.iter().filter(|target| target.rank.is_none()) {
        let why = match target.is_known {
            Some(false) => paint(YELLOW, "the knowledge does not have it"),
            _ => paint(DIM, format!("not among {} results", outcome.results)),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    missing: {}  {why}", visible(&target.what));
    }
    for what in &outcome.forbidden {
        let _ = writeln!(text, "    came and must not: {}", visible(what));
    }
    if answer.question.unanswerable && outcome.results > 0 {
        let _ = writeln!(text, "    {} results, and there is no answer", outcome.results);
    }
    text
}
