//! An evidence item as the auditor hears it: every line decoded, with who says it. It finds no claims.
//!
//! It reads the sources by itself and not with [`Reading`](crate::evidence::Reading): what the proposer and the
//! auditor both misread would pass unseen.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::evidence::{EvidenceId, Item};
use crate::text::LineRange;
use crate::verify::lex;
use crate::verify::people::People;

/// Who speaks, as far as it matters for "I" and "you".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Party {
    /// Who wants something: user, customer, caller.
    Asker,
    /// Who helps: assistant, agent, support.
    Helper,
    /// Somebody named, in lower case.
    Named(String),
}

/// One line of an item.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Who says it; `None` in a document.
    pub party: Option<Party>,
    /// The label of who says it, as written.
    pub label: Option<String>,
    /// Whether a turn starts here.
    pub opens: bool,
    /// What is said, decoded.
    pub text: String,
}

/// An item, line by line.
#[derive(Debug)]
pub struct Transcript {
    /// The item.
    pub(super) id: EvidenceId,
    /// The day that "today" means in it.
    pub(super) day: Option<Date>,
    /// Its lines, from the first.
    pub(super) lines: Vec<Line>,
    /// Which names its parties bear.
    pub(super) people: People,
    /// The words of its record: subjects, title, origin; in lower case.
    pub(super) record: BTreeSet<String>,
}

impl Transcript {
    /// Hears `item`.
    pub fn of(item: &Item) -> Transcript {
        let json = item.meta.source.ends_with(".jsonl") && !item.text_path().as_str().ends_with(".md");
        let mut transcript = Transcript::read(item.meta.id.clone(), item.text(), json);
        let stated = item.meta.subjects.iter().chain(&item.meta.title).chain(&item.meta.origin);
        transcript.record = stated.flat_map(|text| lex::tokens(text)).map(|token| token.lower).collect();
        transcript.day = Some(TimeZone::UTC.to_datetime(item.meta.captured_at).date());
        transcript
    }

    /// Hears `text`, JSON Lines where `json` says so, without a record.
    pub fn read(id: EvidenceId, text: &str, json: bool) -> Transcript {
        let lines: Vec<Line> = if json { text.lines().map(json_line).collect() } else { plain_lines(text) };
        let people = People::of(&lines);
        Transcript { id, day: None, lines, people, record: BTreeSet::new() }
    }

    /// The numbers of `lines` that exist.
    pub(super) fn within(&self, lines: LineRange) -> impl Iterator<Item = u32> + use<> {
        let last = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        lines.first()..=lines.last().min(last)
    }

    /// Line `number`, from 1.
    pub(super) fn line(&self, number: u32) -> Option<&Line> {
        self.lines.get((number as usize).checked_sub(1)?)
    }
}

/// Names under which JSON conversations give the speaker, and the words.
const SPEAKER_KEYS: [&str; 6] = ["role", "speaker", "from", "author", "sender", "name"];
const WORDS_KEYS: [&str; 6] = ["content", "text", "message", "body", "utterance", "value"];

fn json_line(line: &str) -> Line {
    let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    let label = SPEAKER_KEYS.iter().find_map(|key| value.get(key)?.as_str()).map(str::to_owned);
    let mut words = Vec::new();
    match WORDS_KEYS.iter().find_map(|key| value.get(key)) {
        Some(said) => strings(said, &mut words),
        None => strings(&value, &mut words),
    }
    let text = if value.is_null() { line.to_owned() } else { words.join("\n") };
    Line { party: label.as_deref().map(party), label, opens: true, text }
}

fn strings(value: &serde_json::Value, into: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => into.push(text.clone()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| strings(item, into)),
        serde_json::Value::Object(map) => map.values().for_each(|item| strings(item, into)),
        serde_json::Value::Number(number) => into.push(number.to_string()),
        serde_json::Value::Bool(_) | serde_json::Value::Null => {}
    }
}

