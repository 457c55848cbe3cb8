//! For people and grep: one line a finding, `path:line:column: level[rule] message`. It shows no source.

use std::fmt::Write as _;

use crate::check::CheckReport;
use crate::check::render::color::{paint, style};
use crate::text::visible;

/// Writes `report`, one line a finding, in ANSI colours. A line end inside a path or a message is shown as a picture.
pub fn concise(report: &CheckReport) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let start = finding.place.start;
        let level = paint(style(finding.severity), &format!("{}[{}]", finding.severity.name(), finding.rule));
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}:{}:{}: {level} {}",
            visible(&finding.place.path),
            start.line,
            start.column,
            visible(&finding.message),
        );
    }
    text
}
