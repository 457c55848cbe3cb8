//! The sentences of the results: the claims that stand in their lines, each with what it cites itself. It chooses none.

use jiff::civil::Date;

use super::report::Sentence;
use crate::evidence::EvidenceId;
use crate::note::{Claim, DISPUTED, FORMERLY, Note, day};
use crate::ops::search::SearchResult;
use crate::redact::Redaction;
use crate::search::CitedLines;
use crate::text::fold_space;

/// The sentences of `result`, whose note is `note`: its claims, or its text as it stands where that makes none. What the
/// result does not show, since `redaction` hides it, no sentence shows.
pub(super) fn candidates(
    note: &Note,
    result: &SearchResult,
    today: Date,
    redaction: &Redaction,
) -> Vec<Sentence> {
    let shown = letters(&result.text);
    let stands = |claim: &Claim, text: &str| {
        let lines = claim.lines;
        let overlaps = lines.first() <= result.lines.last() && result.lines.first() <= lines.last();
        overlaps && shown.contains(&letters(text))
    };
    let marks = marks(note, result, today);
    let sentence = |text: &str, lines, citations: Vec<CitedLines>, headings| Sentence {
        marks: with_own(&marks, text, citations.is_empty()),
        text: text.to_owned(),
        path: result.path.clone(),
        lines,
        commit: result.commit.clone(),
        title: result.title.clone(),
        headings,
        citations,
        valid_until: result.valid_until,
    };
    let claims: Vec<Sentence> = note
        .claims()
        .iter()
        .map(|claim| (claim, redaction.text(&claim.text)))
        .filter(|(claim, text)| stands(claim, text))
        .map(|(claim, text)| {
            sentence(&text, claim.lines, cited(note, claim, result), above(note, claim, redaction))
        })
        .collect();
    if claims.is_empty() && !result.text.trim().is_empty() {
        return vec![sentence(&result.text, result.lines, result.citations.clone(), result.headings.clone())];
    }
    claims
}

/// What `claim` cites, as far as the result shows it.
fn cited(note: &Note, claim: &Claim, result: &SearchResult) -> Vec<CitedLines> {
    let citations = claim.citations.iter().filter_map(|&at| note.citations().get(at));
    let mut cited: Vec<CitedLines> = citations
        .filter_map(|citation| {
            let evidence = citation.target.rsplit('/').find(|part| part.parse::<EvidenceId>().is_ok())?;
            Some(CitedLines { evidence: evidence.to_owned(), lines: citation.lines })
        })
        .filter(|cited| result.citations.contains(cited))
        .collect();
    cited.sort();
    cited.dedup();
    cited
}

fn above(note: &Note, claim: &Claim, redaction: &Redaction) -> Vec<String> {
    let headings = claim.headings.iter().filter(|heading| *heading != note.title());
    headings.map(|heading| redaction.text(heading).into_owned()).collect()
}

/// What holds for every sentence of the note.
fn marks(note: &Note, result: &SearchResult, today: Date) -> Vec<&'static str> {
    let stated = |key: &str| note.front.text(key).and_then(day);
    let over = |key: &str| stated(key).is_some_and(|last| last < today);
    let marks = [
        (result.status.as_deref() == Some("draft"), "draft"),
        (result.status.as_deref() == Some("deprecated"), "deprecated"),
        (note.front.get("superseded_by").is_some_and(|field| !field.value.is_null()), "superseded"),
        (result.standing.as_deref() == Some("unconfirmed"), "unconfirmed"),
        (result.standing.as_deref() == Some("disputed"), "disputed"),
        (over("valid_until") || over("stale_after"), "expired"),
        (stated("valid_from").is_some_and(|first| today < first), "not yet valid"),
    ];
    marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect()
}

/// `marks`, and what the sentence says of itself.
fn with_own(marks: &[&'static str], text: &str, is_uncited: bool) -> Vec<&'static str> {
    let mut all = marks.to_vec();
    let own = [
        (text.starts_with(FORMERLY), "formerly"),
        (text.starts_with(DISPUTED) && !marks.contains(&"disputed"), "disputed"),
        (is_uncited, "uncited"),
    ];
    all.extend(own.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark));
    all
}

/// A text by its letters and digits, for comparing what was written with what is shown of it.
pub(super) fn letters(text: &str) -> String {
    fold_space(text).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
