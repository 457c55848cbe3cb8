//! Brings in the notes that the best results are linked with.

use crate::path::RepoPath;
use crate::port::{IndexError, IndexView};
use crate::search::{Chunk, Hit, Judgment, Sieve, Via, neighbours};

/// How many of the best notes bring their neighbours.
const FROM: usize = 3;

/// How many neighbours each brings.
const EACH: usize = 5;

/// How much a neighbour counts beside the note that brings it.
const DECAY: f32 = 0.8;

/// Adds the neighbours of the best notes to `ranked`, or lifts those that are there already; keeps the order by score.
///
/// A neighbour is shown by its piece that answers best, else by its first.
pub(super) fn related(
    view: &dyn IndexView,
    knowledge: Option<&RepoPath>,
    sieve: &Sieve<'_, '_>,
    ranked: &mut Vec<(Hit, Chunk)>,
) -> Result<(), IndexError> {
    let mut best: Vec<(RepoPath, f32)> = Vec::new();
    for (hit, chunk) in ranked.iter() {
        if best.len() < FROM && !chunk.index_page && !best.iter().any(|(note, _)| *note == chunk.note) {
            best.push((chunk.note.clone(), hit.score));
        }
    }
    for (note, score) in &best {
        for neighbour in neighbours(view, note, knowledge, EACH)? {
            let score = DECAY * neighbour.weight * score;
            let there = ranked.iter_mut().find(|(_, chunk)| chunk.note == neighbour.note);
            if let Some((hit, _)) = there {
                if hit.score < score {
                    hit.score = score;
                    hit.via = Via::Link;
                }
                continue;
            }
            let pieces = view.pieces(&neighbour.note)?;
            let admitted = |piece: &&u32| sieve.judge(**piece) == Judgment::Admitted;
            let Some(&document) = pieces.iter().find(admitted) else { continue };
            let Some(chunk) = Chunk::decode(&view.body(document)?) else { continue };
            if !chunk.index_page && sieve.passes(&chunk)? {
                ranked.push((Hit { score, via: Via::Link, ..Hit::beyond_words(document) }, chunk));
            }
        }
    }
    ranked.sort_by(|(a, _), (b, _)| {
        b.score.total_cmp(&a.score).then_with(|| view.key(a.document).cmp(&view.key(b.document)))
    });
    Ok(())
}
