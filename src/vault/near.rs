//! The names nearest to one that nothing answers to, for "did you mean". It suggests and resolves nothing.

use crate::path::RepoPath;
use crate::vault::Catalogue;
use crate::vault::form::fold;

/// The names of all notes, made when the first suggestion is asked for.
#[derive(Debug)]
pub(super) struct Stems(Vec<Stem>);

/// A name that may have been meant.
#[derive(Debug)]
struct Stem {
    folded: Box<str>,
    signature: u64,
    file: u32,
}

impl Stems {
    pub fn new(catalogue: &Catalogue) -> Stems {
        let stems = catalogue.named_files().filter(|(_, path)| path.is_markdown()).map(|(file, path)| {
            let folded = fold(path.file_stem());
            Stem { signature: signature(&folded), file, folded: folded.into() }
        });
        Stems(stems.collect())
    }

    /// The files whose names are within a few edits of `name`, nearest first, and the way there.
    pub fn near<'c>(&self, name: &str, catalogue: &'c Catalogue) -> Vec<&'c RepoPath> {
        let wanted = fold(name);
        let limit = (wanted.chars().count() / 4).min(3);
        let wanted_signature = signature(&wanted);
        let chars: Vec<char> = wanted.chars().collect();
        let mut row = Vec::new();
        let mut found: Vec<(usize, &RepoPath)> = self
            .0
            .iter()
            // An edit changes at most two bits of the signature: most names are dropped without a look.
            .filter(|stem| (stem.signature ^ wanted_signature).count_ones() as usize <= 2 * limit)
            .filter_map(|stem| {
                let distance = distance(&stem.folded, &chars, limit, &mut row)?;
                Some((distance, catalogue.path(stem.file)))
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, path)| path).collect()
    }
}

/// Which characters a name is made of, a bit for every class of them.
fn signature(name: &str) -> u64 {
    name.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 64))
}

/// The edit distance of two names, `None` above `limit`.
///
/// Only cells within `limit` of the diagonal can matter (Ukkonen 1985), which is all that most names cost.
fn distance(one: &str, two: &[char], limit: usize, row: &mut Vec<usize>) -> Option<usize> {
    const FAR: usize = usize::MAX / 2;
    row.clear();
    row.extend((0..=two.len()).map(|at| if at <= limit { at } else { FAR }));
    let mut length = 0;
    for (i, a) in one.chars().enumerate() {
        length = i + 1;
        let (first, last) = (i.saturating_sub(limit), (i + limit).min(two.len().saturating_sub(1)));
        if first > last || length > two.len() + limit {
            return None;
        }
        let mut corner = row[first];
        row[first] = if first == 0 && length <= limit { length } else { FAR };
        let mut least = row[first];
        for (j, b) in two.iter().enumerate().take(last + 1).skip(first) {
            let replaced = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
            least = least.min(row[j + 1]);
        }
        if last + 2 < row.len() {
            row[last + 2] = FAR;
        }
        if least > limit {
            return None;
        }
    }
    two.len().checked_sub(length).is_none_or(|more| more <= limit).then_some(())?;
    row.last().copied().filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance by the whole table (Wagner and Fischer 1974).
    fn plain(one: &[char], two: &[char]) -> usize {
        let mut row: Vec<usize> = (0..=two.len()).collect();
        for (i, a) in one.iter().enumerate() {
            let mut corner = row[0];
            row[0] = i + 1;
            for (j, b) in two.iter().enumerate() {
                let replaced = corner + usize::from(a != b);
                corner = row[j + 1];
                row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
            }
        }
        row[two.len()]
    }

    proptest::proptest! {
        #[test]
        fn the_band_gives_the_distance(one in "[ab]{0,9}", two in "[abé]{0,9}", limit in 0_usize..4) {
            let chars: (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
            let whole = Some(plain(&chars.0, &chars.1)).filter(|&distance| distance <= limit);
            proptest::prop_assert_eq!(distance(&one, &chars.1, limit, &mut Vec::new()), whole);
        }
    }
}
