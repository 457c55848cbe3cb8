//! What makes a finding the same finding after lines moved: its rule, and the source text it stands in. Not its message,
//! whose wording may change, and not its line number.

use serde::{Deserialize, Serialize};

use crate::check::render::Pages;
use crate::digest::Sha256Hex;
use crate::finding::Finding;
use crate::text::fold_space;

/// The identity of a finding within its file: 16 hexadecimal digits.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of `finding`, whose file is among `pages`.
    ///
    /// It is made of the marked text and of the line it stands in, white space folded. A finding of a whole file marks
    /// nothing: it is told apart from others by the names that its message quotes.
    pub(super) fn of(finding: &Finding, pages: &Pages<'_>) -> Fingerprint {
        let place = &finding.place;
        let page = pages.page(&place.path).filter(|_| !place.bytes.is_empty());
        let line = page.as_ref().and_then(|page| {
            let (line, span) = (page.line(place.start.line)?, page.span(place.start.line)?);
            let start = place.bytes.start.checked_sub(span.start)?;
            let end = (place.bytes.end - span.start).min(line.len());
            Some((fold_space(line), fold_space(line.get(start..end)?)))
        });
        let seen = match &line {
            Some((line, marked)) => format!("{}\0{line}\0{marked}", finding.rule),
            None => format!("{}\0\0{}", finding.rule, quoted(&finding.message)),
        };
        Fingerprint(Sha256Hex::of(seen.as_bytes()).as_str()[..16].to_owned())
    }

    /// The 16 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The names that stand between backticks in `message`.
fn quoted(message: &str) -> String {
    message.split('`').skip(1).step_by(2).collect::<Vec<_>>().join("\0")
}
