//! Transcripts: text in which lines start with who speaks, `Name: words`, and whether a text is one.

use std::collections::BTreeMap;

use crate::text::fold_space;

/// The start of a turn, as one line writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening<'t> {
    pub(super) speaker: &'t str,
    pub(super) time: Option<&'t str>,
    pub(super) words: &'t str,
}

/// Words that stand before a colon at the start of a line without speaking.
const LABELS: &[&str] = &[
    "note",
    "notes",
    "warning",
    "important",
    "tip",
    "example",
    "date",
    "time",
    "timestamp",
    "subject",
    "from",
    "to",
    "cc",
    "bcc",
    "name",
    "title",
    "status",
    "priority",
    "id",
    "email",
    "e-mail",
    "phone",
    "address",
    "age",
    "city",
    "country",
    "price",
    "total",
    "amount",
    "url",
    "link",
    "http",
    "https",
    "description",
    "summary",
    "result",
    "version",
    "author",
    "source",
    "type",
    "kind",
    "category",
    "tags",
    "usage",
    "see",
    "returns",
    "todo",
    "fixed",
    "added",
    "changed",
    "removed",
    "step",
    "steps",
    "owner",
    "due",
    "duration",
    "business",
    "department",
    "attendees",
    "participants",
    "location",
    "topic",
    "agenda",
    "ticket",
    "order",
    "question",
    "answer",
    "host",
    "user-agent",
    "labels",
    "tenant",
    "origin",
    "subjects",
];

/// Whether `label` is a name of a field rather than of somebody who speaks.
pub(super) fn is_label(label: &str) -> bool {
    let label = label.to_lowercase();
    LABELS.contains(&label.as_str()) && !matches!(label.as_str(), "question" | "answer")
}

/// Reads the start of a turn: `Name: words`, `**Name:** words`, `[10:32] Name: words`, `Name (10:32): words`,
/// `31/12/2023, 10:32 - Name: words`.
pub(super) fn opening(line: &str) -> Option<Opening<'_>> {
    let line = line.trim();
    let (time, line) = leading_time(line);
    let (head, words) = match line.strip_prefix("**") {
        Some(bold) => {
            let (name, rest) = bold.split_once("**")?;
            match name.strip_suffix(':') {
                Some(name) => (name, rest),
                None => {
                    let (aside, words) = split_colon(rest)?;
                    return opened(name, time.or(aside_time(aside)?), words);
                }
            }
        }
        None => split_colon(line)?,
    };
    match head.find(['(', '[']) {
        Some(at) => opened(&head[..at], time.or(aside_time(&head[at..])?), words),
        None => opened(head, time, words),
    }
}

fn opened<'t>(speaker: &'t str, time: Option<&'t str>, words: &'t str) -> Option<Opening<'t>> {
    let speaker = speaker.trim();
    let spoken = words.is_empty() || words.starts_with([' ', '\t', '\u{a0}', '*', '"']);
    (spoken && is_name(speaker)).then(|| Opening { speaker, time, words: words.trim() })
}

/// Last words that make a speaker of words in lower case: `customer service`.
const ROLES: &[&str] = &[
    "agent",
    "assistant",
    "bot",
    "caller",
    "client",
    "customer",
    "manager",
    "rep",
    "representative",
    "service",
    "support",
    "user",
];

/// Whether `text` can be a name: up to four words, each with a capital where its script has them, no sentence.
fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let name_part = |word: &str| {
        word.chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '\'' | '’' | '@' | '#' | '+'))
    };
    !words.is_empty()
        && words.len() <= 4
        && text.chars().count() <= 40
        && text.starts_with(|c: char| c.is_alphabetic() || c == '@')
        && words.iter().all(|word| name_part(word))
        && (words.len() == 1
            || words.iter().all(|word| !word.starts_with(char::is_lowercase))
            || words.last().is_some_and(|word| ROLES.contains(&word.to_lowercase().as_str())))
}

