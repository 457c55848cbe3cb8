//! For programs that read a stream: one JSON object a line, `type` first. Findings, then one summary.

use schemars::JsonSchema;
use serde::Serialize;

use crate::check::render::json::{JsonFinding, JsonWithheld, finding};
use crate::check::{CheckReport, Examined, Withheld};
use crate::finding::Severity;

/// One line.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum JsonLine<'r> {
    /// Something that was found, ordered by path, offset, severity and rule.
    Finding(JsonFinding<'r>),
    /// The last line: a stream without it was cut off.
    Summary(JsonSummary<'r>),
}

/// What was looked at, and how much was found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
pub struct JsonSummary<'r> {
    /// What was looked at.
    examined: Examined,
    /// How many errors stand above.
    errors: usize,
    /// How many warnings.
    warnings: usize,
    /// How many that are only worth knowing.
    infos: usize,
    /// What a baseline held back; absent where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<JsonWithheld<'r>>,
}

/// The lines of `report`, of which a baseline held back `withheld`.
pub fn jsonl<'r>(
    report: &'r CheckReport,
    withheld: Option<&'r Withheld>,
) -> impl Iterator<Item = JsonLine<'r>> {
    let summary = JsonSummary {
        examined: report.examined,
        errors: report.count(Severity::Error),
        warnings: report.count(Severity::Warning),
        infos: report.count(Severity::Info),
        baseline: withheld.map(JsonWithheld::of),
    };
    let findings = report.findings.iter().map(|one| JsonLine::Finding(finding(one)));
    findings.chain(std::iter::once(JsonLine::Summary(summary)))
}
