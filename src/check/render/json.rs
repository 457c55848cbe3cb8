//! For programs: one JSON document, `{examined, findings}`. Fields are added, never changed.

use schemars::JsonSchema;
use serde::Serialize;

use crate::check::{CheckReport, Examined, Known, Withheld};
use crate::finding::{Applicability, Finding, Severity};

/// The JSON form of a report.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JsonReport<'r> {
    /// What was looked at.
    examined: Examined,
    /// What was found, ordered by path, offset, severity and rule.
    findings: Vec<JsonFinding<'r>>,
    /// What a baseline held back; absent where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<JsonWithheld<'r>>,
}

/// What a baseline held back.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Withheld")]
pub struct JsonWithheld<'r> {
    /// How many findings the baseline knows and the report does not show.
    hidden: usize,
    /// Entries that nothing answers to any more: the file can shrink.
    gone: &'r [Known],
}

impl JsonWithheld<'_> {
    pub(super) fn of(withheld: &Withheld) -> JsonWithheld<'_> {
        JsonWithheld { hidden: withheld.hidden, gone: &withheld.gone }
    }
}

/// One finding.

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct JsonFinding<'r> {
    /// The rule's name.
    rule: &'r str,
    severity: Severity,
    /// The file, relative to the repository's root.
    path: &'r str,
    /// Line, from 1.
    line: u32,
    /// Column in Unicode characters, from 1.
    column: u32,
    /// The line that the marked text ends in.
    end_line: u32,
    /// The column past its last character.
    end_column: u32,
    /// What is wrong, one line.
    message: &'r str,
    /// What stands under the marked text.
    label: Option<&'r str>,
    /// What to do about it.
    help: Option<&'r str>,
    /// How to mend it, where a machine can say.
    fix: Option<JsonFix<'r>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Fix")]
struct JsonFix<'r> {
    /// What it does.
    title: &'r str,
    applicability: Applicability,
    /// The edits, applied all or none.
    edits: Vec<JsonEdit<'r>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Edit")]
struct JsonEdit<'r> {
    /// The file.
    path: &'r str,
    /// The first byte that is replaced.
    start: usize,
    /// The byte past the last that is replaced.
    end: usize,
    /// What stands there afterwards.
    text: &'r str,
}

/// The JSON form of `report`, of which a baseline held back `withheld`.
pub fn json<'r>(report: &'r CheckReport, withheld: Option<&'r Withheld>) -> JsonReport<'r> {
    JsonReport {
        examined: report.examined,
        findings: report.findings.iter().map(finding).collect(),
        baseline: withheld.map(JsonWithheld::of),
    }
}

/// The JSON form of one finding.
pub(super) fn finding(finding: &Finding) -> JsonFinding<'_> {
    JsonFinding {
        rule: &finding.rule,
        severity: finding.severity,
        path: &finding.place.path,
        line: finding.place.start.line,
        column: finding.place.start.column,
        end_line: finding.place.end.line,
        end_column: finding.place.end.column,
        message: &finding.message,
        label: finding.label.as_deref(),
        help: finding.help.as_deref(),
        fix: finding.fix.as_ref().map(|fix| JsonFix {
            title: &fix.title,
            applicability: fix.applicability,
            edits: fix
                .edits
                .iter()
                .map(|edit| JsonEdit {
                    path: edit.path.as_str(),
                    start: edit.bytes.start,
                    end: edit.bytes.end,
                    text: &edit.text,
                })
                .collect(),
        }),
    }
}
