//! The loss report as data: what a base serves and a change does not, each with its reason and a verdict on it.

use serde::{Deserialize, Serialize};

use crate::path::RepoPath;

/// What kind of thing can get lost.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum LostKind {
    /// A sentence that asserts something.
    Claim,
    /// A number with what it counts.
    Number,
    /// A date.
    Date,
    /// A time of day.
    Time,
    /// A code, an address, a telephone or account number.
    Identifier,
    /// A name.
    Name,
    /// A condition or an exception.
    Condition,
    /// A negation.
    Negation,
}

impl LostKind {
    /// The kind in one word.
    pub fn name(self) -> &'static str {
        match self {
            LostKind::Claim => "claim",
            LostKind::Number => "number",
            LostKind::Date => "date",
            LostKind::Time => "time",
            LostKind::Identifier => "identifier",
            LostKind::Name => "name",
            LostKind::Condition => "condition",
            LostKind::Negation => "negation",
        }
    }
}

/// How much is served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quantities {
    /// Notes.
    pub notes: u64,
    /// Claims.
    pub claims: u64,
    /// Numbers in them.
    pub numbers: u64,
    /// Dates.
    pub dates: u64,
    /// Times of day.
    pub times: u64,
    /// Identifiers.
    pub identifiers: u64,
    /// Names.
    pub names: u64,
    /// Conditions and exceptions.
    pub conditions: u64,
    /// Negations.
    pub negations: u64,
}

impl Quantities {
    /// Counts one more of `kind`.
    pub fn count(&mut self, kind: LostKind) {
        *match kind {
            LostKind::Claim => &mut self.claims,
            LostKind::Number => &mut self.numbers,
            LostKind::Date => &mut self.dates,
            LostKind::Time => &mut self.times,
            LostKind::Identifier => &mut self.identifiers,
            LostKind::Name => &mut self.names,
            LostKind::Condition => &mut self.conditions,
            LostKind::Negation => &mut self.negations,
        } += 1;
    }

    /// Each quantity with its name, in the order in which they are shown.
    pub fn each(&self) -> [(&'static str, u64); 9] {
        [
            ("notes", self.notes),
            ("claims", self.claims),
            ("numbers", self.numbers),
            ("dates", self.dates),
            ("times", self.times),
            ("identifiers", self.identifiers),
            ("names", self.names),
            ("conditions", self.conditions),
            ("negations", self.negations),
        ]
    }
}

/// What is said of a loss by whoever did not cause it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossVerdict {
    /// Whether it may be lost.
    pub accepted: bool,
    /// Why, or why not.
    pub because: String,
}

/// One thing that the base serves and the head does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// Its kind.
    pub kind: LostKind,
    /// As the base has it.
    pub text: String,
    /// The note of the base.
    pub path: RepoPath,
    /// The line there, from 1.
    pub line: u32,
    /// Why it goes, as whoever changed it says; `None` where they say nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is said of that.
    pub verdict: LossVerdict,
}

impl Lost {
    /// Whether it goes without a reason, or with one that does not hold.
    pub fn is_unexplained(&self) -> bool {
        self.reason.is_none() || !self.verdict.accepted
    }
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {} \"{}\"", self.path, self.line, self.kind.name(), self.text)?;
        match &self.reason {
            Some(reason) => write!(f, ": {reason}")?,
            None => f.write_str(": no reason is given")?,
        }
        let word = if self.verdict.accepted { "accepted" } else { "not accepted" };
        write!(f, "; {word}: {}", self.verdict.because)
    }
}

/// What a change loses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// What the notes that differ serve in the base.
    pub before: Quantities,
    /// What they serve afterwards.
    pub after: Quantities,
    /// What is lost, ordered by note and line, each claim before what was in it.
    pub lost: Vec<Lost>,
}

impl Loss {
    /// What goes without a reason that holds.
    pub fn unexplained(&self) -> impl Iterator<Item = &Lost> {
        self.lost.iter().filter(|lost| lost.is_unexplained())
    }
}
