//! Concept documents: front matter that parses, a `type`, and the optional families as the format writes them.

use serde_json::Value;

use super::Page;
use super::field::{actor, date, moment};
use crate::finding::Severity;
use crate::note::{Field, LinkKind};

pub(super) fn check(page: &mut Page<'_>) {
    let front = page.note.front.clone();
    if front.broken {
        page.at(Severity::Error, "okf-front-matter", front.span, "the front matter does not parse");
        return;
    }
    if front.span.is_empty() {
        page.file(
            Severity::Error,
            "okf-front-matter",
            "a concept starts with front matter, and this file has none",
        );
        return;
    }
    match front.get("type") {
        None => page.at(Severity::Error, "okf-type", front.span.clone(), "the front matter has no `type`"),
        Some(field) => match field.value.as_str() {
            Some(text) if !text.trim().is_empty() => {}
            _ => page.at(
                Severity::Error,
                "okf-type",
                field.key_span.clone(),
                "`type` must be a text that is not empty",
            ),
        },
    }
    for field in &front.fields {
        family(page, field);
    }
    if front.text("type") == Some("Attested Computation") && front.text("runtime").is_none() {
        let message = "an attested computation says with `runtime` how it is run";
        page.at(Severity::Warning, "okf-computation", front.span.clone(), message);
    }
    wiki_links(page);
}

fn family(page: &mut Page<'_>, field: &Field) {
    let value = &field.value;
    match field.key.as_str() {
        "title" | "description" | "resource" if !value.is_string() => {
            page.field(field, "okf-field", format!("`{}` should be a text", field.key));
        }
        "tags" if !value.as_array().is_some_and(|tags| tags.iter().all(Value::is_string)) => {
            page.field(field, "okf-field", "`tags` should be a list of texts");
        }
        "status" if !matches!(value.as_str(), Some("draft" | "stable" | "deprecated")) => {
            page.field(field, "okf-status", "`status` should be draft, stable or deprecated");
        }
        "stale_after" if !value.as_str().is_some_and(|text| date(text) || moment(text).is_ok()) => {
            page.field(field, "okf-stale-after", "`stale_after` should be a date such as 2026-09-23");
        }
        "generated" => attested(page, field, value),
        // One verifier may stand without a list (section 5.2).
        "verified" => match value {
            Value::Array(events) => events.iter().for_each(|event| attested(page, field, event)),
            event => attested(page, field, event),
        },
        "sources" => sources(page, field),
        _ => {}
    }
}

/// A mapping of `by` and `at`.
fn attested(page: &mut Page<'_>, field: &Field, event: &Value) {
    let key = &field.key;
    match event.get("by").and_then(Value::as_str) {
        None => page.field(field, "okf-trust", format!("`{key}` should say `by` whom")),
        Some(by) if !actor(by) => page.field(
            field,
            "okf-actor",
            format!("`{by}` should be `<producer>/<version>`, `human:<id>` or `process:<id>`"),
        ),
        Some(_) => {}
    }
    let at = event.get("at").map(|at| at.as_str().ok_or("it is no text").and_then(moment));
    match at {
        None if key == "verified" => page.field(field, "okf-trust", "`verified` should say `at` what time"),
        Some(Err(why)) => page.field(
            field,
            "okf-trust",
            format!("`at` of `{key}` should be a time such as 2026-06-20T22:53:05Z: {why}"),
        ),
        None | Some(Ok(())) => {}
    }
}

fn sources(page: &mut Page<'_>, field: &Field) {
    let Some(entries) = field.value.as_array() else {
        page.field(field, "okf-sources", "`sources` should be a list");
        return;
    };
    let mut ids: Vec<&str> = Vec::new();
    for entry in entries {
        let resource = entry.get("resource").and_then(Value::as_str);
        if resource.is_none_or(|resource| resource.trim().is_empty()) {
            page.field(field, "okf-sources", "each source should name its `resource`");
        }
        if let Some(id) = entry.get("id").and_then(Value::as_str) {
            if ids.contains(&id) {
                page.field(field, "okf-sources", format!("the id `{id}` stands for several sources"));
            }
            ids.push(id);
        }
    }
}

/// Other readers follow Markdown links only.
fn wiki_links(page: &mut Page<'_>) {
    let body = page.note.front.end;
    let wiki = |kind| matches!(kind, LinkKind::Wiki | LinkKind::Embed);
    let links = page.note.links.iter().filter(|link| wiki(link.kind) && link.span.start >= body);
    let spans: Vec<_> = links.map(|link| link.span.clone()).collect();
    for span in spans {
        let message = "a wiki-link is text to other readers; `kb okf export` writes it as a Markdown link";
        page.at(Severity::Info, "okf-wiki-link", span, message);
    }
}
