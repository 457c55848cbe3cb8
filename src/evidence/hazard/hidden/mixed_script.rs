//! Words of Latin letters with Cyrillic ones that look the same among them. Words wholly in either script stay silent.

use super::super::{Concern, Hazard};
use super::lines;

/// Adds a hazard for each line with such words.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for (start, line) in lines(text) {
        if line.is_ascii() {
            continue;
        }
        let mut ranges = Vec::new();
        for word in line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            if is_mixed(word) {
                let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
                ranges.push(at..at + word.len());
            }
        }
        if !ranges.is_empty() {
            let detail = format!("{} words of Latin and look-alike Cyrillic letters", ranges.len());
            found.push(Hazard { concern: Concern::Hidden, kind: "mixed-script", ranges, detail });
        }
    }
}

/// Whether `word` has Latin letters, and Cyrillic ones all of which look like Latin ones.
fn is_mixed(word: &str) -> bool {
    let is_cyrillic = |c: char| matches!(c, '\u{400}'..='\u{52f}');
    let looks_latin = |c: char| "аеорсухіјѕАВЕКМНОРСТУХІЈЅ".contains(c);
    let cyrillic = word.chars().filter(|&c| is_cyrillic(c)).count();
    cyrillic > 0
        && word.chars().any(|c| c.is_ascii_alphabetic())
        && word.chars().filter(|&c| is_cyrillic(c)).all(looks_latin)
}
