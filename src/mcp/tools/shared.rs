//! What several tools say in the same words: where an answer comes from, how far it can be relied on, and why there is none.

use jiff::civil::Date;
use serde_json::Value;

use super::super::base::Fault;
use super::super::quote::line;
use crate::digest::CommitId;

/// Words of the command line in what operations say, and those that an agent has instead.
const WORDS: [(&str, &str); 3] = [
    ("`--include-deprecated` shows them", "`deprecated: true` shows them"),
    ("`--as-of` asks for another day", "`as_of` asks for another day"),
    ("; `kb build` brings it up to date", "; whoever keeps the base can bring it up to date with `kb build`"),
];

/// `said` in words that an agent can act on.
pub(super) fn agent_words(said: &str) -> String {
    WORDS.iter().fold(said.to_owned(), |said, (from, to)| said.replace(from, to))
}

/// An operation that could not be done, as a fault.
pub(super) fn failed(error: impl std::fmt::Display) -> Fault {
    Fault::new(agent_words(&error.to_string()))
}

/// Where an answer comes from.
pub(super) fn origin(commit: Option<&CommitId>, is_fresh: bool) -> String {
    let from = commit.map_or_else(
        || "working tree without a commit".to_owned(),
        |commit| format!("commit {}", commit.short()),
    );
    if is_fresh { from } else { format!("{from}, older than main is now") }
}

/// What speaks for or against relying on a note, a word each.
pub(super) fn marks(
    status: Option<&str>,
    standing: Option<&str>,
    from: Option<Date>,
    until: Option<Date>,
) -> Vec<String> {
    let words = status.into_iter().chain(standing).map(line);
    let from = from.map(|day| format!("valid from {day}"));
    let until = until.map(|day| format!("valid until {day}"));
    words.chain(from).chain(until).collect()
}

/// Puts `text` into `data` as `key`, unless there is none.
pub(super) fn put(data: &mut Value, key: &str, text: &str) {
    if !text.trim().is_empty() {
        data[key] = Value::from(text);
    }
}
