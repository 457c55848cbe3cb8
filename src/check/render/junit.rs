//! For Jenkins, GitLab and others that take JUnit's XML: a suite a file, a test case a finding. It is well-formed XML 1.0
//! whatever a note holds.
//!
//! The elements and attributes are those of <https://github.com/testmoapp/junitxml> that both of them read.

use std::fmt::Write as _;

use crate::check::CheckReport;
use crate::check::render::summary::{examined, plain_summary};
use crate::finding::{Finding, Severity};
use crate::text::visible;

/// Writes `report` as JUnit XML. Errors and warnings are failures; what is only worth knowing passes with a word.
///
/// A report without findings is one test case that passes: an empty file is taken for a job that broke.
pub fn junit(report: &CheckReport) -> String {
    let failures = report.findings.iter().filter(|finding| is_failure(finding)).count();
    let tests = report.findings.len().max(1);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kb check\" tests=\"{tests}\" \
         failures=\"{failures}\" errors=\"0\">\n"
    );
    for findings in report.findings.chunk_by(|one, two| one.place.path == two.place.path) {
        suite(&mut text, findings);
    }
    if report.findings.is_empty() {
        let _ = writeln!(
            text,
            "  <testsuite name=\"kb check\" tests=\"1\" failures=\"0\" errors=\"0\">\n    \
             <testcase name=\"{}\" classname=\"kb check\"/>\n  </testsuite>",
            escape(&format!("no findings in {}", examined(report.examined))),
        );
    }
    let _ = writeln!(text, "  <!-- {} -->\n</testsuites>", plain_summary(report));
    text
}

/// The findings of one file.
fn suite(text: &mut String, findings: &[Finding]) {
    let path = findings.first().map(|finding| escape(&finding.place.path)).unwrap_or_default();
    let failures = findings.iter().filter(|finding| is_failure(finding)).count();
    let _ = writeln!(
        text,
        "  <testsuite name=\"{path}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">",
        findings.len()
    );
    for finding in findings {
        let start = finding.place.start;
        let _ = writeln!(
            text,
            "    <testcase name=\"{} at {}:{}\" classname=\"{path}\" file=\"{path}\" line=\"{}\">",
            escape(&finding.rule),
            start.line,
            start.column,
            start.line,
        );
        let message = escape(&finding.message);
        let details: Vec<String> = details(finding).iter().map(|line| escape(line)).collect();
        let details = details.join("\n");
        let _ = if is_failure(finding) {
            let level = finding.severity.name();
            writeln!(text, "      <failure type=\"{level}\" message=\"{message}\">{details}</failure>")
        } else {
            writeln!(text, "      <system-out>{details}</system-out>")
        };
        text.push_str("    </testcase>\n");
    }
    text.push_str("  </testsuite>\n");
}

fn is_failure(finding: &Finding) -> bool {
    finding.severity != Severity::Info
}

/// The place, the message and what to do, a line each.
fn details(finding: &Finding) -> Vec<String> {
    let (place, start) = (&finding.place, finding.place.start);
    let mut lines = vec![
        format!("{}:{}:{}", place.path, start.line, start.column),
        format!("{}[{}] {}", finding.severity.name(), finding.rule, finding.message),
    ];
    lines.extend(finding.label.clone());
    lines.extend(finding.help.as_ref().map(|help| format!("help: {help}")));
    lines.extend(finding.fix.as_ref().map(|fix| format!("fix: {}", fix.title)));
    lines
}

/// `text` as XML 1.0 may hold it, in an element or between quotes. Control characters have no place in XML, not even as
/// references: they are shown as pictures.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&apos;",
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
