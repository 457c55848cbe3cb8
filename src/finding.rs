//! Findings: what a check reports, as data. How they look is the business of `check::render`.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::path::RepoPath;
use crate::text::{LineIndex, Position};

/// How bad a finding is. Ordered from worst to mildest.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Must be mended: the gate refuses it.
    Error,
    /// Ought to be mended.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// The severity in one word.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// Where a finding is: a file, and a stretch of it. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as the reader knows it; lossy where the name is not UTF-8.
    pub path: String,
    /// First byte and the byte past the last, in the file.
    pub bytes: Range<usize>,
    /// Where it starts.
    pub start: Position,
    /// Where it ends, the column past the last character.
    pub end: Position,
}

impl PartialOrd for Finding {
    fn partial_cmp(&self, other: &Finding) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Finding {
    /// The order of every report: path, offset, severity, rule, message.
    fn cmp(&self, other: &Finding) -> std::cmp::Ordering {
        fn key(f: &Finding) -> (&str, usize, Severity, &str, &str) {
            (&f.place.path, f.place.bytes.start, f.severity, &f.rule, &f.message)
        }
        key(self).cmp(&key(other))
    }
}

impl Place {
    /// The stretch `bytes` of the file `path`, whose text is `text` and whose lines are `lines`.
    pub fn new(path: impl Into<String>, text: &str, lines: &LineIndex, bytes: Range<usize>) -> Place {
        let (start, end) = (lines.position(text, bytes.start), lines.position(text, bytes.end));
        Place { path: path.into(), bytes, start, end }
    }

    /// A whole file: its first line, first column.
    pub fn file(path: impl Into<String>) -> Place {
        let start = Position { line: 1, column: 1 };
        Place { path: path.into(), bytes: 0..0, start, end: start }
    }
}

/// What one rule says of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's name, such as `broken-link`.
    pub rule: Cow<'static, str>,
    /// How bad it is, after the configuration had its say.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What is wrong, one line, no full stop.
    pub message: String,
    /// What stands under the marked text, such as ``did you mean `refund-policy`?``.
    pub label: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// How to mend it, when a machine can say.
    pub fix: Option<Fix>,
}

/// Whether a fix may be applied without a person's look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Applicability {
    /// Keeps the meaning.
    Safe,
    /// May change the meaning.
    Unsafe,
    /// Only shows what a fix would look like.
    DisplayOnly,
}

/// Edits that mend a finding, applied all or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What it does, as an order: "replace it with `refund-policy`".
    pub title: String,
    /// Whether it may be applied unseen.
    pub applicability: Applicability,
    /// The edits, in any order, none overlapping.
    pub edits: Vec<TextEdit>,
}

/// Replaces `bytes` of the file `path` by `text`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextEdit {
    /// The file.
    pub path: RepoPath,
    /// The bytes to replace; an empty range inserts.
    pub bytes: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}
