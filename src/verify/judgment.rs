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

/// In what a claim departs from its evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lapse {
    /// In a value, a name, a word: it says more, or something else.
    #[default]
    Content,
    /// It leaves out a condition, an exception or a limit.
    Condition,
    /// It leaves out a negation.
    Negation,
    /// It states what is only supposed, planned or asked.
    Doubt,
}

/// The judgment on one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not plainly supported, one sentence an entry, each quoting evidence and line.
    pub reasons: Vec<String>,
    /// In what it departs from the evidence, one for each of the reasons.
    pub lapses: Vec<Lapse>,
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
    /// In what the claim departs.
    pub lapse: Lapse,
}

impl Fault {
    /// The evidence says something else.
    pub fn contradicts(reason: String) -> Fault {
        Fault { weight: Weight::Contradicts, reason, lapse: Lapse::Content }
    }

    /// The evidence does not say it.
    pub fn missing(reason: String) -> Fault {
        Fault { weight: Weight::Missing, reason, lapse: Lapse::Content }
    }

    /// The evidence says less.
    pub fn weakens(reason: String) -> Fault {
        Fault { weight: Weight::Weakens, reason, lapse: Lapse::Content }
    }

    /// The same, as a departure in `lapse`.
    pub fn of(self, lapse: Lapse) -> Fault {
        Fault { lapse, ..self }
    }
}