/// Splits a time in brackets, or a date and time before a dash, from the start of a line.
fn leading_time(line: &str) -> (Option<&str>, &str) {
    if let Some((inside, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        if is_time(inside) {
            return (Some(inside.trim()), rest.trim_start());
        }
        return (None, line);
    }
    if let Some((before, rest)) = line.split_once(" - ")
        && is_time(before)
    {
        return (Some(before.trim()), rest.trim_start());
    }
    if let Some((before, rest)) = line.split_once([' ', '\t'])
        && before.contains(':')
        && is_time(before)
    {
        return (Some(before), rest.trim_start());
    }
    (None, line)
}

/// The time in `(10:32)` or `[10:32]`; `Some(None)` for white space alone, `None` for anything else.
fn aside_time(aside: &str) -> Option<Option<&str>> {
    let aside = aside.trim();
    if aside.is_empty() {
        return Some(None);
    }
    let inside = aside.strip_prefix(['(', '['])?.strip_suffix([')', ']'])?;
    // A role or pronoun in brackets, `Ann (agent)`, is no time and no obstacle.
    Some(is_time(inside).then(|| inside.trim()))
}

fn is_time(text: &str) -> bool {
    let text = text.trim();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (2..=20).contains(&digits)
        && letters <= 12
        && text.len() <= 40
        && text.contains([':', '/', '-', '.'])
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Splits `line` at its first colon that does not stand between two digits, as in `10:32`.
fn split_colon(line: &str) -> Option<(&str, &str)> {
    let digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let at = line
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|&at| !(at.checked_sub(1).is_some_and(digit) && digit(at + 1)))?;
    Some((&line[..at], &line[at + 1..]))
}

/// Whether `lines` are a transcript: most of them open a turn, and somebody speaks more than once.
pub(super) fn is_transcript<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let (mut filled, mut bold) = (0usize, 0usize);
    let mut speakers: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        filled += 1;
        let Some(opening) = opening(line) else { continue };
        bold += usize::from(line.trim_start().starts_with("**"));
        let name = fold_space(opening.speaker).to_lowercase();
        *speakers.entry(name).or_default() += 1;
    }
    speakers.retain(|name, _| !is_label(name));
    let turns: usize = speakers.values().sum();
    let again = speakers.values().any(|&count| count >= 2);
    // A turn of several paragraphs opens once: bold names or few speakers make up for fewer openings.
    let share = if bold * 2 >= turns { 4 } else { 2 };
    turns >= 3 && again && turns * share >= filled && speakers.len() * 2 <= turns + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_name_speaker_time_and_words() {
        for (line, speaker, time, words) in [
            ("Ann: How much?", "Ann", None, "How much?"),
            ("**Dr. Ann Lee:** How much: all?", "Dr. Ann Lee", None, "How much: all?"),
            ("**user** (2024-11-15 10:30): Hi", "user", Some("2024-11-15 10:30"), "Hi"),
            ("[10:32] Ann: Hi", "Ann", Some("10:32"), "Hi"),
            ("10:32 Ann: Hi", "Ann", Some("10:32"), "Hi"),
            ("Ann (10:32): Hi", "Ann", Some("10:32"), "Hi"),
            ("Ann (agent): Hi", "Ann", None, "Hi"),
            ("31/12/2023, 10:32 PM - Ann: Hi", "Ann", Some("31/12/2023, 10:32 PM"), "Hi"),
            ("Kovács Ágnes: Jó napot", "Kovács Ágnes", None, "Jó napot"),
        ] {
            assert_eq!(opening(line), Some(Opening { speaker, time, words }), "{line}");
        }
        for line in [
            "https://example.com/a",
            "The meeting is at 10:30 tomorrow",
            "We decided, after all: no refund",
            "std::string is a type",
            "",
            ": x",
        ] {
            assert_eq!(opening(line), None, "{line}");
        }
    }

    #[test]
    fn fields_and_prose_are_no_transcript() {
        let is = |text: &str| is_transcript(text.lines());
        assert!(is("Ann: a\nBob: b\nAnn: c\n"));
        assert!(is("Date: 2024\n\nAnn: a\nmore of it\nBob: b\nAnn: c\n"));
        assert!(!is("Name: Ann\nAge: 3\n\nName: Bob\nAge: 4\n"));
        assert!(!is("Host: a\nPort: 1\nUser: u\n"));
        assert!(!is("One thing: this.\nAnother line of prose.\nYet more prose here.\nOne thing: that.\n"));
    }
}
