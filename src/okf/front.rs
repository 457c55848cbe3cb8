//! Edits of front matter: keys taken out, lines put in, everything else left as it stands.

use std::ops::Range;

use super::splice::Splices;
use crate::note::{Field, Note};

/// `text` as a YAML scalar that cannot be taken for anything else.
pub(super) fn quoted(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !c.is_control()).collect();
    serde_json::to_string(&shown).unwrap_or_else(|_| "\"\"".to_owned())
}

/// The front matter of `note` without the keys in `without`, and with `lines` at its end; `None` where the block does not
/// parse.
pub(super) fn edited(note: &Note, without: &[&str], lines: &str) -> Option<Vec<(Range<usize>, String)>> {
    let front = &note.front;
    if front.broken {
        return None;
    }
    if front.span.is_empty() {
        let start = note.text.len() - note.text.trim_start_matches('\u{feff}').len();
        return Some(vec![(start..start, format!("---\n{lines}---\n"))]);
    }
    let block = &note.text[front.span.clone()];
    let fence = front.span.start + block.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let starts_a_line = |field: &Field| {
        let line = note.text[..field.key_span.start].rfind('\n').map_or(0, |at| at + 1);
        note.text[line..field.key_span.start].trim().is_empty()
    };
    let gone = |field: &&Field| without.contains(&field.key.as_str());
    if front.fields.iter().all(starts_a_line) {
        let mut edits: Vec<(Range<usize>, String)> = front
            .fields
            .iter()
            .filter(gone)
            .map(|field| (whole_lines(note, field, fence), String::new()))
            .collect();
        edits.push((fence..fence, lines.to_owned()));
        if reads(note, &edits) {
            return Some(edits);
        }
    }
    // A block in one line, or with anchors that another key needs: written anew, a key a line, as JSON, which is YAML.
    let kept = front.fields.iter().filter(|field| !gone(field));
    let kept: String = kept.map(|field| format!("{}: {}\n", quoted(&field.key), field.value)).collect();
    let edits = vec![(front.span.clone(), format!("---\n{kept}{lines}---\n"))];
    reads(note, &edits).then_some(edits)
}

/// Whether the front matter can still be read after `edits`.
fn reads(note: &Note, edits: &[(Range<usize>, String)]) -> bool {
    let mut splices = Splices::default();
    edits.iter().for_each(|(bytes, text)| splices.put(bytes.clone(), text.as_str()));
    let after = Note::parse(note.path.clone(), splices.apply(&note.text).as_bytes());
    !after.front.broken && !after.front.span.is_empty()
}

/// The lines that `field` takes, up to the closing fence at `fence`.
fn whole_lines(note: &Note, field: &Field, fence: usize) -> Range<usize> {
    let start = note.text[..field.key_span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = field.value_span.end.max(field.key_span.end);
    let end = note.text[end..].find('\n').map_or(note.text.len(), |at| end + at + 1);
    start..end.min(fence)
}
