//! Text that people do not see as it stands: invisible characters, reordered lines, look-alike letters, hidden elements.

use std::ops::Range;

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::evidence::hazard::{Concern, Hazard};
use crate::finding::{Applicability, Fix, TextEdit};
use crate::note::Note;

pub(super) static RULE: Rule = Rule {
    name: "hidden-text",
    summary: "text that people do not see as it stands",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("hidden_text.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    let hidden =
        facts.hazards().iter().filter(|hazard| hazard.concern == Concern::Hidden && !hazard.orders());
    for hazard in hidden {
        let Some(first) = hazard.ranges.first() else { continue };
        let finding =
            sink.note(note, first.clone(), format!("people do not see this as it stands: {}", hazard.kind));
        finding.label = Some(hazard.detail.clone()).filter(|detail| !detail.is_empty());
        finding.help = Some(
            "whoever reads the file as text, such as a model, reads something else than people do".to_owned(),
        );
        finding.fix = take_out(note, hazard);
    }
}

/// Takes out the characters that show nothing.
fn take_out(note: &Note, hazard: &Hazard) -> Option<Fix> {
    let edit = |range: &Range<usize>| TextEdit {
        path: note.path.clone(),
        bytes: range.clone(),
        text: String::new(),
    };
    hazard.shows_nothing().then(|| Fix {
        title: "take out what shows nothing".to_owned(),
        applicability: Applicability::Unsafe,
        edits: hazard.ranges.iter().map(edit).collect(),
    })
}
