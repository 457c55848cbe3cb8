//! The last line of a report: how much was found, and in how much.

use crate::check::render::color::{GREEN, style};
use crate::check::{CheckReport, Examined};
use crate::finding::Severity;

/// What was found, and what was looked at: `2 errors in 12 notes, 4 evidence items and 31 links`.
///
/// `paint` puts a text in a style; it may leave it as it is.
pub(super) fn summary(report: &CheckReport, paint: fn(&str, &str) -> String) -> String {
    let counts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Info]
        .into_iter()
        .filter_map(|severity| match report.count(severity) {
            0 => None,
            count => Some(paint(style(severity), &counted(count, severity.name()))),
        })
        .collect();
    let found = if counts.is_empty() { paint(GREEN, "no findings") } else { counts.join(", ") };
    format!("{found} in {}", examined(report.examined))
}

/// The same line without colour.
pub fn plain_summary(report: &CheckReport) -> String {
    summary(report, |_, text| text.to_owned())
}

/// What was looked at: `12 notes, 4 evidence items and 31 links`.
pub(super) fn examined(examined: Examined) -> String {
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
