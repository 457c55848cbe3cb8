//! Addresses and telephone numbers in notes.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "contact-data",
    summary: "an address or telephone number of a person or machine",
    base: Level::Info,
    plain: Level::Off,
    document: include_str!("contact_data.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    for datum in facts.personal_data().iter().filter(|datum| datum.contact) {
        let finding =
            sink.note(facts.note, datum.range.clone(), format!("this leads to somebody: {}", datum.kind));
        finding.help =
            Some("name the role instead, or label the note for those who may reach them".to_owned());
    }
}
