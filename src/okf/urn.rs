//! How a bundle names evidence, which it does not hold: `urn:kb:evidence:<id>#L12-L14`. A reader who has the evidence finds
//! the lines again; nobody else takes it for a path.

use crate::evidence::EvidenceId;
use crate::text::LineRange;

const PREFIX: &str = "urn:kb:evidence:";

/// The name of lines of an item, or of all of it.
pub(super) fn write(id: &EvidenceId, lines: Option<LineRange>) -> String {
    match lines {
        Some(lines) => format!("{PREFIX}{id}#{lines}"),
        None => format!("{PREFIX}{id}"),
    }
}

/// The item that a link's target, without its fragment, names.
pub(super) fn read(target: &str) -> Option<EvidenceId> {
    target.strip_prefix(PREFIX)?.parse().ok()
}
