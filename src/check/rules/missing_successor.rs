//! Deprecated notes that lead nowhere.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::note::is_deprecated;

pub(super) static RULE: Rule = Rule {
    name: "missing-successor",
    summary: "a deprecated note that names no successor",
    base: Level::Off,
    plain: Level::Off,
    document: include_str!("missing_successor.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    let Some(field) = note.front.get("status").filter(|_| is_deprecated(note)) else { return };
    if note.front.texts("superseded_by").is_empty() {
        let finding =
            sink.note(note, field.value_span.clone(), "this note is deprecated and names no successor");
        finding.help = Some("write `superseded_by: \"[[name]]\"`".to_owned());
    }
}
