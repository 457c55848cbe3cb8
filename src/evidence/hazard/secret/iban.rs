//! Numbers of bank accounts: a country, the length that the country has, and check digits that are right (ISO 13616).

use std::sync::LazyLock;

use regex::Regex;

use super::super::Hazard;
use super::pattern;

static START: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[A-Z]{2}\d{2}[ \u{a0}-]?[A-Z0-9]"));

/// Length by country, from the registry of SWIFT.
const LENGTHS: &[(&str, usize)] = &[
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BI", 27),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DJ", 27),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FK", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HN", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("LY", 25),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MN", 20),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NI", 28),
    ("NL", 18),
    ("NO", 15),
    ("OM", 23),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("RU", 33),
    ("SA", 24),
    ("SC", 31),
    ("SD", 18),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("SO", 23),
    ("ST", 25),
    ("SV", 28),
    ("TL", 23),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("VG", 24),
    ("XK", 20),
    ("YE", 30),
];

/// Adds the account numbers in `text` to `found`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for start in START.find_iter(text) {
        let from = start.start();
        let country = &text[from..from + 2];
        let Some((_, length)) = LENGTHS.iter().find(|(known, _)| *known == country) else { continue };
        let Some((number, end)) = take(&text[from..], *length) else { continue };
        if is_right(&number) {
            found.push(Hazard::secret("iban", from..from + end));
        }
    }
}

/// The `length` letters and digits that `text` starts with, single separators left out, and the byte after them; `None`
/// when there are fewer, or more follow at once.
fn take(text: &str, length: usize) -> Option<(String, usize)> {
    let (mut number, mut separated) = (String::with_capacity(length), false);
    for (at, c) in text.char_indices() {
        if number.len() == length {
            return (!c.is_ascii_alphanumeric()).then_some((number, at));
        }
        match c {
            'A'..='Z' | '0'..='9' => {
                number.push(c);
                separated = false;
            }
            ' ' | '\u{a0}' | '-' if !separated => separated = true,
            _ => return None,
        }
    }
    (number.len() == length).then_some((number, text.len()))
}

/// Whether the check digits are right: the number, its first four moved to the end and letters as 10 to 35, is 1 modulo 97.
fn is_right(number: &str) -> bool {
    let (head, tail) = number.split_at(4);
    let rest = tail.chars().chain(head.chars()).fold(0u32, |rest, c| {
        let value = c.to_digit(36).unwrap_or(0);
        (if value < 10 { rest * 10 } else { rest * 100 } + value) % 97
    });
    rest == 1
}
