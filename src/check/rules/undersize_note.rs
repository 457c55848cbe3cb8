//! Notes that say next to nothing.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "undersize-note",
    summary: "a note that says next to nothing",
    base: Level::Off,
    plain: Level::Off,
    document: include_str!("undersize_note.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let (note, least) = (facts.note, scene.config.check.min_words);
    if note.is_index() || note.body().split_whitespace().nth(least.saturating_sub(1)).is_some() {
        return;
    }
    let count = note.body().split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    if count < least {
        let start = note.front.span.start;
        let finding = sink.note(note, start..start, format!("{count} words, fewer than {least}"));
        finding.help = Some("say what there is to say, or let another note say it".to_owned());
    }
}
