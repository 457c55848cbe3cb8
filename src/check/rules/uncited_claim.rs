//! Claims without a citation.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "uncited-claim",
    summary: "a sentence that asserts something and cites no evidence",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("uncited_claim.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    for claim in note.claims().iter().filter(|claim| claim.citations.is_empty()) {
        let finding = sink.note(note, claim.span.clone(), "this claim cites no evidence");
        finding.help =
            Some("add a footnote that links to lines of evidence, or leave the sentence out".to_owned());
    }
}
