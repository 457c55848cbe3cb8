//! Packs the best units into a token budget: small pieces, spread over the notes, none twice.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::chunk::Chunk;
use super::passage::Passage;
use super::rank::Hit;

/// How many characters a token is, everywhere in kb.
pub const CHARACTERS: usize = 4;

/// How much each further unit of a note counts beside the one before it.
const SAME_NOTE: f32 = 0.99;

/// What an answer may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The tokens of text, all results together.
    pub tokens: usize,
    /// The results.
    pub results: usize,
}

/// One chunk in an answer, with the units that fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// The place of the chunk among the ranked ones.
    pub chunk: usize,
    /// The places of its units, ascending.
    pub units: Vec<usize>,
    /// The score of the chunk.
    pub score: f32,
    /// The text to give back.
    pub text: String,
}

/// Chooses from `passages`, best first, as much as fits `limits`.
pub fn pack(chunks: &[(Hit, Chunk)], passages: Vec<Passage>, limits: Limits) -> Vec<Packed> {
    let mut room = limits.tokens.saturating_mul(CHARACTERS);
    let mut chosen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut seen: HashSet<String> = HashSet::new();
    for passage in spread(chunks, passages) {
        let chunk = &chunks[passage.chunk].1;
        let text = chunk.units.get(passage.unit).map_or(chunk.title.as_str(), |unit| unit.text.as_str());
        let size = text.chars().count() + 1;
        let is_new = !chosen.contains_key(&passage.chunk);
        if is_new && chosen.len() >= limits.results {
            continue;
        }
        // The best piece is given back even when it must be cut.
        if size > room && !chosen.is_empty() {
            continue;
        }
        if !seen.insert(folded(text)) {
            continue;
        }
        room = room.saturating_sub(size);
        chosen.entry(passage.chunk).or_default().push(passage.unit);
        if room == 0 {
            break;
        }
    }
    let limit = limits.tokens.saturating_mul(CHARACTERS);
    let mut packed: Vec<Packed> = chosen
        .into_iter()
        .map(|(at, mut units)| {
            units.sort_unstable();
            let chunk = &chunks[at].1;
            let texts: Vec<&str> = units
                .iter()
                .map(|&unit| chunk.units.get(unit).map_or(chunk.title.as_str(), |unit| unit.text.as_str()))
                .collect();
            Packed { chunk: at, text: cut(texts.join("\n"), limit), score: chunks[at].0.score, units }
        })
        .collect();
    packed.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
    packed
}

/// Orders passages so that each further one of a note counts less.
fn spread(chunks: &[(Hit, Chunk)], passages: Vec<Passage>) -> Vec<Passage> {
    let mut taken: HashMap<&str, i32> = HashMap::new();
    let mut weighed: Vec<Passage> = passages
        .into_iter()
        .map(|passage| {
            let count = taken.entry(chunks[passage.chunk].1.note.as_str()).or_default();
            let score = passage.score * SAME_NOTE.powi(*count);
            *count += 1;
            Passage { score, ..passage }
        })
        .collect();
    weighed
        .sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (a.chunk, a.unit).cmp(&(b.chunk, b.unit))));
    weighed
}

/// The text by which two units are the same: its words, the signs around them and case aside.
fn folded(text: &str) -> String {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

fn cut(text: String, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text,
        Some((end, _)) => {
            let kept = &text[..end];
            let space = kept.rfind(char::is_whitespace).filter(|&at| at > end / 2).unwrap_or(end);
            format!("{}…", kept[..space].trim_end())
        }
    }
}
