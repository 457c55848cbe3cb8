//! How well a note answers as a whole, all its pieces together. It ranks nothing by itself.

use std::collections::HashMap;

use super::rank::Hit;
use crate::path::RepoPath;

/// How many pieces of a note count; a long note is not better for being long.
const MOST: usize = 12;

/// How much the whole note counts beside the piece.
const WHOLE: f32 = 1.0;

/// Fills in how well the note of each of `hits` answers as a whole, from 0 to 1, and lets it count in the score.
///
/// A question in a sentence is seldom answered by one piece: what it asks of and what it asks for stand apart, and of two
/// pieces that share words with it the one counts whose note is about it. The squares of the pieces' scores are added up, so
/// that many pieces that hardly answer do not outweigh one that does. Where every note is one piece the order stays.
pub fn weigh_wholes(hits: &mut [Hit], note: impl Fn(u32) -> Option<RepoPath>, key: impl Fn(u32) -> u64) {
    let notes: Vec<Option<RepoPath>> = hits.iter().map(|hit| note(hit.document)).collect();
    let mut sums: HashMap<&RepoPath, (usize, f32)> = HashMap::new();
    // Best first, so that the best pieces of each note are the ones that count.
    for (note, hit) in notes.iter().zip(hits.iter()) {
        let Some(note) = note else { continue };
        let (pieces, sum) = sums.entry(note).or_default();
        if *pieces < MOST {
            *pieces += 1;
            *sum += hit.score * hit.score;
        }
    }
    let most = sums.values().map(|(_, sum)| *sum).fold(f32::EPSILON, f32::max);
    for (note, hit) in notes.iter().zip(hits.iter_mut()) {
        hit.legs.whole = note.as_ref().and_then(|note| sums.get(note)).map_or(0.0, |(_, sum)| sum / most);
        hit.score = (hit.score + WHOLE * hit.legs.whole) / (1.0 + WHOLE);
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| key(a.document).cmp(&key(b.document))));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(scores: &[f32]) -> Vec<Hit> {
        (0..).zip(scores).map(|(document, &score)| Hit { score, ..Hit::beyond_words(document) }).collect()
    }

    fn order(hits: &[Hit]) -> Vec<u32> {
        hits.iter().map(|hit| hit.document).collect()
    }

    fn note(name: &str) -> Option<RepoPath> {
        RepoPath::new(format!("{name}.md")).ok()
    }

    #[test]
    fn the_note_that_is_about_the_question_lifts_its_pieces() {
        let mut found = hits(&[1.0, 0.95, 0.8, 0.7]);
        weigh_wholes(&mut found, |document| note(if document == 0 { "passing" } else { "about" }), u64::from);
        assert_eq!(order(&found), [1, 2, 3, 0]);
        assert!(found.iter().all(|hit| (0.0..=1.0).contains(&hit.score)));
    }

    #[test]
    fn notes_of_one_piece_keep_their_order() {
        let mut found = hits(&[1.0, 0.6, 0.59, 0.1]);
        weigh_wholes(&mut found, |document| note(&document.to_string()), u64::from);
        assert_eq!(order(&found), [0, 1, 2, 3]);
    }
}
