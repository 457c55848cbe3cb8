//! Notes whose `valid_until` is past.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::note::{day, is_deprecated};

pub(super) static RULE: Rule = Rule {
    name: "expired-note",
    summary: "a note whose time is over",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("expired_note.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let (note, Some(today)) = (facts.note, scene.today) else { return };
    let Some(field) = note.front.get("valid_until") else { return };
    let day = field.value.as_str().and_then(day);
    if let Some(day) = day.filter(|&day| day < today && !is_deprecated(note)) {
        let finding = sink.note(note, field.value_span.clone(), format!("this held until {day}"));
        finding.help = Some("write what holds now, or `status: deprecated`".to_owned());
    }
}
