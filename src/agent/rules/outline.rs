//! Where in a note something can be put: ends of sections, the place before the footnotes, items of lists.

use std::ops::Range;

use crate::note::{BlockKind, Claim, Note};

/// The heading under which links to related notes stand.
pub(super) const RELATED: &str = "Related";

/// The end of the words of the section with `heading`; `None` when there is no such section.
pub(super) fn section_end(note: &Note, heading: &str) -> Option<usize> {
    let at = note.headings.iter().position(|one| one.text == heading && one.level > 1)?;
    let start = note.headings[at].span.end;
    let next = note.headings.get(at + 1).map_or(note.text.len(), |next| next.span.start);
    Some(words_end(note, start, next.min(footnotes_start(note).max(start))))
}

/// Where a new section goes: after the last one, before the related notes and the footnotes.
pub(super) fn sections_end(note: &Note) -> usize {
    let related = note.headings.iter().find(|one| one.text == RELATED && one.level > 1);
    let end = related.map_or(note.text.len(), |heading| heading.span.start).min(footnotes_start(note));
    words_end(note, note.front.end, end)
}

/// The end of everything before the footnotes.
pub(super) fn body_end(note: &Note) -> usize {
    words_end(note, note.front.end, footnotes_start(note))
}

/// The end of the file's words.
pub(super) fn file_end(note: &Note) -> usize {
    words_end(note, note.front.end, note.text.len())
}

/// Where the footnotes at the end of the note start; the end where there are none.
pub(super) fn footnotes_start(note: &Note) -> usize {
    let last_heading = note.headings.last().map_or(0, |heading| heading.span.end);
    note.citations()
        .iter()
        .map(|citation| citation.definition.start)
        .filter(|&start| start >= last_heading)
        .min()
        .unwrap_or(note.text.len())
}

fn words_end(note: &Note, start: usize, end: usize) -> usize {
    let (start, end) = (start.min(end), end);
    start + note.text[start..end].trim_end().len()
}

/// The bytes of the list item that `claim` stands in, without its line end; `None` where it stands in no item.
pub(super) fn item(note: &Note, claim: &Claim) -> Option<Range<usize>> {
    if claim.block != BlockKind::ListItem {
        return None;
    }
    let start = note.text[..claim.span.start].rfind('\n').map_or(0, |at| at + 1);
    let marker = note.text[start..claim.span.start].trim_start();
    // A claim that is not the first of its item has words before it, not a marker.
    if !matches!(marker.trim_end(), "-" | "*" | "+") {
        return None;
    }
    let mut end = claim.span.end;
    loop {
        let line = note.text[end..].find('\n').map_or(note.text.len(), |at| end + at);
        end = line;
        let next = note.text.get(line + 1..).unwrap_or_default().lines().next().unwrap_or_default();
        if !next.starts_with([' ', '\t']) || next.trim().is_empty() {
            break;
        }
        end = line + 1 + next.len();
    }
    Some(start..start + note.text[start..end].trim_end().len())
}
