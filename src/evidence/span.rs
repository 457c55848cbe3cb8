//! Spans: lines of one evidence item, `2026-11-30-call-3f9a2c#L12-L14`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::evidence::EvidenceId;
use crate::text::LineRange;

/// Lines of one evidence item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The item.
    pub evidence: EvidenceId,
    /// The lines of its addressable text.
    pub lines: LineRange,
}

/// Says why a text is not a span.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a span of evidence; write `2026-11-30-call-3f9a2c#L12-L14`")]
pub struct ParseSpanError(String);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.evidence, self.lines)
    }
}

impl FromStr for Span {
    type Err = ParseSpanError;

    /// Reads `ID#L12-L14`, and `ID:12-14` as people type it.
    fn from_str(text: &str) -> Result<Span, ParseSpanError> {
        let error = || ParseSpanError(text.to_owned());
        let (id, lines) = text.split_once(['#', ':']).ok_or_else(error)?;
        Ok(Span { evidence: id.parse().map_err(|_| error())?, lines: lines.parse().map_err(|_| error())? })
    }
}
