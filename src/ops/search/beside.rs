//! The other chunks of the notes that answer a question best.

use crate::path::RepoPath;
use crate::port::{IndexError, IndexView};
use crate::search::{Chunk, Hit, Query, Via};

/// How many of the best notes are read beyond the chunks that hold words of the query.
const READ_WHOLE: usize = 8;

/// How much a chunk counts that only stands in the same note as one that answers.
const BESIDE: f32 = 0.5;

/// The other chunks of the notes that answer a question best.
///
/// Who asks in a sentence wants what the note says of it, not only the lines that happen to use the same words.
/// Who looks for one or two words, an identifier or a phrase gets just these.
pub(super) fn beside(
    view: &dyn IndexView,
    query: &Query,
    ranked: &[(Hit, Chunk)],
) -> Result<Vec<(Hit, Chunk)>, IndexError> {
    let mut found = Vec::new();
    if query.terms.len() < 3 || !query.phrases.is_empty() {
        return Ok(found);
    }
    let mut notes: Vec<&RepoPath> = Vec::new();
    for (best, chunk) in ranked {
        if notes.len() == READ_WHOLE {
            break;
        }
        if chunk.index_page || notes.contains(&&chunk.note) {
            continue;
        }
        notes.push(&chunk.note);
        for document in view.pieces(&chunk.note)? {
            if ranked.iter().any(|(hit, _)| hit.document == document) {
                continue;
            }
            let score = BESIDE * best.score;
            let mut hit = Hit { score, via: Via::Text, ..Hit::beyond_words(document) };
            hit.legs.whole = best.legs.whole;
            found.extend(Chunk::decode(&view.body(document)?).map(|chunk| (hit, chunk)));
        }
    }
    Ok(found)
}
