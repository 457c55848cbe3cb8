//! Front matter that cannot be read, or lacks what every note needs.

use serde_json::Value;

use crate::check::{NoteFacts, Rule, Run, Scene, Setting, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "front-matter",
    summary: "front matter that does not parse, stands in the wrong place, or has no `type`",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("front_matter.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    if scene.setting == Setting::Plain || note.front.broken {
        return;
    }
    for key in ["labels", "tenant"] {
        let Some(field) = note.front.get(key) else { continue };
        let readable = match &field.value {
            Value::Null | Value::String(_) => true,
            Value::Array(items) => key == "labels" && items.iter().all(Value::is_string),
            _ => false,
        };
        if !readable {
            let message =
                format!("`{key}` is not {}", if key == "labels" { "a list of texts" } else { "a text" });
            let finding = sink.note(note, field.value_span.clone(), message);
            finding.help = Some("until it can be read, nobody but the owner may see this note".to_owned());
        }
    }
    // The entry page of a folder and a file that is no text at all need no type.
    // What was meant as front matter and is not read as such is reported already.
    let told = |rule: &str| rule == RULE.name || rule == "lfs-pointer";
    let exempt = note.is_index() || note.problems.iter().any(|problem| told(problem.rule));
    if exempt || note.front.text("type").is_some_and(|kind| !kind.trim().is_empty()) {
        return;
    }
    let span =
        note.front.get("type").map_or(note.front.span.start..note.front.span.start, |f| f.key_span.clone());
    let finding = sink.note(note, span, "the note has no `type`, the one key that every note needs");
    finding.help =
        Some("write `type: Policy`, or whatever kind of note it is, into the front matter".to_owned());
}
