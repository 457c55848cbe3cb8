//! What a review rests on, as one hash: the notes as they were and as they are, the claims, and the lines that they cite. Where
//! nothing of that changed, the words of an earlier review are about the same thing. It judges nothing.

use std::fmt::Write as _;

use crate::change::ChangeSet;
use crate::digest::Sha256Hex;
use crate::proposal::{ChangedClaim, claimed_spans};
use crate::vault::Vault;

/// The entry page of a folder, which makes no claims.
const PAGE: &str = "index.md";

/// The hash of what a review of `changes` from `base` to `head`, with the claims `changed`, rests on. Other notes are no part
/// of it: the gate lets main move on those, too.
pub fn content(base: &Vault, head: &Vault, changes: &ChangeSet, changed: &[ChangedClaim]) -> Sha256Hex {
    let mut text = String::from("kb review content 1\n");
    for (path, change) in changes.iter().filter(|(path, _)| path.file_name() != PAGE) {
        let after = change.after.as_deref().map(Sha256Hex::of);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{path} {:?} {after:?}", change.before);
    }
    for ChangedClaim { claim, removed } in changed {
        let _ = writeln!(text, "{}:{} {} {removed}", claim.path, claim.line, claim.hash);
        let vault = if *removed { base } else { head };
        for span in claimed_spans(vault, claim) {
            let lines = vault.item(&span.evidence).and_then(|item| item.raw_lines(span.lines));
            let cited = lines.map(|lines| Sha256Hex::of(lines.as_bytes()));
            let _ = writeln!(text, "  {} {} {cited:?}", span.evidence, span.lines);
        }
    }
    Sha256Hex::of(text.as_bytes())
}
