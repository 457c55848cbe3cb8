//! Citations as data: taken from a claim of one note, to be written under a claim of another.

use jiff::tz::TimeZone;

use crate::evidence::{EvidenceId, Item};
use crate::note::{Citation, Claim, Note};
use crate::path::RepoPath;
use crate::text::LineRange;
use crate::vault::Vault;

use super::super::new_note::spoken_day;

/// One citation, apart from the note that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cite {
    /// The item.
    pub(super) evidence: EvidenceId,
    /// Its lines.
    pub(super) lines: LineRange,
    /// The quoted words.
    pub(super) quote: Option<String>,
    /// The words of the link.
    pub(super) title: String,
    /// The file that the lines are counted in.
    pub(super) file: RepoPath,
}

impl Cite {
    /// Lines of `item`, with words that stand in them.
    pub(super) fn of(item: &Item, lines: LineRange, quote: Option<String>) -> Cite {
        let (first, last) = (lines.first(), lines.last());
        let place = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
        let day = TimeZone::UTC.to_datetime(item.meta.captured_at).date();
        Cite {
            evidence: item.meta.id.clone(),
            lines,
            quote,
            title: format!("{} of {}, {place}", item.meta.kind, spoken_day(day)),
            file: item.text_path(),
        }
    }

    /// Whether both lead to the same lines of the same item.
    pub(super) fn is_same_span(&self, other: &Cite) -> bool {
        self.evidence == other.evidence && self.lines == other.lines
    }
}

/// The citations of `claim` that lead somewhere, each once.
pub(super) fn cites(vault: &Vault, note: &Note, claim: &Claim) -> Vec<Cite> {
    let mut found: Vec<Cite> = Vec::new();
    for citation in claim.citations.iter().filter_map(|&at| note.citations().get(at)) {
        if let Some(cite) = cite(vault, note, citation).filter(|cite| !found.contains(cite)) {
            found.push(cite);
        }
    }
    found
}

/// What `citation` of `note` leads to; `None` where that is nothing.
pub(super) fn cite(vault: &Vault, note: &Note, citation: &Citation) -> Option<Cite> {
    let span = vault.citation_span(note, citation).ok()?;
    let item = vault.item(&span.evidence)?;
    let quote = citation.quote.clone().filter(|words| item.quotes(span.lines, words));
    let link = note.links.iter().find(|link| link.target_span == citation.target_span);
    let written = link.and_then(|link| link.label.clone()).filter(|label| !label.trim().is_empty());
    let plain = Cite::of(item, span.lines, quote);
    Some(Cite { title: written.unwrap_or_else(|| plain.title.clone()), ..plain })
}
