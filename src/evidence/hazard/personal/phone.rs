//! Telephone numbers, by the shapes in which people write them. Dots do not count: versions and addresses are full of them.

use std::sync::LazyLock;

use regex::Regex;

use super::{Datum, digits, pattern, stands_alone};
use crate::evidence::hazard::trigger::has_run;

static SHAPE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        // With the country: a plus sign, or two zeros and something between the groups.
        r"\+[1-9]\d{0,3}(?:[ -]?\(\d{1,4}\))?(?:[ -]?\d{1,8}){1,6}",
        r"|00[1-9]\d{0,3}(?:[ -]?\(\d{1,4}\)[ -]?|[ -])\d{1,8}(?:[ -]\d{1,8}){1,5}",
        // With the area in parentheses.
        r"|(?:0\d{0,2}[ -]?)?\(\d{1,4}\)[ -]?\d{3}(?:[ -]?\d{2,4}){1,3}",
        // Mobile numbers and areas with a zero before them, and the three groups of North America.
        r"|0\d{1,2}-\d{7}|0\d{1,2}-\d{3}-\d{4}|06[ -]\d{1,2}[ -]\d{3}[ -]\d{3,4}",
        r"|[2-9]\d{2}-[2-9]\d{2}-\d{4}",
    ))
});

/// Adds the numbers in `text`.
pub(super) fn scan(text: &str, found: &mut Vec<Datum>) {
    let part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'(' | b')' | b'+');
    let count = |run: &[u8]| run.iter().filter(|byte| byte.is_ascii_digit()).count() >= 9;
    if !has_run(text.as_bytes(), 9, part, count) {
        return;
    }
    for number in SHAPE.find_iter(text) {
        let length = digits(number.as_str()).len();
        if (9..=15).contains(&length) && stands_alone(text, &number.range()) {
            found.push(Datum { kind: "telephone", range: number.range(), contact: true });
        }
    }
}
