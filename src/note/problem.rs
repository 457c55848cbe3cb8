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
    /// What to do about it.
    pub help: Option<String>,
    /// How to mend it.
    pub mending: Option<Box<Mending>>,
}

/// One replacement that mends a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mending {
    /// What it does, as an order.
    pub title: String,
    /// The bytes to replace; an empty range inserts.
    pub bytes: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
    /// Whether it keeps the meaning, so that it may be applied without a person's look.
    pub safe: bool,
}

impl Problem {
    /// A problem for `rule` at `span`.
    pub(super) fn new(rule: &'static str, span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem { rule, span, message: message.into(), help: None, mending: None }
    }

    /// The same, with what to do about it.
    pub(super) fn helped(mut self, help: &str) -> Problem {
        self.help = Some(help.to_owned());
        self
    }

    /// The same, with a replacement of `bytes` by `text` that mends it.
    pub(super) fn mended(mut self, title: String, bytes: Range<usize>, text: String, safe: bool) -> Problem {
        self.mending = Some(Box::new(Mending { title, bytes, text, safe }));
        self
    }

    /// Moves its bytes by `by`.
    pub(super) fn shift(&mut self, by: usize) {
        self.span = self.span.start + by..self.span.end + by;
        if let Some(mending) = &mut self.mending {
            mending.bytes = mending.bytes.start + by..mending.bytes.end + by;
        }
    }
}
