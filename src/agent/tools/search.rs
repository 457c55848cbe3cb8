//! `search_notes` and `search_evidence`.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;

use super::page::{cut, page};
use crate::agent::looking::{Looking, unmerged};
use crate::port::{Passages, SeekError};

/// How many passages one search gives.
const PASSAGES: usize = 8;

/// How many characters of each.
const EACH: usize = 700;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// Words, a question, or "words in quotes"
    query: String,
}

pub(super) fn search_notes<D: Looking>(desk: &mut D, search: Search) -> Result<String, String> {
    let library = desk.library();
    let answer = library.seek.notes(&search.query, &library.caller, &desk.changes(), PASSAGES);
    let places: BTreeSet<String> =
        answer.iter().flat_map(|answer| &answer.found).map(|passage| passage.place.clone()).collect();
    let told = told(desk, answer, "notes")?;
    Ok(told + &unmerged(desk, |path| places.contains(path.as_str())))
}

pub(super) fn search_evidence<D: Looking>(desk: &mut D, search: Search) -> Result<String, String> {
    let library = desk.library();
    let answer = library.seek.evidence(&search.query, &library.caller, PASSAGES);
    told(desk, answer, "evidence items")
}

/// Nothing found and not able to look are two answers.
fn told(desk: &impl Looking, answer: Result<Passages, SeekError>, what: &str) -> Result<String, String> {
    let library = desk.library();
    let answer =
        answer.map_err(|error| format!("the search failed, which says nothing of what there is: {error}"))?;
    let passage = |passage: &crate::port::Passage| {
        let source = format!("{}#{} ({})", passage.place, passage.lines, cut(&passage.title, 80));
        library.fence.around(&source, &cut(&library.shown(&passage.text), EACH))
    };
    let mut text = page(answer.found.iter().map(passage), |_| "ask for something narrower".to_owned());
    if answer.found.is_empty() {
        text = format!("Nothing found in {} {what}.\n", answer.examined);
    }
    if let Some(reason) = answer.reason {
        text.push_str(&format!("[{}]\n", library.shown(&cut(&reason, 300))));
    }
    Ok(text)
}
