//! Secrets, by their shape and their check digits, never by a mention: a false alarm would damage what is kept.

mod assignment;
mod card;
mod iban;
mod private_key;
mod social_security;
mod token;
mod url_password;

use super::Hazard;

/// Finds secrets in `text`, in no order.
pub(super) fn scan(text: &str) -> Vec<Hazard> {
    let mut found = Vec::new();
    token::scan(text, &mut found);
    private_key::scan(text, &mut found);
    url_password::scan(text, &mut found);
    assignment::scan(text, &mut found);
    card::scan(text, &mut found);
    iban::scan(text, &mut found);
    social_security::scan(text, &mut found);
    found
}

/// Whether `value` stands for a secret instead of being one.
fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    ["example", "changeme", "change-me", "placeholder", "your", "redacted", "xxxx", "****", "....", "dummy"]
        .iter()
        .any(|word| lower.contains(word))
        || value.contains(['<', '>', '$', '{', '}', '*'])
}

/// A regular expression of this module; a bad one is a bug that the first test finds.
fn pattern(text: &str) -> regex::Regex {
    regex::Regex::new(text).expect("a valid pattern")
}
