//! Finds paragraphs that are almost the same, in time that grows with their number: of each the smallest hashes of its rows
//! of words are kept, and only those that share some are compared.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// Shorter paragraphs are alike by chance.
const LEAST_WORDS: usize = 20;
/// How many words make a row.
const ROW: usize = 3;
/// How many hashes are kept of a paragraph.
const KEPT: usize = 8;
/// How many of them two paragraphs must share to be compared.
const SHARED: usize = 3;
/// A hash that more paragraphs have than this is a phrase that everybody uses.
const MOST_OWNERS: usize = 50;

/// What is kept of one paragraph.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The file it stands in.
    pub file: u32,
    /// Its bytes in the note.
    pub span: Range<usize>,
    hashes: Vec<u64>,
}

/// The paragraphs of `text` from the byte `start` on that are long enough; `file` is where they stand.
pub(super) fn sketches(file: u32, text: &str, start: usize) -> Vec<Sketch> {
    let mut found = Vec::new();
    let (mut at, mut fence) = (start, None::<&str>);
    let mut block: Option<Range<usize>> = None;
    for line in text[start..].split_inclusive('\n') {
        let words = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| words.starts_with(mark));
        match (fence, mark) {
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, Some(mark)) => fence = Some(mark),
            _ => {}
        }
        // Code, or a footnote that goes on: quoted words stand in many notes.
        let is_set_in =
            block.is_none() && line.starts_with([' ', '\t']) && line.len() - line.trim_start().len() >= 4;
        let is_text = fence.is_none()
            && mark.is_none()
            && !words.is_empty()
            && !is_set_in
            && !words.starts_with(['#', '|', '[']);
        match (&mut block, is_text) {
            (Some(block), true) => block.end = at + line.trim_end().len(),
            (None, true) => block = Some(at..at + line.trim_end().len()),
            (_, false) => found.extend(block.take().and_then(|block| sketch(file, text, block))),
        }
        at += line.len();
    }
    found.extend(block.and_then(|block| sketch(file, text, block)));
    found
}

fn sketch(file: u32, text: &str, span: Range<usize>) -> Option<Sketch> {
    let mut hashes = rows(&text[span.clone()]).into_iter().collect::<Vec<_>>();
    if hashes.len() + ROW <= LEAST_WORDS {
        return None;
    }
    hashes.truncate(KEPT);
    Some(Sketch { file, span, hashes })
}

/// The hashes of the rows of words in `text`, smallest first. Case, signs and citations make no difference.
fn rows(text: &str) -> BTreeSet<u64> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.split("[^").next().unwrap_or(word))
        .map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let hash = |row: &[String]| {
        let mut hasher = DefaultHasher::new();
        row.hash(&mut hasher);
        hasher.finish()
    };
    words.windows(ROW).map(hash).collect()
}

/// Pairs of paragraphs that may be alike, the later first, each later one with the earliest it shares most with.
pub(super) fn alike(blocks: &[Sketch]) -> Vec<(usize, usize)> {
    let mut owners: HashMap<u64, Vec<usize>> = HashMap::new();
    for (index, block) in blocks.iter().enumerate() {
        for &hash in &block.hashes {
            owners.entry(hash).or_default().push(index);
        }
    }
    let mut pairs = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for hash in &block.hashes {
            let owners = owners.get(hash).filter(|owners| owners.len() <= MOST_OWNERS);
            for &owner in owners.into_iter().flatten().filter(|&&owner| owner < index) {
                *shared.entry(owner).or_default() += 1;
            }
        }
        let best = shared.into_iter().max_by_key(|&(owner, count)| (count, std::cmp::Reverse(owner)));
        pairs.extend(best.filter(|&(_, count)| count >= SHARED).map(|(owner, _)| (index, owner)));
    }
    pairs
}

/// How many of the rows of words of two texts both have, in percent of all (Jaccard).
pub(super) fn similarity(one: &str, other: &str) -> u32 {
    let (one, other) = (rows(one), rows(other));
    let both = one.intersection(&other).count();
    let all = one.len() + other.len() - both;
    u32::try_from(both * 100 / all.max(1)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one";

    #[test]
    fn signs_case_and_citations_make_no_difference() {
        let other = TEXT.to_uppercase().replace("FIVE", "five,[^a]");
        assert_eq!(similarity(TEXT, &other), 100);
        assert!(similarity(TEXT, &TEXT.replace("ten", "10")) < 80);
    }

    #[test]
    fn short_paragraphs_tables_and_code_are_left_alone() {
        let note = format!("one two three\n\n```\n{TEXT}\n```\n\n| {TEXT} |\n\n# {TEXT}\n\n{TEXT}\n");
        let found = sketches(0, &note, 0);
        assert_eq!(found.len(), 1);
        assert_eq!(&note[found[0].span.clone()], TEXT);
    }
}
