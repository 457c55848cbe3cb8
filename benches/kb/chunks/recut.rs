//! Cuts a note otherwise than the library does: its units in other groups, each group a small note of its own at the same
//! path, so that the rest of the pipeline is the same.

use kb::note::Note;
use kb::path::RepoPath;
use kb::search::{Drafted, chunks, documents};

use super::variant::Cut;

/// The documents of the note `text` at `path`.
pub fn cut(path: &RepoPath, text: &str, cut: Cut) -> Vec<Drafted> {
    let note = Note::parse(path.clone(), text.as_bytes());
    let groups: Vec<(Vec<String>, Vec<String>)> = match cut {
        Cut::Library => return documents(&note, "", None),
        Cut::Whole => {
            let units = texts(&note).into_iter().flat_map(|(_, units)| units).collect();
            vec![(Vec::new(), units)]
        }
        Cut::AtMost(most) => texts(&note)
            .into_iter()
            .flat_map(|(headings, units)| {
                grouped(units, most).into_iter().map(move |group| (headings.clone(), group))
            })
            .collect(),
        Cut::Overlapping => {
            let mut last: Option<String> = None;
            texts(&note)
                .into_iter()
                .map(|(headings, units)| {
                    let next = units.last().cloned();
                    let group = last.take().into_iter().chain(units).collect();
                    last = next;
                    (headings, group)
                })
                .collect()
        }
    };
    let mut made: Vec<Drafted> = Vec::new();
    for (headings, units) in groups {
        let mut piece = format!("# {}\n\n", note.title());
        for (level, heading) in headings.iter().enumerate() {
            piece += &format!("{} {heading}\n\n", "#".repeat((level + 2).min(6)));
        }
        piece += &units.join("\n\n");
        made.extend(documents(&Note::parse(path.clone(), piece.as_bytes()), "", None));
    }
    if cut == Cut::Whole && made.len() > 1 {
        // Too long for one piece of the library: its pieces are joined again.
        let rest = made.split_off(1);
        for piece in rest {
            let first = &mut made[0];
            for (terms, more) in first.document.terms.iter_mut().zip(piece.document.terms) {
                terms.push(' ');
                terms.push_str(&more);
            }
            first.meaning += &piece.meaning;
        }
    }
    for (drafted, ordinal) in made.iter_mut().zip(0..) {
        drafted.document.ordinal = ordinal;
    }
    made
}

/// The headings and the units of each piece of `note`.
fn texts(note: &Note) -> Vec<(Vec<String>, Vec<String>)> {
    let pieces = chunks(note).into_iter();
    let own = |chunk: kb::search::Chunk| {
        let units = chunk.units.into_iter().filter(|unit| !unit.again).map(|unit| unit.text).collect();
        (chunk.headings, units)
    };
    pieces.map(own).collect()
}

/// `units` in groups of at most `most` characters, or of one.
fn grouped(units: Vec<String>, most: usize) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut size = 0;
    for unit in units {
        size += unit.chars().count() + 1;
        match groups.last_mut() {
            Some(group) if size <= most => group.push(unit),
            _ => {
                size = unit.chars().count() + 1;
                groups.push(vec![unit]);
            }
        }
    }
    groups
}
