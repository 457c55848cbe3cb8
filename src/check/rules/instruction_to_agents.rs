//! Words that order an agent about, open or encoded.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::evidence::hazard::Concern;

pub(super) static RULE: Rule = Rule {
    name: "instruction-to-agents",
    summary: "words that order an agent about",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("instruction_to_agents.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    for hazard in facts.hazards().iter().filter(|hazard| hazard.concern == Concern::Hidden && hazard.orders())
    {
        for range in &hazard.ranges {
            let message = if hazard.kind == "agent-instruction" {
                "these words order an agent about"
            } else {
                "this hides words that order an agent about"
            };
            let finding = sink.note(facts.note, range.clone(), message);
            finding.help = Some(
                "a note tells what is so; take the order out, or tell of it without repeating it".to_owned(),
            );
        }
    }
}
