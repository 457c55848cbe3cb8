//! The digest of what a summary is made of.

use crate::digest::Sha256Hex;
use crate::port::SummaryDraft;

/// The digest of everything that a summary is made from, and of who makes it.
///
/// Each text goes in with its length: what ends one never looks like what starts the next.
pub(super) fn digest(draft: &SummaryDraft, maker: &str) -> Sha256Hex {
    let mut bytes = Vec::new();
    let mut add = |text: &str| {
        bytes.extend(format!("{}:", text.len()).bytes());
        bytes.extend(text.bytes());
    };
    add(maker);
    add(&draft.title);
    add(&draft.lead);
    add(draft.access.tenant.as_ref().map_or("", |tenant| &tenant.0));
    add(&draft.access.labels.len().to_string());
    draft.access.labels.iter().for_each(|label| add(&label.0));
    for entry in &draft.entries {
        add(&entry.target);
        add(&entry.title);
        add(&entry.lead);
        add(&entry.more.len().to_string());
        entry.more.iter().for_each(|claim| add(claim));
    }
    Sha256Hex::of(&bytes)
}
