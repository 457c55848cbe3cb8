//! Claims compared with each other: which say the same, and which say different things of the same.

mod contradiction;
mod difference;
mod duplicate;
mod pairs;
mod subject;
mod weights;

use crate::plan::{Fault, Place};
use crate::proposal::{CitedSpan, claim_ref};
use crate::reorg::survey::{Statement, Survey};
use pairs::Pair;

/// Every pair of claims that says the same, or different things of the same.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let pairs = pairs::alike(survey);
    let mut faults = contradiction::faults(survey, &pairs);
    faults.extend(duplicate::faults(survey, &pairs));
    faults
}

/// The two claims of a pair, as places of a fault.
fn places(survey: &Survey<'_>, pair: &Pair) -> Vec<Place> {
    let place = |at: usize| {
        let statement = &survey.statements[at];
        Place::claim(claim_ref(statement.note, statement.claim))
    };
    vec![place(pair.one), place(pair.other)]
}

/// What the two claims of a pair cite.
fn evidence(survey: &Survey<'_>, pair: &Pair) -> Vec<CitedSpan> {
    let mut spans: Vec<CitedSpan> = cited(survey, &survey.statements[pair.one]);
    for span in cited(survey, &survey.statements[pair.other]) {
        if !spans.contains(&span) {
            spans.push(span);
        }
    }
    spans
}

/// The lines that a claim cites, where they are there.
fn cited(survey: &Survey<'_>, statement: &Statement<'_>) -> Vec<CitedSpan> {
    let (vault, note) = (survey.scope.vault, statement.note);
    let citations = statement.claim.citations.iter().filter_map(|&at| note.citations().get(at));
    let spans = citations.filter_map(|citation| {
        let span = vault.citation_span(note, citation).ok()?;
        let quote = citation
            .quote
            .clone()
            .filter(|q| vault.item(&span.evidence).is_some_and(|i| i.quotes(span.lines, q)));
        Some(CitedSpan { evidence: span.evidence, lines: span.lines, quote })
    });
    spans.collect()
}
