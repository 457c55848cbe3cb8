//! Numbers of payment cards: in a range that is issued, with the length of that range, right by Luhn's check digit, and
//! grouped as people group them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::Hazard;
use super::pattern;

/// Groups of digits with one separator between each two.
static RUN: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9]+(?:[ .\u{a0}-][0-9]+)*"));

/// The most digits that a number has.
const MOST: usize = 19;

/// Adds the card numbers in `text` to `found`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for run in RUN.find_iter(text).filter(|run| run.len() >= 13) {
        let mut groups = Vec::new();
        for group in run.as_str().split(|c: char| !c.is_ascii_digit()) {
            let start = group.as_ptr() as usize - text.as_ptr() as usize;
            groups.push(start..start + group.len());
        }
        let mut first = 0;
        // Groups before and after may be other numbers, such as a year.
        while first < groups.len() {
            let card = longest(text, &groups[first..]);
            found.extend(
                card.map(|count| Hazard::secret("card", groups[first].start..groups[first + count - 1].end)),
            );
            first += card.unwrap_or(1);
        }
    }
}

/// How many of `groups`, as many as possible, are a card number.
fn longest(text: &str, groups: &[Range<usize>]) -> Option<usize> {
    let mut digits = 0;
    let within = groups.iter().take_while(|group| {
        digits += group.len();
        digits <= MOST
    });
    (1..=within.count()).rev().find(|&count| {
        let (start, end) = (groups[0].start, groups[count - 1].end);
        is_card(&text[start..end])
            && !continues(text[..start].chars().rev())
            && !continues(text[end..].chars())
    })
}

fn is_card(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
    is_issued(&digits) && luhn(&digits) && is_grouped(text)
}

/// Whether the characters that follow outward make the number part of something longer.
fn continues(mut outward: impl Iterator<Item = char>) -> bool {
    match outward.next() {
        Some(c) if c.is_alphanumeric() || c == '_' => true,
        Some('-' | '.' | '/' | ',') => outward.next().is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    }
}

/// Whether a network issues numbers that start and are long like this (ISO/IEC 7812, as of the networks' own lists).
fn is_issued(digits: &[u8]) -> bool {
    let start =
        |length: usize| digits.iter().take(length).fold(0u32, |sum, &digit| sum * 10 + u32::from(digit));
    match digits.len() {
        13 => start(1) == 4,
        14 => matches!(start(3), 300..=305 | 309) || matches!(start(2), 36 | 38 | 39),
        15 => matches!(start(2), 34 | 37),
        16 => {
            start(1) == 4
                || matches!(start(2), 51..=55 | 62 | 65)
                || matches!(start(4), 2221..=2720 | 3528..=3589 | 6011)
                || matches!(start(3), 644..=649)
        }
        17 | 18 => start(2) == 62,
        19 => start(1) == 4 || matches!(start(2), 62 | 65) || start(4) == 6011,
        _ => false,
    }
}

/// Luhn's check (ISO/IEC 7812-1, annex B).
fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, &digit)| match (index % 2, u32::from(digit)) {
            (0, digit) => digit,
            (_, digit) if digit * 2 > 9 => digit * 2 - 9,
            (_, digit) => digit * 2,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|&digit| digit != digits[0])
}

/// Whether `text` has no separators, or the same one between groups of four, or those of fifteen digits.
fn is_grouped(text: &str) -> bool {
    let mut separators: Vec<char> = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    separators.dedup();
    if separators.len() > 1 {
        return false;
    }
    let groups: Vec<usize> = text.split(|c: char| !c.is_ascii_digit()).map(str::len).collect();
    let last = groups.len() - 1;
    groups.len() == 1
        || matches!(groups.as_slice(), [4, 6, 5] | [4, 6, 4])
        || (groups[..last].iter().all(|&length| length == 4) && groups[last] <= 4)
}
