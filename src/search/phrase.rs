//! Words in quotes: whether a chunk has them as they stand.

use super::chunk::Chunk;
use super::fold::exact;
use super::query::Query;
use crate::text::contains_words;

/// Whether `chunk` has every quoted phrase of `query`, case aside.
pub(super) fn admits(query: &Query, chunk: &Chunk) -> bool {
    query.phrases.iter().all(|phrase| stands_in(phrase, chunk))
}

/// Whether `chunk` has `phrase` in its title, a heading or its text, case aside.
pub(super) fn stands_in(phrase: &str, chunk: &Chunk) -> bool {
    let phrase = exact(phrase);
    let has = |text: &str| contains_words(&exact(text), &phrase);
    has(&chunk.title)
        || chunk.headings.iter().any(|heading| has(heading))
        || chunk.units.iter().any(|unit| has(&unit.text))
        || has(&chunk.units.iter().map(|unit| unit.text.as_str()).collect::<Vec<_>>().join(" "))
}
