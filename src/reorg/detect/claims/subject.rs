//! Whether two claims are about the same: a short claim leaves to the title and the headings above it what it is about.

use std::sync::LazyLock;

use super::pairs::Pair;
use crate::reorg::survey::{Statement, Survey};
use crate::verify::{Gist, Term};

/// Words that a title has whatever the note is about.
const GENERIC: &str = "policy policies guide guides rule rules overview faq notes note page handbook documentation docs \
    reference basics introduction summary details information info general process procedure standard standards \
    the knowledge how-to howto manual list terms conditions settings setup old new draft copy version";

/// A claim that shares so many words with another says itself what it is about.
const SPEAKS_FOR_ITSELF: usize = 3;

/// Whether the claims of `pair` are about the same.
pub(super) fn is_same(survey: &Survey<'_>, pair: &Pair) -> bool {
    let (one, other) = (&survey.statements[pair.one], &survey.statements[pair.other]);
    static GENERIC_WORDS: LazyLock<Box<[u64]>> = LazyLock::new(|| Gist::words_of(GENERIC));
    let above = [above(one), above(other)];
    let alone = |mine: usize, theirs: usize| -> Vec<u64> {
        let own = above[mine].iter().copied();
        own.filter(|key| !above[theirs].contains(key) && !GENERIC_WORDS.contains(key)).collect()
    };
    let (mine, theirs) = (alone(0, 1), alone(1, 0));
    if mine.is_empty() || theirs.is_empty() {
        return true;
    }
    // Each says a word of its own title that the other claim has not: each is about its own.
    let says =
        |only: usize, keys: &[u64]| pair.contrast.only[only].iter().any(|term| keys.contains(&term.key));
    if says(0, &mine) && says(1, &theirs) {
        return false;
    }
    // Within one note the headings tell apart what would else be said twice in a row.
    if one.note.path == other.note.path {
        return false;
    }
    // The claims name the subject that stands above one of them: it is said, and not left to the title.
    let names =
        |statement: &Statement<'_>, keys: &[u64]| keys.iter().any(|key| statement.gist.words.contains(key));
    let is_said = names(one, &theirs) || names(other, &mine) || (names(one, &mine) && names(other, &mine));
    is_said || pair.contrast.shared.len() + pair.contrast.agreeing >= SPEAKS_FOR_ITSELF
}

/// What the claims of a pair say beside the words of the titles and headings above them, by weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnWords {
    /// What both say.
    pub shared: f64,
    /// What only the first and only the second says.
    pub only: [f64; 2],
}

impl OwnWords {
    /// The share of what both say in what the one says that says less, from 0 to 1; 1 where both say nothing of their own.
    pub fn cover(&self) -> f64 {
        let less = self.only[0].min(self.only[1]);
        if self.shared + less > 0.0 { self.shared / (self.shared + less) } else { 1.0 }
    }
}

/// What the claims of `pair` say beside what they are about.
pub(super) fn own_words(survey: &Survey<'_>, pair: &Pair) -> OwnWords {
    let mut about = above(&survey.statements[pair.one]);
    about.extend(above(&survey.statements[pair.other]));
    let sum = |terms: &[Term], weights: &[f64]| {
        terms
            .iter()
            .zip(weights)
            .filter(|(term, _)| !about.contains(&term.key))
            .map(|(_, weight)| weight)
            .sum()
    };
    let [shared, one, other] = &pair.weights;
    OwnWords {
        shared: sum(&pair.contrast.shared, shared),
        only: [sum(&pair.contrast.only[0], one), sum(&pair.contrast.only[1], other)],
    }
}

/// The words of the title and of the headings above a claim.
fn above(statement: &Statement<'_>) -> Vec<u64> {
    let mut text = statement.note.title().to_owned();
    for heading in statement.claim.headings.iter() {
        text.push_str("; ");
        text.push_str(heading);
    }
    Gist::words_of(&text).into_vec()
}
