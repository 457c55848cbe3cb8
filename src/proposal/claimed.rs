//! The spans that a note itself cites for a claim: what its author rests it on. Whether they say it is for a review.

use crate::proposal::{CitedSpan, ClaimRef};
use crate::vault::Vault;

/// The spans that the note in `vault` cites for `claim`, with the words that it quotes where they stand there.
pub fn claimed_spans(vault: &Vault, claim: &ClaimRef) -> Vec<CitedSpan> {
    let Some(note) = vault.note(claim.path.as_str()) else { return Vec::new() };
    let is_it = |known: &&crate::note::Claim| known.lines.first() == claim.line && known.hash() == claim.hash;
    let found = note.claims().iter().find(is_it);
    let indices = found.into_iter().flat_map(|claim| &claim.citations);
    indices
        .filter_map(|&at| note.citations().get(at))
        .filter_map(|citation| {
            let span = vault.citation_span(note, citation).ok()?;
            let item = vault.item(&span.evidence)?;
            let quote = citation.quote.clone().filter(|words| item.quotes(span.lines, words));
            Some(CitedSpan { evidence: span.evidence, lines: span.lines, quote })
        })
        .collect()
}
