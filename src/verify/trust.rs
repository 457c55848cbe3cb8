//! What a changed note may not bring, its claims apart: trust that it claims for itself, hidden and hostile text.

use crate::change::ChangeSet;
use crate::note::Note;
use crate::proposal::ReviewFinding;
use crate::vault::Vault;
use crate::verify::hostile;

/// The front matter keys that only the ledger may fill.
const TRUST_KEYS: [&str; 3] = ["verified", "generated", "sources"];

/// What is wrong with the notes that `changes` touches, claims apart.
pub(super) fn findings(base: &Vault, head: &Vault, changes: &ChangeSet) -> Vec<ReviewFinding> {
    let notes = changes.iter().filter_map(|(path, _)| head.note(path.as_str()));
    let all = notes.flat_map(|note| {
        let before = base.note(note.path.as_str());
        let mut findings = self_asserted(before, note);
        findings.extend(hostile::findings(before, note));
        findings
    });
    all.collect()
}

/// Keys by which the note vouches for itself, where they are new or changed.
fn self_asserted(before: Option<&Note>, note: &Note) -> Vec<ReviewFinding> {
    let stated = TRUST_KEYS.iter().filter_map(|key| note.front.get(key));
    let new = stated.filter(|field| {
        before.and_then(|before| before.front.get(&field.key)).is_none_or(|old| old.value != field.value)
    });
    new.map(|field| ReviewFinding {
        rule: "self-asserted-trust".to_owned(),
        blocks: true,
        path: note.path.clone(),
        line: note.lines.line(field.key_span.start),
        message: format!(
            "the front matter says `{}` of itself; only the ledger says what is trusted",
            field.key
        ),
    })
    .collect()
}
