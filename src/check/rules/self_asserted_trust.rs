//! Front matter that claims trust for its own note.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::finding::{Applicability, Fix, TextEdit};

pub(super) static RULE: Rule = Rule {
    name: "self-asserted-trust",
    summary: "front matter that says the note is verified, or where it comes from",
    base: Level::Error,
    plain: Level::Off,
    document: include_str!("self_asserted_trust.md"),
    run: Run::Note(run),
};

/// OKF's keys of trust: kb fills them from the ledger on export and believes none that a note brings.
const KEYS: [&str; 3] = ["generated", "sources", "verified"];

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    for field in note.front.fields.iter().filter(|field| KEYS.contains(&field.key.as_str())) {
        let message = format!("`{}` is not for a note to say of itself", field.key);
        let finding = sink.note(note, field.key_span.clone(), message);
        finding.help =
            Some("take it out: who checked a claim stands in the ledger, and `kb why` shows it".to_owned());
        let line_start = note.text[..field.key_span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = field.value_span.end.max(field.key_span.end);
        let line_end = note.text[end..].find('\n').map_or(note.text.len(), |at| end + at + 1);
        finding.fix = Some(Fix {
            title: format!("take `{}` out", field.key),
            applicability: Applicability::Unsafe,
            edits: vec![TextEdit {
                path: note.path.clone(),
                bytes: line_start..line_end,
                text: String::new(),
            }],
        });
    }
}
