//! Binding: where a cited sentence gives several values, each belongs to its own words.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::verify::judge::Case;
use crate::verify::judgment::{AtomKind, Fault};
use crate::verify::sentence::Sentence;
use crate::verify::values::Value;
use crate::verify::words;

/// Values that the claim ties to the words of another value.
pub(super) fn faults(case: &Case<'_>) -> Vec<Fault> {
    case.values
        .iter()
        .filter_map(|value| fault(case, value).or_else(|| second_thought(case, value)))
        .collect()
}

fn fault(case: &Case<'_>, value: &Value) -> Option<Fault> {
    let (at, tokens) = value.found.as_ref()?;
    // A value that stands in several places is tied by the best of them.
    if value.places.len() > 1 {
        return None;
    }
    let heard = &case.heard[*at];
    let sentence = &heard.sentence;
    let others: Vec<Range<usize>> =
        same_kind(sentence, value.kind, tokens).into_iter().filter(|other| other != tokens).collect();
    // The row of a table has no clauses to tell apart.
    if !sentence.tokens.iter().any(|token| words::is_stop(&token.lower)) {
        return None;
    }
    let own_segment = sentence.segments[tokens.start];
    // "three years and four months" is one value in two pieces.
    let pieces = |other: &Range<usize>| {
        other.start.abs_diff(tokens.end).min(tokens.start.abs_diff(other.end)) <= 1
            && case
                .values
                .iter()
                .any(|value| value.found.as_ref().is_some_and(|(place, found)| place == at && found == other))
    };
    // A list gives each value its own place; where the claim repeats it, the order tells which is which.
    let repeated = |other: &Range<usize>| {
        sentence.slice(other.clone()) == sentence.slice(tokens.clone())
            || (others.len() > 1
                && case.values.iter().any(|value| {
                    value.found.as_ref().is_some_and(|(place, found)| place == at && found == other)
                }))
    };
    if others.iter().any(repeated) {
        return None;
    }
    if others.iter().any(pieces) {
        return None;
    }
    let rivals: Vec<&Range<usize>> =
        others.iter().filter(|other| sentence.segments[other.start] != own_segment).collect();
    if rivals.is_empty() || (rivals.len() < others.len()) {
        return None;
    }
    let claim_segment = case.claim.segments[value.tokens.start];
    // Words of the claim's segment that stand in exactly one segment of the sentence tell which value is meant.
    let telling = |segment: usize| {
        case.claim
            .words
            .iter()
            .filter(|word| case.claim.segments[word.token] == claim_segment)
            .filter(|word| {
                let places: BTreeSet<usize> = sentence
                    .words
                    .iter()
                    .filter(|own| own.alike(word))
                    .map(|own| sentence.segments[own.token])
                    .collect();
                places.len() == 1 && places.contains(&segment)
            })
            .map(|word| if word.name { 2 } else { 1 })
            .sum::<usize>()
    };
    let own = telling(own_segment);
    let rival = rivals.into_iter().find(|other| telling(sentence.segments[other.start]) > own)?;
    Some(Fault::contradicts(format!(
        "L{} says this of `{}`, not of `{}`",
        heard.line,
        sentence.slice(rival.clone()),
        sentence.slice(tokens.clone())
    )))
}

/// The fault where a question is answered by one value and the claim takes another that is said after it.
fn second_thought(case: &Case<'_>, value: &Value) -> Option<Fault> {
    let (at, tokens) = value.found.as_ref()?;
    let [place] = value.places.as_slice() else { return None };
    let heard = &case.heard[*place];
    let shared = |at: usize| case.words.iter().filter(|places| places.contains(&at)).count();
    if shared(*at) > 0 {
        return None;
    }
    let first = (0..*at)
        .rev()
        .take_while(|&before| {
            case.heard[before].line == heard.line && case.heard[before].party == heard.party
        })
        .last()?;
    first.checked_sub(1).filter(|&before| case.heard[before].sentence.question && shared(before) > 0)?;
    let sentence = &case.heard[first].sentence;
    let own = heard.sentence.quantities.iter().find(|quantity| quantity.tokens == *tokens)?;
    let answer = sentence
        .quantities
        .iter()
        .find(|other| other.dimension() == own.dimension() && !other.base().agrees(&own.base()))?;
    Some(Fault::contradicts(format!(
        "L{} answers with `{}`, not with `{}`",
        heard.line,
        sentence.slice(answer.tokens.clone()),
        heard.sentence.slice(tokens.clone())
    )))
}

/// The values of `sentence` that can be mistaken for the one at `tokens`.
fn same_kind(sentence: &Sentence, kind: AtomKind, tokens: &Range<usize>) -> Vec<Range<usize>> {
    match kind {
        AtomKind::Quantity => {
            let own = sentence.quantities.iter().find(|quantity| quantity.tokens == *tokens);
            let alike = |other: &&crate::verify::quantity::Quantity| {
                own.is_some_and(|own| own.dimension() == other.dimension() && own.ordinal == other.ordinal)
            };
            sentence.quantities.iter().filter(alike).map(|quantity| quantity.tokens.clone()).collect()
        }
        AtomKind::Date => sentence.days.iter().map(|day| day.tokens.clone()).collect(),
        AtomKind::Time => sentence.hours.iter().map(|hour| hour.tokens.clone()).collect(),
        AtomKind::Identifier => sentence.codes.iter().map(|code| code.tokens.clone()).collect(),
        _ => Vec::new(),
    }
}
