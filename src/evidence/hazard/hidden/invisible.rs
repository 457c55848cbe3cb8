//! Characters that show nothing: between letters they break words for whoever searches, and carry what nobody sees.

use std::ops::Range;

use super::super::{Concern, Hazard};
use super::lines;

/// Adds a hazard for each line with such characters.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for (start, line) in lines(text) {
        if line.is_ascii() {
            continue;
        }
        let (mut ranges, mut soft): (Vec<Range<usize>>, _) = (Vec::new(), Vec::new());
        let mut previous = None;
        for (at, c) in line.char_indices() {
            let range = start + at..start + at + c.len_utf8();
            let next = line[at + c.len_utf8()..].chars().next();
            match c {
                '\u{ad}' => soft.push(range),
                '\u{feff}' if range.start == 0 => {}
                c if shows_nothing(c) && !is_fit(c, previous, next) => ranges.push(range),
                _ => {}
            }
            previous = Some(c);
        }
        if !ranges.is_empty() {
            // A soft hyphen is typography where it is alone, and part of the game beside the others.
            ranges.append(&mut soft);
            ranges.sort_by_key(|range| range.start);
            let detail = format!("{} characters that show nothing", ranges.len());
            found.push(Hazard { concern: Concern::Hidden, kind: "zero-width", ranges, detail });
        }
    }
}

fn shows_nothing(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}' | '\u{34f}'
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{206a}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}'
        | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether `c` does its proper work between `before` and `after`.
fn is_fit(c: char, before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    match c {
        // Joins emoji, and shapes letters of Indic and Arabic scripts.
        '\u{200d}' => is_emoji(before) && is_emoji(after) || is_shaped(before) || is_shaped(after),
        '\u{200c}' => is_shaped(before) && is_shaped(after),
        // Lets lines break in scripts without spaces; Hangul fillers stand for missing letters.
        '\u{200b}' => is_unspaced(before) || is_unspaced(after),
        '\u{115f}' | '\u{1160}' => {
            matches!(before, '\u{1100}'..='\u{11ff}') || matches!(after, '\u{1100}'..='\u{11ff}')
        }
        '\u{e0100}'..='\u{e01ef}' => matches!(before, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3134f}'),
        _ => false,
    }
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{3030}' | '\u{303d}')
}

fn is_shaped(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1780}'..='\u{17ff}' | '\u{1800}'..='\u{18af}'
        | '\u{fb50}'..='\u{fdcf}' | '\u{fe70}'..='\u{fefe}')
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3000}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}')
}
