//! Citations that lead to no lines of evidence.

use std::collections::HashSet;

use crate::check::{NoteFacts, Rule, Run, Scene, Setting, Sink};
use crate::config::Level;
use crate::vault::CitationError;

pub(super) static RULE: Rule = Rule {
    name: "broken-citation",
    summary: "a citation that leads to no lines of evidence",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("broken_citation.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let mut seen = HashSet::new();
    for (citation, span) in facts.note.citations().iter().zip(&facts.spans) {
        let Err(error) = span else { continue };
        match error {
            // The rules about evidence name these.
            CitationError::Damaged { .. } => continue,
            // A plain folder may have footnotes of every kind.
            CitationError::NotEvidence(_) if scene.setting == Setting::Plain => continue,
            _ => {}
        }
        // A definition used twice is wrong once.
        if !seen.insert(citation.target_span.start) {
            continue;
        }
        let message = format!("the citation `[^{}]` {error}", citation.label);
        let finding = sink.note(facts.note, citation.target_span.clone(), message);
        finding.help = match error {
            CitationError::NotEvidence(_) => {
                Some("a claim rests on a file below the evidence folder; `kb add` takes one in".to_owned())
            }
            CitationError::Missing(_) => {
                Some("restore the evidence from git, or cite what exists".to_owned())
            }
            _ => None,
        };
    }
}
