//! What in a sentence can be looked up again: numbers, dates, identifiers, addresses, names. It judges no meaning.

use super::token::{Token, tokens};

/// What a sentence carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signals {
    /// An amount of money, a percentage or a number with digits.
    pub(super) number: bool,
    /// An amount of money.
    pub(super) money: bool,
    /// A day, a month with a day, a year, a clock time, or a weekday.
    pub(super) date: bool,
    /// A code of letters and digits, a long number, an address of mail or web.
    pub(super) identifier: bool,
    /// A capitalised word inside the sentence.
    pub(super) name: bool,
}

impl Signals {
    /// Reads `sentence`.
    pub(super) fn of(sentence: &str) -> Signals {
        let mut signals = Signals::default();
        let words = tokens(sentence);
        for (index, word) in words.iter().enumerate() {
            signals.number |= is_number(word);
            signals.money |= is_money(word);
            signals.date |= is_date(
                word,
                index.checked_sub(1).and_then(|before| words.get(before)),
                words.get(index + 1),
            );
            signals.identifier |= is_identifier(word);
            signals.name |= index > 0 && is_name(word);
        }
        signals
    }

    /// Whether anything but a name stands in it.
    pub(super) fn is_exact(self) -> bool {
        self.number || self.money || self.date || self.identifier
    }
}

/// Whether `word` is an amount of money.
fn is_money(word: &Token<'_>) -> bool {
    word.has_digit() && word.core.contains(['$', '€', '£', '¥', '₹'])
}

/// Whether `word` holds a number.
fn is_number(word: &Token<'_>) -> bool {
    word.has_digit()
}

/// Whether `word` belongs to a date or a time.
fn is_date(word: &Token<'_>, before: Option<&Token<'_>>, after: Option<&Token<'_>>) -> bool {
    let lower = word.lower();
    if is_weekday(&lower) {
        return true;
    }
    if is_month(&lower) && word.is_capitalised() {
        return [before, after].into_iter().flatten().any(Token::has_digit) || lower.len() > 3;
    }
    let clock = word.core.split_once(':').is_some_and(|(hour, rest)| {
        (1..=2).contains(&hour.len())
            && hour.bytes().all(|b| b.is_ascii_digit())
            && rest.starts_with(|c: char| c.is_ascii_digit())
    });
    let year =
        word.core.len() == 4 && word.core.parse::<u16>().is_ok_and(|year| (1900..2100).contains(&year));
    let ordinal = word.has_digit() && ["st", "nd", "rd", "th"].iter().any(|end| lower.ends_with(end));
    let meridiem =
        matches!(after.map(Token::lower).as_deref(), Some("am" | "pm" | "a.m" | "p.m")) && word.has_digit();
    clock || year || ordinal || meridiem
}

/// Whether `lower` is the name of a month, whole or cut.
pub(super) fn is_month(lower: &str) -> bool {
    const MONTHS: &[&str] = &[
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
    ];
    MONTHS.contains(&lower)
}

/// Whether `lower` is the name of a weekday.
pub(super) fn is_weekday(lower: &str) -> bool {
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].contains(&lower)
}

/// Whether `word` names one thing exactly: a code, a long number, an address of mail or web.
pub(super) fn is_identifier(word: &Token<'_>) -> bool {
    let core = word.core;
    let digits = core.bytes().filter(u8::is_ascii_digit).count();
    let letters = core.chars().filter(|c| c.is_uppercase()).count();
    let address = core.contains('@') && core.contains('.') || core.contains("://");
    address || digits >= 5 && !core.contains(['$', '€', '£']) || digits >= 1 && letters >= 2
}

/// Whether `word` is capitalised as names are.
pub(super) fn is_name(word: &Token<'_>) -> bool {
    let lower = word.lower();
    let first_person = lower == "i" || lower.starts_with("i'");
    word.is_capitalised()
        && !first_person
        && word.core.chars().count() > 1
        && !is_month(&lower)
        && !is_weekday(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_told_apart() {
        let of = Signals::of;
        assert!(of("It is $35 each").money);
        assert!(
            of("We meet on March 3rd").date
                && of("at 9:30").date
                && of("next Monday").date
                && of("5 PM").date
        );
        assert!(!of("You may go").date);
        assert!(of("Code PR-4478829").identifier && of("mail a@b.example now").identifier);
        assert!(of("she flies with Delta").name && !of("Then I left").name);
        assert!(!of("That sounds good to me").is_exact());
    }
}
