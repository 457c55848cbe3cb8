//! Evidence whose bytes are no longer those that were taken in, and every claim that rests on it.

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::evidence::Span;
use crate::vault::CitationError;

pub(super) static RULE: Rule = Rule {
    name: "evidence-changed",
    summary: "evidence that was edited or has vanished, and the claims that rest on it",
    base: Level::Error,
    plain: Level::Error,
    document: include_str!("evidence_changed.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    resting_claims(facts, sink);
}

/// Reports every claim that rests on evidence that the rule of `sink` reports.
pub(super) fn resting_claims(facts: &NoteFacts<'_>, sink: &mut Sink) {
    let name = sink.rule().name;
    // Claims are read only where one may be reported.
    let is_damaged = |span: &Result<Span, CitationError>| matches!(span, Err(CitationError::Damaged { .. }));
    if !facts.spans.iter().any(is_damaged) {
        return;
    }
    for claim in facts.note.claims() {
        let mut named: Vec<&str> = Vec::new();
        for &index in &claim.citations {
            let Some(Err(CitationError::Damaged { evidence, rule, why })) = facts.spans.get(index) else {
                continue;
            };
            if *rule != name || named.contains(&evidence.as_str()) {
                continue;
            }
            named.push(evidence);
            let message = format!("this claim rests on `{evidence}`, which cannot be relied on");
            let finding = sink.note(facts.note, claim.span.clone(), message);
            finding.help = Some(why.clone());
        }
    }
}
