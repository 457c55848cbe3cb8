//! Characters that make text show in another order than it stands: overrides anywhere, the others where they do not
//! pair up in their line, or stand in code.

use super::super::{Concern, Hazard};
use super::lines;

/// Adds a hazard for each line that shows in another order than it stands.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for (start, line) in lines(text) {
        if line.is_ascii() {
            continue;
        }
        let (mut open, mut hostile, mut in_code) = (Vec::new(), false, false);
        let mut ranges = Vec::new();
        for (at, c) in line.char_indices() {
            match c {
                '`' => in_code = !in_code,
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                    ranges.push(start + at..start + at + c.len_utf8());
                    hostile |= in_code || matches!(c, '\u{202d}' | '\u{202e}');
                    match c {
                        '\u{202c}' => hostile |= open.pop() != Some('\u{202c}'),
                        '\u{2069}' => hostile |= open.pop() != Some('\u{2069}'),
                        '\u{202a}'..='\u{202e}' => open.push('\u{202c}'),
                        _ => open.push('\u{2069}'),
                    }
                }
                _ => {}
            }
        }
        if hostile || !open.is_empty() {
            let detail = "the line shows in another order than it stands".to_owned();
            found.push(Hazard { concern: Concern::Hidden, kind: "bidi-control", ranges, detail });
        }
    }
}
