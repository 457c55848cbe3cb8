//! Numbers by which states know people and companies: with the right check digits, and their name before them unless
//! their shape says enough. Checked numbers are a tenth of all numbers, so that digits alone prove nothing.

use std::sync::LazyLock;

use regex::Regex;

use super::super::trigger::has_run;
use super::{Datum, digits, pattern, stands_alone};

/// One kind of number.
struct Number {
    kind: &'static str,
    /// Its name and what follows up to the number, and the number as the group `n`.
    shape: Regex,
    check: fn(&[u32]) -> bool,
}

static NUMBERS: LazyLock<Vec<Number>> = LazyLock::new(|| {
    let number = |kind, shape: &str, check| Number { kind, shape: pattern(shape), check };
    vec![
        number("hu-tax-number", r"(?P<n>\b\d{8}-[1-5]-\d{2}\b)", hungarian_tax),
        number("hu-tax-number", r"\b(?P<n>HU\d{8})\b", hungarian_tax),
        number("hu-tax-id", r"(?i)\bad(?:ó|o)azonosító\D{0,20}?(?P<n>8\d{9})\b", hungarian_person),
        number("hu-taj", r"(?i)\btaj\b[^\d\n]{0,20}?(?P<n>\d{3}[ -]?\d{3}[ -]?\d{3})\b", hungarian_insured),
        number("ua-tax-number", r"(?i)(?:рнокпп|іпн|rnokpp)[^\d\n]{0,20}?(?P<n>\d{10})\b", ukrainian_person),
        number("ua-company", r"(?i)(?:єдрпоу|едрпоу|edrpou)[^\d\n]{0,20}?(?P<n>\d{8})\b", ukrainian_company),
        number(
            "il-id",
            r#"(?i)(?:\bid(?:entity)?\s+(?:number|no\.?)|teudat\s+zehut|ת["״.]?ז|תעודת\s+זהות)[^\d\n]{0,20}?(?P<n>\d{9})\b"#,
            israeli,
        ),
        number(
            "il-company",
            r#"(?i)(?:ח["״.]?פ|company\s+(?:number|no\.?))[^\d\n]{0,20}?(?P<n>5\d{8})\b"#,
            israeli,
        ),
    ]
});

/// Adds the numbers in `text`.
pub(super) fn scan(text: &str, found: &mut Vec<Datum>) {
    let bytes = text.as_bytes();
    let part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'-');
    let count = |run: &[u8]| run.iter().filter(|byte| byte.is_ascii_digit()).count() >= 9;
    // A date has eight digits, but never in a row.
    if !has_run(bytes, 8, |byte| byte.is_ascii_digit(), |_| true) && !has_run(bytes, 9, part, count) {
        return;
    }
    for number in NUMBERS.iter() {
        for groups in number.shape.captures_iter(text) {
            let Some(written) = groups.name("n") else { continue };
            if stands_alone(text, &written.range()) && (number.check)(&digits(written.as_str())) {
                found.push(Datum { kind: number.kind, range: written.range(), contact: false });
            }
        }
    }
}

fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// Hungarian tax number: 9-7-3-1 over seven digits, the eighth makes the sum a multiple of ten.
fn hungarian_tax(digits: &[u32]) -> bool {
    digits.len() >= 8 && weighted(digits, &[9, 7, 3, 1, 9, 7, 3, 1]).is_multiple_of(10)
}

/// Hungarian tax id of a person: weights 1 to 9 modulo 11.
fn hungarian_person(digits: &[u32]) -> bool {
    digits.len() == 10 && weighted(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 == digits[9]
}

/// Hungarian social insurance number (TAJ): weights 3 and 7 in turn modulo 10.
fn hungarian_insured(digits: &[u32]) -> bool {
    digits.len() == 9 && weighted(digits, &[3, 7, 3, 7, 3, 7, 3, 7]) % 10 == digits[8]
}

/// Ukrainian taxpayer number (RNOKPP).
fn ukrainian_person(digits: &[u32]) -> bool {
    let [first, rest @ ..] = digits else { return false };
    // The weight of the first digit is -1; ten of the modulus is added to stay positive.
    digits.len() == 10 && (weighted(rest, &[5, 7, 9, 4, 6, 10, 5, 7]) + 10 * first) % 11 % 10 == digits[9]
}

/// Ukrainian company number (EDRPOU).
fn ukrainian_company(digits: &[u32]) -> bool {
    let value = digits.iter().fold(0u32, |value, digit| value * 10 + digit);
    let weights: [u32; 7] = if (30_000_000..=60_000_000).contains(&value) {
        [7, 1, 2, 3, 4, 5, 6]
    } else {
        [1, 2, 3, 4, 5, 6, 7]
    };
    let mut rest = weighted(digits, &weights) % 11;
    if rest == 10 {
        rest = weighted(digits, &weights.map(|weight| weight + 2)) % 11 % 10;
    }
    digits.len() == 8 && rest == digits[7]
}

/// Israeli numbers of people and companies: Luhn's check from the left.
fn israeli(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .zip([1, 2].into_iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .map(|product| if product > 9 { product - 9 } else { product })
        .sum();
    digits.len() == 9 && sum > 0 && sum.is_multiple_of(10)
}
