//! Wiki-links in front matter: those in texts count, as in Obsidian.

use serde_json::Value;

use crate::note::{FrontMatter, Link, wiki};

/// The wiki-links in the texts of `front`.
pub(super) fn links(text: &str, front: &FrontMatter) -> Vec<Link> {
    let mut found = Vec::new();
    for field in front.fields.iter().filter(|field| mentions(&field.value)) {
        wiki::scan(text, field.value_span.clone(), &[], |one| found.push(one.link(text)), |_| {});
    }
    found
}

/// Whether a text in `value` holds a wiki-link. A bare `[[a]]` is a list in a list, and no text.
fn mentions(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("[["),
        Value::Array(items) => items.iter().any(mentions),
        Value::Object(map) => map.values().any(mentions),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