/// Which party a label names.
pub(super) fn party(label: &str) -> Party {
    let lower = label.trim().to_lowercase();
    let word = lower.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    match word {
        "user" | "users" | "customer" | "client" | "caller" | "human" | "patient" | "guest" | "member"
        | "buyer" | "requester" | "ügyfél" | "kunde" | "kundin" => Party::Asker,
        "assistant" | "provider" | "agent" | "support" | "representative" | "rep" | "operator" | "bot"
        | "ai" | "model" | "staff" | "advisor" | "clerk" | "ügyintéző" | "mitarbeiter" | "berater" => {
            Party::Helper
        }
        _ => Party::Named(lower),
    }
}

/// Lines of a document or of a conversation written as `Name: words`.
fn plain_lines(text: &str) -> Vec<Line> {
    let labels: Vec<Option<(&str, &str)>> = text.lines().map(labelled).collect();
    let mut counts = std::collections::BTreeMap::new();
    for (label, _) in labels.iter().flatten() {
        *counts.entry(*label).or_insert(0) += 1;
    }
    let known = |label: &str| !matches!(party(label), Party::Named(_));
    let spoken = counts.len() >= 2
        && counts.len() <= 12
        && (counts.keys().any(|label| known(label))
            || counts.values().filter(|&&count| count > 1).count() >= 2);
    let mut speaker: Option<String> = None;
    text.lines()
        .zip(labels)
        .map(|(line, label)| match label.filter(|_| spoken) {
            Some((label, words)) => {
                speaker = Some(label.to_owned());
                Line {
                    party: Some(party(label)),
                    label: Some(label.to_owned()),
                    opens: true,
                    text: words.to_owned(),
                }
            }
            None => Line {
                party: speaker.as_deref().map(party),
                label: speaker.clone(),
                opens: line.trim().is_empty(),
                text: line.to_owned(),
            },
        })
        .collect()
}

/// The label and the words of a line such as `**Anna:** hello` or `[10:02] agent: hello`.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let mut rest = line.trim_start().trim_start_matches(['>', '*', '-', '#', '_', ' ']);
    if let Some(inner) = rest.strip_prefix(['[', '(']) {
        let close = inner.find([']', ')']).filter(|&at| at <= 30)?;
        rest = inner[close + 1..].trim_start_matches(['*', '_', ' ', '-']);
    }
    let colon = rest.find(':').filter(|&at| at <= 48)?;
    let (label, words) = (&rest[..colon], rest[colon + 1..].trim_start_matches(['*', '_']));
    let label = label.trim_end_matches(['*', '_', ' ']);
    let bare = label.split('(').next().unwrap_or(label).trim();
    let names = |part: &str| part.chars().next().is_some_and(char::is_uppercase) || part.len() <= 2;
    let plausible = !bare.is_empty()
        && bare.split_whitespace().count() <= 4
        && bare.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '\'' | '-' | '_' | '@' | '#'))
        && (bare.split_whitespace().all(names) || !matches!(party(bare), Party::Named(_)))
        && (words.is_empty() || words.starts_with(char::is_whitespace));
    plausible.then_some((label, words.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str, json: bool) -> Vec<(Option<Party>, String)> {
        let id = "2026-11-30-call-3f9a2c".parse().expect("an id");
        let lines = Transcript::read(id, text, json).lines;
        lines.into_iter().map(|line| (line.party, line.text)).collect()
    }

    #[test]
    fn json_lines_give_who_and_what() {
        let lines = heard("{\"role\":\"user\",\"content\":\"I said \\\"no\\\"\"}\nnot json\n", true);
        assert_eq!(lines[0], (Some(Party::Asker), "I said \"no\"".to_owned()));
        assert_eq!(lines[1], (None, "not json".to_owned()));
    }

    #[test]
    fn labels_count_only_in_conversations() {
        let lines = heard("**Anna:** hi\nBen: hello\nmore\nAnna: bye\nBen: bye", false);
        assert_eq!(lines[2], (Some(Party::Named("ben".into())), "more".to_owned()));
        let lines = heard("Note: one thing\n\nText that goes on.", false);
        assert!(lines.iter().all(|(party, _)| party.is_none()));
    }
}
