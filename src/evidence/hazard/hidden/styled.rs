//! Words of mathematical letters, which look like words and are none for a search. Single symbols of formulas stay silent.

use super::super::{Concern, Hazard};
use super::lines;

/// Shorter runs are formulas.
const LEAST: usize = 4;

/// Adds a hazard for each line with such words.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    let is_styled = |c: char| matches!(c, '\u{1d400}'..='\u{1d6a5}');
    for (start, line) in lines(text) {
        if line.is_ascii() {
            continue;
        }
        let words = line.split(|c: char| !is_styled(c)).filter(|word| word.chars().count() >= LEAST);
        let ranges: Vec<_> = words
            .map(|word| {
                let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
                at..at + word.len()
            })
            .collect();
        if !ranges.is_empty() {
            let detail = format!("{} words of mathematical letters", ranges.len());
            found.push(Hazard { concern: Concern::Hidden, kind: "styled-letters", ranges, detail });
        }
    }
}
