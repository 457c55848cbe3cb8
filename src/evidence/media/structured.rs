//! Tells JSON Lines, JSON and YAML apart, and whether they hold conversations.

use serde_json::Value;

use super::Media;
use crate::evidence::conversation::{Conversation, turn};

/// YAML that is larger is not looked into unless its name says that it is YAML.
const MAX_GUESSED_YAML: usize = 4 << 20;

/// What `text` is, when it is one of the three.
pub(super) fn detect(ending: Option<&str>, text: &str) -> Option<Media> {
    let lines_by_name = matches!(ending, Some("jsonl" | "ndjson"));
    if lines_by_name || json_lines(text) {
        return Some(Media::JsonLines);
    }
    if text.trim_start().starts_with(['{', '[']) {
        match serde_json::from_str::<Value>(text) {
            Ok(value) if Conversation::all_of(&value).is_some() => return Some(Media::JsonConversation),
            Ok(_) => return Some(Media::Json),
            Err(_) if ending == Some("json") => return Some(Media::Text),
            Err(_) => {}
        }
    }
    let named = matches!(ending, Some("yaml" | "yml"));
    if named || (ending.is_none() && text.len() <= MAX_GUESSED_YAML && looks_like_turns(text)) {
        let value = crate::yaml::from_str::<Value>(text).ok();
        match value {
            Some(value) if Conversation::all_of(&value).is_some() => return Some(Media::YamlConversation),
            Some(_) if named => return Some(Media::Yaml),
            _ if named => return Some(Media::Text),
            _ => {}
        }
    }
    None
}

/// Whether the lines of `text` are JSON objects: several, or one that is a turn.
fn json_lines(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_object = |line: &str| {
        line.starts_with('{') && serde_json::from_str::<Value>(line).is_ok_and(|value| value.is_object())
    };
    let Some(first) = lines.next().filter(|line| line.starts_with('{')) else { return false };
    let mut next = lines.take(20).peekable();
    if next.peek().is_none() {
        return serde_json::from_str::<Value>(first).is_ok_and(|value| turn(&value).is_some());
    }
    // One line in five may be torn: a log that was cut is still a log.
    let (mut good, mut all) = (usize::from(is_object(first)), 1);
    for line in next {
        good += usize::from(is_object(line));
        all += 1;
    }
    good * 5 >= all * 4
}

/// Whether `text` has the keys of turns where YAML writes them.
fn looks_like_turns(text: &str) -> bool {
    let key = |line: &str, keys: &[&str]| {
        let line = line.trim_start().trim_start_matches("- ");
        keys.iter().any(|key| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
    };
    text.lines().any(|line| key(line, &["role", "speaker", "from"]))
        && text.lines().any(|line| key(line, &["content", "text", "message", "value"]))
}
