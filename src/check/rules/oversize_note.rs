//! Notes that are too long to be looked over.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "oversize-note",
    summary: "a note with more words than can be looked over",
    base: Level::Info,
    plain: Level::Off,
    document: include_str!("oversize_note.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let (note, most) = (facts.note, scene.config.check.max_words);
    // A word and the blank after it are two bytes at least.
    if note.body().len() / 2 < most {
        return;
    }
    let count = note.body().split_whitespace().count();
    if count > most {
        let start = note.front.span.start;
        let finding = sink.note(note, start..start, format!("{count} words, more than {most}"));
        finding.help = Some("divide it along its headings, and link the parts".to_owned());
    }
}
