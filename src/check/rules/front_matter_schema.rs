//! Front matter with values that its keys cannot have. What cannot be read at all is for the rule `front-matter`.

use serde_json::Value;

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::note::{Field, FrontMatter, day};

pub(super) static RULE: Rule = Rule {
    name: "front-matter-schema",
    summary: "front matter with a value that its key cannot have, or without what its type requires",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("front_matter_schema.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    for field in &note.front.fields {
        if let Some(fault) = fault(field) {
            sink.note(note, field.value_span.clone(), format!("`{}` {fault}", field.key));
        } else if let Some(known) = misspelt(&note.front, &field.key) {
            let finding =
                sink.note(note, field.key_span.clone(), format!("`{}` means nothing to kb", field.key));
            finding.label = Some(format!("did you mean `{known}`?"));
        }
    }
    let date = |key: &str| note.front.text(key).and_then(day);
    if let (Some(from), Some(until)) = (date("valid_from"), date("valid_until"))
        && from > until
        && let Some(field) = note.front.get("valid_until")
    {
        let message = format!("this ends on {until}, before it begins on {from}");
        sink.note(note, field.value_span.clone(), message);
    }
    let kind = note.front.text("type").unwrap_or_default();
    let Some(schema) = scene.config.check.schema.get(kind).filter(|_| !note.front.broken) else { return };
    for key in &schema.required {
        let is_there = note.front.get(key).is_some_and(|field| !is_empty(&field.value));
        if !is_there {
            let place = note.front.get("type").map_or(0..0, |field| field.value_span.clone());
            let finding = sink.note(note, place, format!("a note of type `{kind}` must have `{key}`"));
            finding.help = Some(format!("[check.schema.{kind}] in kb.toml requires it"));
        }
    }
}

/// Keys that hold one text.
const TEXTS: [&str; 7] = ["type", "title", "description", "resource", "status", "standing", "version"];
/// Keys that hold a text, or a list of texts.
const LISTS: [&str; 4] = ["tags", "aliases", "supersedes", "superseded_by"];
/// Keys that hold a date.
const DATES: [&str; 3] = ["valid_from", "valid_until", "stale_after"];
/// The other keys that kb reads.
const OTHERS: [&str; 4] = ["labels", "tenant", "applies_to", "relations"];

/// What is wrong with the value of `field`; completes "`key` …". Labels and tenant are for the rule `front-matter`.
fn fault(field: &Field) -> Option<String> {
    let (key, value) = (field.key.as_str(), &field.value);
    if value.is_null() {
        return None;
    }
    if TEXTS.contains(&key) {
        if value.is_array() || value.is_object() {
            return Some("is not a text".to_owned());
        }
        let one_of = |allowed: &[&str]| {
            let text = value.as_str().unwrap_or_default();
            let known = allowed.contains(&text);
            (!known).then(|| format!("is one of `{}`, not `{text}`", allowed.join("`, `")))
        };
        return match key {
            "status" => one_of(&["draft", "stable", "deprecated"]),
            "standing" => one_of(&["unconfirmed", "disputed"]),
            _ => None,
        };
    }
    if LISTS.contains(&key) {
        let fits = match value {
            Value::Array(items) => items.iter().all(Value::is_string),
            other => other.is_string(),
        };
        return (!fits).then(|| "is not a list of texts; write numbers and dates in it in quotes".to_owned());
    }
    if DATES.contains(&key) {
        let is_day = value.as_str().is_some_and(|text| day(text).is_some());
        return (!is_day).then(|| "is not a date; write it as `2026-11-30`".to_owned());
    }
    match key {
        "applies_to" if !value.is_object() => Some("is not a mapping such as `{region: EU}`".to_owned()),
        "relations" => relations(value),
        _ => None,
    }
}

/// What is wrong with typed, weighted edges to other notes.
fn relations(value: &Value) -> Option<String> {
    let Value::Array(items) = value else {
        return Some("is not a list of relations such as `{type: refines, to: \"[[a]]\"}`".to_owned());
    };
    items.iter().find_map(|item| {
        let is_text = |key: &str| item.get(key).is_some_and(Value::is_string);
        if !is_text("type") || !is_text("to") {
            return Some("holds a relation without `type` or `to`".to_owned());
        }
        let weight = item.get("weight")?;
        let fits = weight.as_f64().is_some_and(|weight| (0.0..=1.0).contains(&weight));
        (!fits).then(|| "holds a weight that is no number from 0 to 1".to_owned())
    })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// The key of kb that `key` was probably meant to be, unless the note has that one too. A label that kb does not read guards
/// nothing.
fn misspelt(front: &FrontMatter, key: &str) -> Option<&'static str> {
    let known = || TEXTS.iter().chain(&LISTS).chain(&DATES).chain(&OTHERS).copied();
    if known().any(|known| known == key) {
        return None;
    }
    let folded = key.to_lowercase().replace(['-', ' '], "_");
    let singular = |known: &str| {
        LISTED.contains(&known) && known.strip_suffix("es").or(known.strip_suffix('s')) == Some(&*folded)
    };
    let meant = known().find(|&known| {
        folded == known
            || folded == known.replace('_', "")
            || singular(known)
            || known.strip_suffix('s') == Some(&*folded) && LISTED.contains(&known)
    });
    let meant = meant.or(match folded.as_str() {
        "valid_to" | "valid_till" | "expires" | "expires_at" => Some("valid_until"),
        "review_after" | "review_by" => Some("stale_after"),
        "permissions" | "visibility" => Some("labels"),
        "replaces" => Some("supersedes"),
        "replaced_by" => Some("superseded_by"),
        _ => None,
    });
    meant.filter(|meant| front.get(meant).is_none())
}

/// Keys in the plural that people write in the singular.
const LISTED: [&str; 4] = ["labels", "aliases", "tags", "relations"];
