//! What says who somebody is or how to reach them: national numbers, addresses, telephone numbers. Conversations are about
//! such things, so that taking evidence in lets them be; it is for notes that one asks.

mod address;
mod machine;
mod national;
mod phone;

use std::ops::Range;

/// One piece of personal data in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datum {
    /// What it is, such as `e-mail` or `hu-taj`.
    pub kind: &'static str,
    /// The bytes in the text.
    pub range: Range<usize>,
    /// Whether it is a way to reach somebody, rather than a number that stands for them.
    pub contact: bool,
}

/// Finds personal data in `text`, in the order in which it stands there: by check digits where there are any, by shape
/// where there are none, never by a mention.
pub fn personal_data(text: &str) -> Vec<Datum> {
    let mut found = every_personal_datum(text);
    found.sort_by_key(|datum| (datum.range.start, std::cmp::Reverse(datum.range.end)));
    let mut end = 0;
    found.retain(|datum| {
        let keeps = datum.range.start >= end;
        end = end.max(datum.range.end);
        keeps
    });
    found
}

/// All personal data in `text`, in no order: also what stands inside another.
pub fn every_personal_datum(text: &str) -> Vec<Datum> {
    let mut found = Vec::new();
    address::scan(text, &mut found);
    machine::scan(text, &mut found);
    national::scan(text, &mut found);
    phone::scan(text, &mut found);
    found
}

/// Whether `range` of `text` stands by itself: no letter, digit or sign that would make it part of something longer
/// touches it.
fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '+' | '#');
    let before = text[..range.start].chars().next_back();
    let mut after = text[range.end..].chars();
    let ends = match after.next() {
        // A sentence may end here.
        Some('.' | '/') => !after.next().is_some_and(char::is_alphanumeric),
        Some(c) => !joins(c),
        None => true,
    };
    let in_url = text[..range.start].ends_with("//");
    ends && (in_url || !before.is_some_and(joins))
}

/// A pattern whose digits and bounds of words are those of ASCII: by all of Unicode they are slow beside a dash.
fn pattern(shape: &str) -> regex::Regex {
    let shape = shape.replace(r"\b", r"(?-u:\b)").replace(r"\d", "[0-9]");
    regex::Regex::new(&shape).expect("a valid pattern")
}

/// The digits of `text`.
fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

#[cfg(test)]
mod tests;
