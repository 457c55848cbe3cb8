//! Things that a note must not repeat, though the evidence holds them: card numbers, security codes, passwords.

use super::token::{lower_words, tokens};

/// Words before a value that is nobody else's business.
const WORDS: &[&str] = &["cvv", "cvc", "cvv2", "pin", "password", "passcode", "passphrase", "ssn"];

/// Two words that do the same.
const PHRASES: &[&str] = &[
    "security code",
    "social security",
    "verification code",
    "secret key",
    "private key",
    "api key",
    "seed phrase",
    "card number",
];

/// Whether `text` gives away a secret.
pub(super) fn is_secret(text: &str) -> bool {
    let words = lower_words(text);
    let phrase = words.windows(2).any(|pair| PHRASES.contains(&pair.join(" ").as_str()));
    let named = words.iter().any(|word| WORDS.contains(&word.as_str())) || phrase;
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
    let value = tokens(text).iter().any(|token| {
        digits(token.core) >= 3 || token.has_digit() && token.core.chars().any(char::is_alphabetic)
    });
    named && value || has_card_number(text)
}

/// Whether a number of 13 to 19 digits with a valid check digit stands in `text` (Luhn, ISO/IEC 7812-1).
fn has_card_number(text: &str) -> bool {
    let mut run: Vec<u32> = Vec::new();
    for c in text.chars().chain(['x']) {
        match c.to_digit(10) {
            Some(digit) => run.push(digit),
            None if matches!(c, ' ' | '-') => {}
            None => {
                if (13..=19).contains(&run.len()) && luhn(&run) {
                    return true;
                }
                run.clear();
            }
        }
    }
    false
}

fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, &digit)| {
            if index % 2 == 0 {
                digit
            } else if digit > 4 {
                2 * digit - 9
            } else {
                2 * digit
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_told_from_numbers_that_may_be_known() {
        assert!(is_secret("The CVV code: 338."));
        assert!(is_secret("The number is 4111 1111 1111 1111."));
        assert!(is_secret("The password is hunter22."));
        assert!(!is_secret("The customer's account number is 4429853327."));
        assert!(!is_secret("A PIN is sent by mail."));
    }
}
