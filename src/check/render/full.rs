//! For people: each finding with the line it is in, and a last line that says what was looked at.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

use crate::check::render::source::{Pages, Source};
use crate::check::{CheckReport, Examined};
use crate::finding::{Finding, Severity};
use crate::text::visible;

/// The most columns of a line that are shown.
const MOST_COLUMNS: usize = 140;
/// How many columns are shown before what is marked, where a line is too long.
const BEFORE: usize = 40;

/// Writes `report`, with the lines that `source` gives, in ANSI colours; who prints it strips them where nobody sees them.
///
/// Control characters of the notes are shown as such and never reach the terminal.
pub fn full(report: &CheckReport, source: &dyn Source) -> String {
    let pages = Pages::new(source);
    let mut text = String::new();
    for finding in &report.findings {
        one(&mut text, finding, &pages);
        text.push('\n');
    }
    let rules: BTreeSet<&str> = report.findings.iter().map(|finding| finding.rule.as_ref()).collect();
    text += &summary(report);
    text.push('\n');
    if let Some(first) = rules.first() {
        let general = if rules.len() > 1 { "`kb explain RULE` says more, for example " } else { "" };
        let says = if rules.len() > 1 { "" } else { " says more" };
        let _ = writeln!(text, "{general}`kb explain {first}`{says}");
    }
    text
}

/// What was found, and what was looked at: `2 errors in 12 notes, 4 evidence items and 31 links`.
fn summary(report: &CheckReport) -> String {
    let counts: Vec<String> = [
        (Severity::Error, "error", RED),
        (Severity::Warning, "warning", YELLOW),
        (Severity::Info, "info", CYAN),
    ]
    .into_iter()
    .filter_map(|(severity, name, style)| match report.count(severity) {
        0 => None,
        count => Some(paint(style, &counted(count, name))),
    })
    .collect();
    let found = if counts.is_empty() { paint(GREEN, "no findings") } else { counts.join(", ") };
    format!("{found} in {}", examined(report.examined))
}

fn examined(examined: Examined) -> String {
    let mut parts = vec![counted(examined.notes, "note")];
    if examined.evidence > 0 {
        parts.push(counted(examined.evidence, "evidence item"));
    }
    parts.push(counted(examined.links, "link"));
    let last = parts.pop().unwrap_or_default();
    format!("{} and {last}", parts.join(", "))
}

/// `1 note`, `1,204 notes`.
fn counted(count: usize, noun: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {noun}{}", if count == 1 || noun == "info" { "" } else { "s" })
}

fn one(text: &mut String, finding: &Finding, pages: &Pages<'_>) {
    let (style, severity) = match finding.severity {
        Severity::Error => (RED, "error"),
        Severity::Warning => (YELLOW, "warning"),
        Severity::Info => (CYAN, "info"),
    };
    let head = paint(style, &format!("{severity}[{}]", finding.rule));
    let _ = writeln!(text, "{head}: {}", paint(BOLD, &visible(&finding.message)));
    let start = finding.place.start;
    let gutter = start.line.to_string().len();
    let arrow = paint(BLUE, &format!("{:gutter$}-->", ""));
    let page = pages.page(&finding.place.path);
    let at = if page.is_some() { format!(":{}:{}", start.line, start.column) } else { String::new() };
    let _ = writeln!(text, "{arrow} {}{at}", visible(&finding.place.path));
    let bar = paint(BLUE, &format!("{:gutter$} |", ""));
    let line = page.as_ref().and_then(|page| Some((page.line(start.line)?, page.span(start.line)?.start)));
    if let Some((line, line_start)) = line {
        let (snippet, mark) = snippet(line, line_start, finding);
        let _ = writeln!(text, "{bar}");
        let _ = writeln!(text, "{} {snippet}", paint(BLUE, &format!("{} |", start.line)));
        let label = finding.label.as_deref().map(|label| format!(" {}", visible(label))).unwrap_or_default();
        let _ = writeln!(text, "{bar} {}", paint(style, &format!("{mark}{label}")));
    } else if let Some(label) = &finding.label {
        note(text, gutter, "note", label);
    }
    let told = finding.help.is_some() || finding.fix.is_some();
    if told && line.is_some() {
        let _ = writeln!(text, "{bar}");
    }
    if let Some(help) = &finding.help {
        note(text, gutter, "help", help);
    }
    if let Some(fix) = &finding.fix {
        note(text, gutter, "fix", &fix.title);
    }
}

fn note(text: &mut String, gutter: usize, name: &str, words: &str) {
    let equals = paint(BLUE, &format!("{:gutter$} =", ""));
    let _ = writeln!(text, "{equals} {}: {}", paint(BOLD, name), visible(words));
}

/// The line, cut where it is too long, and the marks below it.
fn snippet(line: &str, line_start: usize, finding: &Finding) -> (String, String) {
    let bytes = &finding.place.bytes;
    let start = bytes.start.saturating_sub(line_start).min(line.len());
    let end = bytes.end.saturating_sub(line_start).clamp(start, line.len());
    let mut from = 0;
    let mut lead = "";
    if width(&line[..end]) > MOST_COLUMNS {
        let skipped = line[..start].char_indices().rev().nth(BEFORE);
        if let Some((at, _)) = skipped {
            (from, lead) = (at, "…");
        }
    }
    let mut shown_line = lead.to_owned();
    let mut mark_start = width(lead);
    let mut mark_width = 0;
    for (at, c) in line[from..].char_indices().map(|(at, c)| (from + at, c)) {
        if width(&shown_line) >= MOST_COLUMNS {
            shown_line.push('…');
            break;
        }
        let shown = visible(c.encode_utf8(&mut [0; 4]));
        let columns = width(&shown);
        shown_line += &shown;
        if at < start {
            mark_start += columns;
        } else if at < end {
            mark_width += columns;
        }
    }
    (shown_line, format!("{:mark_start$}{}", "", "^".repeat(mark_width.max(1))))
}

/// How many columns a terminal gives `text`.
fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[33m";
const GREEN: &str = "\u{1b}[32m";
const BLUE: &str = "\u{1b}[34m";
const CYAN: &str = "\u{1b}[36m";

fn paint(style: &str, text: &str) -> String {
    format!("{style}{text}\u{1b}[0m")
}
