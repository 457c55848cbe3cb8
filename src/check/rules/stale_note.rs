//! Notes whose `stale_after` is past.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::note::{day, is_deprecated};

pub(super) static RULE: Rule = Rule {
    name: "stale-note",
    summary: "a note that should have been looked at again",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("stale_note.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let (note, Some(today)) = (facts.note, scene.today) else { return };
    let Some(field) = note.front.get("stale_after") else { return };
    let day = field.value.as_str().and_then(day);
    if let Some(day) = day.filter(|&day| day < today && !is_deprecated(note)) {
        let finding =
            sink.note(note, field.value_span.clone(), format!("this was to be looked at again after {day}"));
        finding.help = Some("go through it against its evidence, then set the next day".to_owned());
    }
}
