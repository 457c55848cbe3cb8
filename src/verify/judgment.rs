//! What judging one claim gives: a verdict, its reasons, and the atoms with what was found for each.

use crate::evidence::EvidenceId;
use crate::proposal::Verdict;

/// What kind of thing an atom of a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AtomKind {
    /// A number with what it counts.
    Quantity,
    /// A date, a month, a weekday.
    Date,
    /// A time of day.
    Time,
    /// A code, an address, a telephone or account number.
    Identifier,
    /// A name.
    Name,
    /// Words in quotation marks.
    Quote,
    /// A negation.
    Negation,
    /// A content word.
    Word,
}

/// One atom of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Its kind.
    pub kind: AtomKind,
    /// As the claim writes it.
    pub text: String,
    /// Where the evidence says it; `None` where it does not.
    pub found: Option<Found>,
}

/// Where the evidence says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The item.
    pub evidence: EvidenceId,
    /// The line.
    pub line: u32,
    /// The words there, as written.
    pub words: String,
}

/// The judgment on one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not plainly supported, one sentence an entry, each quoting evidence and line.
    pub reasons: Vec<String>,
    /// The atoms in the order of the claim, by kind.
    pub atoms: Vec<Atom>,
    /// The sentences of the evidence that the verdict rests on, best first.
    pub rests_on: Vec<Found>,
}

/// How much a fault weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// The evidence says less, or says it with more reserve.
    Weakens,
    /// The evidence does not say it.
    Missing,
    /// The evidence says something else.
    Contradicts,
}

/// One thing wrong with a claim.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// How much it weighs.
    pub weight: Weight,
    /// Why, quoting evidence and line.
    pub reason: String,
}

impl Fault {
    /// The evidence says something else.
    pub fn contradicts(reason: String) -> Fault {
        Fault { weight: Weight::Contradicts, reason }
    }

    /// The evidence does not say it.
    pub fn missing(reason: String) -> Fault {
        Fault { weight: Weight::Missing, reason }
    }

    /// The evidence says less.
    pub fn weakens(reason: String) -> Fault {
        Fault { weight: Weight::Weakens, reason }
    }
}
