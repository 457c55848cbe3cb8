//! For people: each finding with the line it is in, and a last line that says what was looked at.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

use crate::check::render::color::{BLUE, BOLD, paint, style};
use crate::check::render::source::{Pages, Source};
use crate::check::render::summary::summary;
use crate::check::{CheckReport, rules};
use crate::finding::Finding;
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
    let names = report.findings.iter().map(|finding| finding.rule.as_ref());
    let rules: BTreeSet<&str> = names.filter(|name| rules::find(name).is_some()).collect();
    text += &summary(report, paint);
    text.push('\n');
    if let Some(first) = rules.first() {
        let general = if rules.len() > 1 { "`kb explain RULE` says more, for example " } else { "" };
        let says = if rules.len() > 1 { "" } else { " says more" };
        let _ = writeln!(text, "{general}`kb explain {first}`{says}");
    }
    text
}

fn one(text: &mut String, finding: &Finding, pages: &Pages<'_>) {
    let style = style(finding.severity);
    let head = paint(style, &format!("{}[{}]", finding.severity.name(), finding.rule));
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
    if is_wide(&line[..end]) {
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

/// Whether `text` takes more columns than are shown; only as much of it is looked at as says so.
fn is_wide(text: &str) -> bool {
    let mut columns = 0;
    text.chars().any(|c| {
        columns += c.width().unwrap_or(0);
        columns > MOST_COLUMNS
    })
}

/// How many columns a terminal gives `text`.
fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}
