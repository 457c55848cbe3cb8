//! Secrets, by their shape and their check digits, never by a mention: a false alarm would damage what is kept.

mod assignment;
mod card;
mod iban;
mod private_key;
mod social_security;
mod token;
mod url_password;

use super::Hazard;
use super::trigger::{Trigger, Triggers};

/// A detector.
type Scan = fn(&str, &mut Vec<Hazard>);

/// Every detector, and what a text must hold for it.
const DETECTORS: [(Trigger, Scan); 7] = [
    (Trigger::Token, token::scan),
    (Trigger::PrivateKey, private_key::scan),
    (Trigger::Url, url_password::scan),
    (Trigger::Assignment, assignment::scan),
    (Trigger::Digits, card::scan),
    (Trigger::Account, iban::scan),
    (Trigger::Digits, social_security::scan),
];

/// Finds secrets in `text`, which holds `triggers`, in no order.
pub(super) fn scan(text: &str, triggers: &Triggers) -> Vec<Hazard> {
    let mut found = Vec::new();
    for (trigger, detect) in DETECTORS {
        if triggers.has(trigger) {
            detect(text, &mut found);
        }
    }
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
