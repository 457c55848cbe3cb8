//! What could not be read in a note as it stands. A note with problems is still a note.

use std::ops::Range;

/// One thing that parsing met; the rules of `check` turn it into a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule that reports it, such as `front-matter` or `not-utf8`.
    pub rule: &'static str,
    /// Where.
    pub span: Range<usize>,
    /// What is wrong, one line.
    pub message: String,
}

impl Problem {
    /// A problem for `rule` at `span`.
    pub(super) fn new(rule: &'static str, span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem { rule, span, message: message.into() }
    }
}
