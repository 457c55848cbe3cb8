//! Brings in what other words for a question found, below what its own words found. It looks nothing up.

use std::collections::HashMap;

use super::query::Query;
use super::rank::{Hit, Via};

/// How much other words for a question count beside its own.
///
/// Less than its own words alone count where a model measures meaning beside them, so that the best answer in the words typed
/// comes before the best in other words; more than meaning alone, which brings in something for every question.
pub const OTHER_WORDS: f32 = 0.6;

/// The share of the lowest score of an exact hit that other words may reach.
const BELOW: f32 = 0.999;

/// Adds to `hits` of `asked` those of other words for it, and lifts those that are there already; keeps the order by score.
/// Gives for each document that other words brought or lifted which of `others` did.
///
/// No document gets by other words a score as high as that of one that holds every word typed.
pub fn widen(
    hits: &mut Vec<Hit>,
    asked: &Query,
    others: &[Vec<Hit>],
    key: impl Fn(u32) -> u64,
) -> HashMap<u32, usize> {
    let exact = hits.iter().filter(|hit| hit.holds_every_word(asked)).map(|hit| hit.score);
    let weight = OTHER_WORDS.min(BELOW * exact.fold(f32::INFINITY, f32::min));
    let mut places: HashMap<u32, usize> = hits.iter().map(|hit| hit.document).zip(0..).collect();
    let mut led = HashMap::new();
    for (other, found) in others.iter().enumerate() {
        for hit in found {
            let score = weight * hit.score;
            match places.get(&hit.document).map(|&place| &mut hits[place]) {
                Some(known) if known.score >= score => {}
                Some(known) => {
                    known.score = score;
                    known.legs.coverage = known.legs.coverage.max(hit.legs.coverage);
                    led.insert(hit.document, other);
                }
                None => {
                    places.insert(hit.document, hits.len());
                    hits.push(Hit { score, matched: 0, via: Via::Expansion, ..*hit });
                    led.insert(hit.document, other);
                }
            }
        }
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| key(a.document).cmp(&key(b.document))));
    led
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(document: u32, score: f32, matched: u64) -> Hit {
        Hit { score, matched, via: Via::Text, ..Hit::beyond_words(document) }
    }

    fn order(hits: &[Hit]) -> Vec<u32> {
        hits.iter().map(|hit| hit.document).collect()
    }

    #[test]
    fn other_words_bring_in_and_lift_and_never_pass_an_exact_hit() {
        let asked = Query::parse("refund window");
        let mut hits = vec![hit(0, 1.0, 0b01), hit(1, 0.3, 0b11), hit(2, 0.1, 0b01)];
        let led =
            widen(&mut hits, &asked, &[vec![hit(3, 1.0, 0b111), hit(2, 0.9, 1), hit(0, 0.8, 1)]], u64::from);
        assert_eq!(order(&hits), [0, 1, 3, 2]);
        assert_eq!((hits[2].via, hits[2].matched), (Via::Expansion, 0));
        assert_eq!(led, HashMap::from([(3, 0), (2, 0)]));
        assert!(!hits[2].holds_every_word(&asked), "the words are not those that were typed");
    }

    #[test]
    fn without_an_exact_hit_other_words_come_before_what_is_only_near() {
        let asked = Query::parse("refund window");
        let mut hits = vec![hit(0, 0.3, 0)];
        widen(&mut hits, &asked, &[vec![hit(1, 0.9, 1)], vec![hit(1, 1.0, 1)]], u64::from);
        assert_eq!(order(&hits), [1, 0]);
        assert!((hits[0].score - 0.6).abs() < 1e-6);
    }
}
