//! Numbers in notes that stand for people, companies and accounts.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "personal-data",
    summary: "a number that stands for a person or an account",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("personal_data.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let checked = facts.hazards().iter().filter(|hazard| hazard.is_personal());
    let checked = checked.flat_map(|hazard| hazard.ranges.iter().map(|range| (hazard.kind, range)));
    let national =
        facts.personal_data().iter().filter(|datum| !datum.contact).map(|datum| (datum.kind, &datum.range));
    for (kind, range) in checked.chain(national) {
        let finding = sink.note(facts.note, range.clone(), format!("this looks like personal data: {kind}"));
        finding.help =
            Some("say what is so without the number: the evidence has it for whoever may see it".to_owned());
    }
}
