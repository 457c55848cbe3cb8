//! Numbers as people write them in several countries, and as words. It knows no units.

use std::cmp::Ordering;

/// The values that one written number can have: one, or two where a separator has two readings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    /// The likelier value.
    pub value: f64,
    /// The other value, as in `1.500`: fifteen hundred, or one and a half.
    pub other: Option<f64>,
}

impl Reading {
    /// One certain value.
    pub fn sure(value: f64) -> Reading {
        Reading { value, other: None }
    }

    /// Every value times `factor`.
    pub fn times(&self, factor: f64) -> Reading {
        Reading { value: self.value * factor, other: self.other.map(|other| other * factor) }
    }

    /// Whether both can be the same number.
    pub fn agrees(&self, with: &Reading) -> bool {
        let values = |reading: &Reading| [Some(reading.value), reading.other];
        values(self).into_iter().flatten().any(|a| values(with).into_iter().flatten().any(|b| same(a, b)))
    }
}

/// Whether two values are equal but for the rounding of their conversion.
pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// Reads `raw`, digits with separators: `1,500.25`, `1.500,25`, `500 000`, `3.9`, `21st`.
pub(super) fn read(raw: &str) -> Option<Reading> {
    let raw = raw.trim_end_matches(|c: char| c.is_alphabetic());
    let digits: String = raw.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() || digits.len() > 15 || raw.chars().any(|c| !c.is_ascii() && !c.is_whitespace()) {
        return None;
    }
    let groups: Vec<&str> = raw.split(['.', ',', '\'', ' ', '\u{a0}', '\u{202f}', '\u{2009}']).collect();
    let separators: Vec<char> = raw.chars().filter(|c| !c.is_ascii_digit()).collect();
    if groups.iter().any(|group| group.is_empty()) {
        return None;
    }
    let whole = |upto: usize| groups[..upto].concat().parse::<f64>().ok();
    let last = separators.last().copied();
    let thousands = |upto: usize| {
        groups[0].len() <= 3 && groups[0] != "0" && groups[1..upto].iter().all(|group| group.len() == 3)
    };
    let decimal =
        |upto: usize| format!("{}.{}", groups[..upto].concat(), groups[upto..].concat()).parse::<f64>().ok();
    let count = groups.len();
    match last {
        None => whole(1).map(Reading::sure),
        Some('.' | ',') if separators.iter().filter(|&&c| Some(c) == last).count() == 1 => {
            let grouped = thousands(count) && (separators.len() == 1 || separators[0] == last.unwrap_or(' '));
            if separators.len() > 1 {
                return if thousands(count - 1) { decimal(count - 1).map(Reading::sure) } else { None };
            }
            match (grouped, last) {
                (true, Some(',')) => whole(count).map(Reading::sure),
                // `500.000` is never written for 500; `1.500` may be one and a half.
                (true, _) if groups[1] == "000" => whole(count).map(Reading::sure),
                (true, _) => Some(Reading { value: decimal(1)?, other: whole(count) }),
                (false, _) => decimal(1).map(Reading::sure),
            }
        }
        Some(_) if thousands(count) && separators.iter().all(|&c| c == separators[0]) => {
            whole(count).map(Reading::sure)
        }
        Some(_) => None,
    }
}

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

const ORDINALS: [&str; 20] = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

/// Number words of other languages that are no words of English.
const FOREIGN: [(&str, f64); 24] = [
    ("két", 2.0),
    ("kettő", 2.0),
    ("három", 3.0),
    ("négy", 4.0),
    ("öt", 5.0),
    ("nyolc", 8.0),
    ("kilenc", 9.0),
    ("tíz", 10.0),
    ("húsz", 20.0),
    ("harminc", 30.0),
    ("ötven", 50.0),
    ("száz", 100.0),
    ("zwei", 2.0),
    ("drei", 3.0),
    ("vier", 4.0),
    ("fünf", 5.0),
    ("sechs", 6.0),
    ("sieben", 7.0),
    ("acht", 8.0),
    ("neun", 9.0),
    ("zehn", 10.0),
    ("zwölf", 12.0),
    ("zwanzig", 20.0),
    ("dreißig", 30.0),
];

fn position(list: &[&str], word: &str) -> Option<f64> {
    let at = list.iter().position(|&entry| entry == word)?;
    u32::try_from(at).ok().map(f64::from)
}

/// The value of a single number word, in lower case: `three`, `twenty`, `dozen`.
pub(super) fn word(word: &str) -> Option<f64> {
    if let Some(value) = position(&UNITS, word) {
        return Some(value);
    }
    if let Some(tens) = position(&TENS, word) {
        return Some((tens + 2.0) * 10.0);
    }
    match word {
        "dozen" => Some(12.0),
        "half" | "fél" => Some(0.5),
        "couple" => Some(2.0),
        "hundred" => Some(100.0),
        "thousand" => Some(1000.0),
        _ => FOREIGN.iter().find(|(form, _)| *form == word).map(|&(_, value)| value),
    }
}

/// The value of an ordinal, in lower case: `third`, `21st`, `thirtieth`.
pub(super) fn ordinal(word: &str) -> Option<f64> {
    if let Some(value) = position(&ORDINALS, word) {
        return Some(value);
    }
    match word {
        "twentieth" => Some(20.0),
        "thirtieth" => Some(30.0),
        _ => {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let ending = &word[digits.len()..];
            (matches!(ending, "st" | "nd" | "rd" | "th") && !digits.is_empty())
                .then(|| digits.parse::<f64>().ok())
                .flatten()
        }
    }
}

/// Whether `word` is one of twenty to ninety, and so can be followed by a unit: `twenty five`.
pub(super) fn is_tens(value: f64) -> bool {
    (20.0..100.0).contains(&value) && (value % 10.0).total_cmp(&0.0) == Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_of_several_countries_are_read() {
        for (raw, value) in [
            ("1,500.25", 1500.25),
            ("1.500,25", 1500.25),
            ("500 000", 500_000.0),
            ("500.000", 500_000.0),
            ("500,000", 500_000.0),
            ("3.9", 3.9),
            ("3,9", 3.9),
            ("1'250'000", 1_250_000.0),
            ("12,345,678", 12_345_678.0),
            ("0.125", 0.125),
            ("21st", 21.0),
        ] {
            assert!(read(raw).is_some_and(|reading| same(reading.value, value)), "{raw}");
        }
        for raw in ["1.2.3", "10.0.0.5", "", ".", "1,23,456.7.8"] {
            assert_eq!(read(raw), None, "{raw}");
        }
    }

    #[test]
    fn a_number_of_two_readings_agrees_with_both_but_not_with_its_start() {
        let both = read("1.500").expect("a number");
        assert!(both.agrees(&Reading::sure(1500.0)) && both.agrees(&Reading::sure(1.5)));
        assert!(!read("500.000").expect("a number").agrees(&Reading::sure(500.0)));
    }
}
