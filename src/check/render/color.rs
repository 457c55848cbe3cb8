//! The ANSI colours of the formats for people. Who prints them strips them where nobody sees them.

use crate::finding::Severity;

pub(super) const BOLD: &str = "\u{1b}[1m";
pub(super) const RED: &str = "\u{1b}[1;31m";
pub(super) const YELLOW: &str = "\u{1b}[33m";
pub(super) const GREEN: &str = "\u{1b}[32m";
pub(super) const BLUE: &str = "\u{1b}[34m";
pub(super) const CYAN: &str = "\u{1b}[36m";

/// The colour of a severity.
pub(super) fn style(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
        Severity::Info => CYAN,
    }
}

/// `text` in `style`.
pub(super) fn paint(style: &str, text: &str) -> String {
    format!("{style}{text}\u{1b}[0m")
}
