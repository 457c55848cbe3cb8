//! The heading that a statement stands under, by what it is about, where its source gives none.

use super::signal::Signals;
use super::statement::Statement;
use super::token::lower_words;
use super::worth::Worth;

/// The headings, in the order in which a note has them.
pub(super) const TOPICS: &[&str] = &[
    "People and contacts",
    "Numbers and references",
    "Wishes and decisions",
    "Costs and payments",
    "Dates and times",
    "Terms and procedures",
    "Details",
];

const CONTACT: &[&str] = &[
    "name", "email", "phone", "address", "birth", "birthday", "contact", "spouse", "wife", "husband",
    "mother", "father", "daughter", "son", "employer", "cell", "married", "age", "social", "live", "lives",
    "born",
];

const REFERENCE: &[&str] = &[
    "account",
    "policy",
    "claim",
    "confirmation",
    "reference",
    "member",
    "membership",
    "id",
    "serial",
    "vin",
    "license",
    "licence",
    "code",
    "tracking",
    "routing",
    "number",
    "case",
    "order",
    "ticket",
    "certificate",
    "reservation",
    "record",
    "passport",
    "locator",
    "prescription",
    "model",
];

/// Words of wishes and choices.
const WISH: &[&str] = &["let", "prefer", "prefers", "want", "wants", "decided", "chose", "rather"];

/// The heading of `statement`: the source's own, else one of [`TOPICS`].
pub(super) fn of(statement: &Statement) -> String {
    if let Some(own) = statement.headings.last() {
        return own.clone();
    }
    let signals = Signals::of(&statement.text);
    let words = lower_words(&statement.text);
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.trim_end_matches("'s")));
    let topic = if signals.identifier && !signals.money && any(REFERENCE) {
        1
    } else if any(CONTACT)
        && !signals.money
        && (statement.worth == Worth::Name || signals.identifier || words.len() <= 14)
    {
        0
    } else if statement.spoken && !signals.money && any(WISH) {
        2
    } else if signals.money {
        3
    } else if signals.date {
        4
    } else if statement.worth == Worth::Preference {
        2
    } else if statement.worth == Worth::Rule {
        5
    } else {
        6
    };
    TOPICS[topic].to_owned()
}
