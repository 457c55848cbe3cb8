//! How well a note answers as a whole, all its pieces together. It ranks nothing by itself.

use std::collections::HashMap;

use super::rank::Hit;
use crate::path::RepoPath;

/// How many pieces of a note count; a long note is not better for being long.
const MOST: usize = 12;

/// Fills in how well the note of each of `hits`, which stand best first, answers as a whole, from 0 to 1.
///
/// A question in a sentence is seldom answered by one piece: what it asks of and what it asks for stand apart, and of two
/// pieces that share words with it the one counts whose note is about it. The squares of the pieces' scores are added up, so
/// that many pieces that hardly answer do not outweigh one that does. The order of the hits is not touched: a long note is no
/// better an answer, it only has more to give.
pub fn weigh_wholes(hits: &mut [Hit], note: impl Fn(u32) -> Option<RepoPath>) {
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(scores: &[f32]) -> Vec<Hit> {
        (0..).zip(scores).map(|(document, &score)| Hit { score, ..Hit::beyond_words(document) }).collect()
    }

    fn note(name: &str) -> Option<RepoPath> {
        RepoPath::new(format!("{name}.md")).ok()
    }

    #[test]
    fn the_note_that_is_about_the_question_weighs_more() {
        let mut found = hits(&[1.0, 0.95, 0.8, 0.7]);
        weigh_wholes(&mut found, |document| note(if document == 0 { "passing" } else { "about" }));
        let wholes: Vec<f32> = found.iter().map(|hit| hit.legs.whole).collect();
        assert!(wholes[0] < 0.6, "{wholes:?}");
        assert_eq!(wholes[1..], [1.0, 1.0, 1.0]);
        assert_eq!(found[0].score, 1.0, "the order is that of the pieces");
    }
}
