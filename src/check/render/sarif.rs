//! For code-scanning services: SARIF 2.1.0 (OASIS). Columns count UTF-16 units. Fingerprints stay the same when lines
//! move, so that a service knows an alert again.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::check::render::source::{Pages, Source};
use crate::check::{CheckReport, Fingerprint, rules};
use crate::finding::{Finding, Fix, Severity};
use crate::text::Position;

/// The SARIF form of `report`, whose lines `source` gives; `version` is kb's.
pub fn sarif(report: &CheckReport, source: &dyn Source, version: &str) -> Value {
    let pages = Pages::new(source);
    let rules: Vec<Value> = rules::ALL
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name,
                "shortDescription": { "text": plain(rule.summary) },
                "help": { "text": plain(rule.document), "markdown": rule.document },
            })
        })
        .collect();
    let mut seen: HashMap<(&str, Fingerprint), usize> = HashMap::new();
    let results: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| {
            let fingerprint = Fingerprint::of(finding, &pages);
            let count = seen.entry((&finding.place.path, fingerprint.clone())).or_default();
            *count += 1;
            let mut result = result(finding, &pages);
            // The one key that GitHub reads; several alike in a file are numbered.
            result["partialFingerprints"] =
                json!({ "primaryLocationLineHash": format!("{}:{count}", fingerprint.as_str()) });
            result
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "kb", "version": version, "rules": rules } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

fn result(finding: &Finding, pages: &Pages<'_>) -> Value {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let (start, end) = (finding.place.start, finding.place.end);
    let parts = [Some(&finding.message), finding.label.as_ref(), finding.help.as_ref()];
    let message: Vec<String> = parts.into_iter().flatten().map(|part| plain(part)).collect();
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level,
        "message": { "text": message.join("; ") },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&finding.place.path) },
                "region": {
                    "startLine": start.line,
                    "startColumn": utf16(pages, &finding.place.path, start),
                    "endLine": end.line,
                    "endColumn": utf16(pages, &finding.place.path, end),
                },
            },
        }],
    });
    if let Some(rule) = rules::ALL.iter().position(|rule| rule.name == finding.rule) {
        result["ruleIndex"] = json!(rule);
    }
    if let Some(fix) = &finding.fix {
        result["fixes"] = json!([fix_of(fix)]);
    }
    result
}

fn fix_of(fix: &Fix) -> Value {
    let changes: Vec<Value> = fix
        .edits
        .iter()
        .map(|edit| {
            json!({
                "artifactLocation": { "uri": uri(edit.path.as_str()) },
                "replacements": [{
                    "deletedRegion": { "byteOffset": edit.bytes.start, "byteLength": edit.bytes.len() },
                    "insertedContent": { "text": edit.text },
                }],
            })
        })
        .collect();
    json!({ "description": { "text": plain(&fix.title) }, "artifactChanges": changes })
}

/// The column of `position` in UTF-16 units, from 1.
fn utf16(pages: &Pages<'_>, path: &str, position: Position) -> usize {
    let characters = position.column as usize - 1;
    let page = pages.page(path);
    let line = page.as_ref().and_then(|page| page.line(position.line));
    line.map_or(characters, |line| line.chars().take(characters).map(char::len_utf16).sum()) + 1
}

/// A message that is nothing but text: braces would be placeholders (section 3.11.5) and `](` a link (3.11.6).
fn plain(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}").replace("](", "] (")
}

/// A path as a relative URI.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            byte => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}
