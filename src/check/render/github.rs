//! For GitHub Actions: one workflow command a finding, which GitHub shows beside the line of the diff.
//!
//! <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write as _;

use crate::check::CheckReport;
use crate::finding::Severity;
use crate::text::visible;

/// Writes `report` as workflow commands.
pub fn github(report: &CheckReport) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let place = &finding.place;
        let parts = [Some(&finding.message), finding.label.as_ref(), finding.help.as_ref()];
        let message: Vec<String> = parts.into_iter().flatten().map(|part| data(part)).collect();
        // A column is only allowed where the finding stands on one line.
        let columns = if place.start.line == place.end.line {
            format!(",col={},endColumn={}", place.start.column, place.end.column)
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "::{command} file={},line={},endLine={}{columns},title={}::{}",
            property(&place.path),
            place.start.line,
            place.end.line,
            property(&finding.rule),
            message.join("%0A"),
        );
    }
    text
}

/// A message: what would end the command is escaped, what a log's terminal would obey is shown as a picture.
fn data(text: &str) -> String {
    visible(&text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A"))
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
