//! For programs: what `kb fix` did, as one JSON document. Fields are added, never changed.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::{JsonReport, json};
use crate::check::Mended;
use crate::finding::Finding;

/// The JSON form of what was mended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JsonMended<'r> {
    /// Whether the files were written.
    written: bool,
    /// The findings that were mended.
    mended: Vec<JsonFixed<'r>>,
    /// The findings whose fixes were not applied.
    held: Vec<JsonHeld<'r>>,
    /// The files that change.
    files: Vec<&'r str>,
    /// What is left to a person.
    left: JsonReport<'r>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MendedFinding")]
struct JsonFixed<'r> {
    /// The rule's name.
    rule: &'r str,
    /// The file, relative to the repository's root.
    path: &'r str,
    /// Line, from 1.
    line: u32,
    /// Column in Unicode characters, from 1.
    column: u32,
    /// What was wrong.
    message: &'r str,
    /// What was done about it.
    title: &'r str,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HeldFinding")]
struct JsonHeld<'r> {
    #[serde(flatten)]
    finding: JsonFixed<'r>,
    /// Why its fix was not applied.
    reason: &'r str,
}

/// The JSON form of `mended`; `written` says whether the files were.
pub fn mended(mended: &Mended, written: bool) -> JsonMended<'_> {
    let held = mended.held.iter();
    JsonMended {
        written,
        mended: mended.mended.iter().map(fixed).collect(),
        held: held.map(|held| JsonHeld { finding: fixed(&held.finding), reason: held.reason }).collect(),
        files: mended.changes.iter().map(|(path, _)| path.as_str()).collect(),
        left: json(&mended.left, None),
    }
}

fn fixed(finding: &Finding) -> JsonFixed<'_> {
    JsonFixed {
        rule: &finding.rule,
        path: &finding.place.path,
        line: finding.place.start.line,
        column: finding.place.start.column,
        message: &finding.message,
        title: finding.fix.as_ref().map(|fix| fix.title.as_str()).unwrap_or_default(),
    }
}
