//! Keys, tokens and passwords in notes.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::evidence::hazard::Concern;

pub(super) static RULE: Rule = Rule {
    name: "secret",
    summary: "a key, token or password",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("secret.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    for hazard in
        facts.hazards().iter().filter(|hazard| hazard.concern == Concern::Secret && !hazard.is_personal())
    {
        for range in &hazard.ranges {
            let finding =
                sink.note(facts.note, range.clone(), format!("this looks like a secret: {}", hazard.kind));
            finding.help = Some(
                "replace it where it is used: whoever has the history of the repository has it".to_owned(),
            );
        }
    }
}
