//! The normalised form of a text in which words are looked for: how a number or a month is written does not count.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// The normalised form: lower case, white space folded, no separators of thousands, no currency signs, English months
/// cut to three letters.
pub fn normal(text: &str) -> String {
    static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\d),(\d{3})"));
    static MONTH: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b(january|february|march|april|may|june|july|august|september|october|november|december|sept)\b",
        )
    });
    let lower = text.to_lowercase().replace(['$', '€', '£'], "");
    // Twice, as the digits between two separators belong to both.
    let once = SEPARATOR.replace_all(&lower, "$1$2");
    let plain = SEPARATOR.replace_all(&once, "$1$2");
    let short = MONTH.replace_all(&plain, |found: &Captures<'_>| found[0][..3].to_owned());
    short.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(',').to_owned()
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern written in this file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_number_or_a_month_is_written_does_not_count() {
        assert_eq!(normal("The Fee is  $1,234,567"), "the fee is 1234567");
        assert_eq!(normal("30 November\n2026,"), "30 nov 2026");
        assert_eq!(normal("Sept 3"), "sep 3");
    }
}
