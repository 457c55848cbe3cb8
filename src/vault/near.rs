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
        let mut found: Vec<(usize, &RepoPath)> = self
            .0
            .iter()
            // An edit changes at most two bits of the signature: most names are dropped without a look.
            .filter(|stem| (stem.signature ^ wanted_signature).count_ones() as usize <= 2 * limit)
            .filter_map(|stem| {
                let distance = distance(&stem.folded, &wanted, limit)?;
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
fn distance(one: &str, two: &str, limit: usize) -> Option<usize> {
    let two: Vec<char> = two.chars().collect();
    if one.chars().count().abs_diff(two.len()) > limit {
        return None;
    }
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in two.iter().enumerate() {
            let replaced = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
        if row.iter().min().is_some_and(|&least| least > limit) {
            return None;
        }
    }
    row.last().copied().filter(|&distance| distance <= limit)
}
