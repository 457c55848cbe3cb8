//! Leaves out statements that repeat what the same source said before them: totals read back, codes spelled twice.

use std::collections::BTreeSet;

use super::statement::Statement;
use super::token::{lower_words, tokens};

/// Words that do not tell one statement from another.
const EMPTY: &[&str] = &[
    "the",
    "a",
    "an",
    "is",
    "are",
    "was",
    "to",
    "of",
    "in",
    "on",
    "for",
    "and",
    "or",
    "it",
    "it's",
    "that",
    "that's",
    "this",
    "they",
    "their",
    "at",
    "with",
    "will",
    "be",
    "by",
    "from",
    "as",
    "so",
    "customer",
    "customer's",
    "agent",
    "user",
    "user's",
    "business",
    "has",
    "have",
    "your",
    "total",
    "confirmed",
];

/// `statements` without those whose exact words and most of whose other words stand in one before them.
pub(super) fn without(statements: Vec<Statement>) -> Vec<Statement> {
    let mut kept: Vec<(Statement, BTreeSet<String>, BTreeSet<String>)> = Vec::new();
    for statement in statements {
        let (exact, words) = split(&statement.text);
        let repeats = kept.iter().any(|(_, before_exact, before_words)| {
            let known = words.iter().filter(|word| before_words.contains(*word)).count();
            let most = if exact.is_empty() { words.len() * 9 } else { words.len() * 6 };
            exact.is_subset(before_exact) && known * 10 >= most && !(exact.is_empty() && words.is_empty())
        });
        if !repeats || statement.corrects {
            kept.push((statement, exact, words));
        }
    }
    kept.into_iter().map(|(statement, ..)| statement).collect()
}

/// The words with digits, and the others that count.
fn split(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let exact = tokens(text).iter().filter(|token| token.has_digit()).map(|token| token.lower()).collect();
    let words = lower_words(text)
        .into_iter()
        .filter(|word| !EMPTY.contains(&word.as_str()) && !word.bytes().any(|b| b.is_ascii_digit()))
        .collect();
    (exact, words)
}
