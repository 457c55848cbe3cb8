//! One turn of a conversation, from a JSON value.

use serde_json::Value;

use super::time;

/// Names under which a turn gives its words, best first.
const CONTENT_KEYS: &[&str] = &["content", "text", "message", "value", "body", "utterance", "parts", "words"];

/// Names under which a turn gives its speaker, best first: a person's name before a role.
const SPEAKER_KEYS: &[&str] = &["name", "speaker", "from", "author", "sender", "role", "user", "type"];

/// The only values of `type` that say who speaks.
const ROLES: &[&str] = &["user", "human", "assistant", "ai", "system", "tool", "bot", "agent", "customer"];

/// Names under which a value gives its turns.
const MESSAGES_KEYS: &[&str] = &[
    "messages",
    "turns",
    "conversation",
    "dialogue",
    "dialog",
    "chat",
    "transcript",
    "log",
    "conversations",
];

/// One turn as the source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::evidence) struct Turn {
    /// Who speaks.
    pub(in crate::evidence) speaker: Option<String>,
    /// When.
    pub(in crate::evidence) time: Option<String>,
    /// The words, line ends kept; never blank.
    pub(in crate::evidence) words: String,
}

/// Reads `value` as a turn; `None` when it holds no words.
pub(in crate::evidence) fn turn(value: &Value) -> Option<Turn> {
    let map = value.as_object()?;
    // Logs of agents wrap the turn: {"type": "user", "timestamp": …, "message": {"role": …, "content": …}}.
    if let Some(inner) = map.get("message").filter(|inner| inner.is_object()) {
        let mut inner = turn(inner)?;
        inner.time = inner.time.or_else(|| time(value));
        inner.speaker = inner.speaker.or_else(|| speaker(value));
        return Some(inner);
    }
    let words = CONTENT_KEYS.iter().filter_map(|key| words(map.get(*key)?)).find(|w| !w.trim().is_empty())?;
    Some(Turn { speaker: speaker(value), time: time(value), words })
}

/// The turns that `value` holds as a list, under one of the usual names; `None` when it holds no such list.
pub(in crate::evidence) fn messages(value: &Value) -> Option<(&'static str, &Vec<Value>)> {
    let is_turn = |item: &Value| turn(item).is_some_and(|turn| turn.speaker.is_some());
    MESSAGES_KEYS.iter().find_map(|key| {
        let list = value.get(key)?.as_array()?;
        list.iter().any(is_turn).then_some((*key, list))
    })
}

/// Who speaks, as `value` says.
fn speaker(value: &Value) -> Option<String> {
    SPEAKER_KEYS.iter().find_map(|key| {
        let said = value.get(key)?;
        let name = match said {
            Value::String(kind) if *key == "type" && !ROLES.contains(&kind.as_str()) => return None,
            Value::Object(_) => said.get("name").or_else(|| said.get("role"))?.as_str()?,
            _ => said.as_str()?,
        };
        let name = crate::text::fold_space(name).into_owned();
        (!name.is_empty() && name.len() <= 200).then_some(name)
    })
}

/// The words of a content value: a text, or a list of parts of which the texts count.
fn words(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts: Vec<String> = parts.iter().filter_map(part).collect();
            (!texts.is_empty()).then(|| texts.join("\n"))
        }
        Value::Object(_) => part(content),
        _ => None,
    }
}

/// The words of one part: `{"type": "text", "text": …}`, a bare text, or a tool's result.
fn part(part: &Value) -> Option<String> {
    match part {
        Value::String(text) => Some(text.clone()),
        Value::Object(map) => {
            ["text", "content", "parts", "value"].iter().find_map(|key| words(map.get(*key)?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<(Option<String>, Option<String>, String)> {
        turn(&serde_json::from_str(json).expect("JSON")).map(|t| (t.speaker, t.time, t.words))
    }

    #[test]
    fn the_usual_shapes_are_turns() {
        let of = |speaker: &str, time: Option<&str>, words: &str| {
            Some((Some(speaker.to_owned()), time.map(str::to_owned), words.to_owned()))
        };
        assert_eq!(read(r#"{"role":"user","content":"Hi"}"#), of("user", None, "Hi"));
        assert_eq!(read(r#"{"role":"user","name":"Ann","content":"Hi","ts":7}"#), of("Ann", Some("7"), "Hi"));
        assert_eq!(
            read(r#"{"role":"user","content":[{"type":"text","text":"a"},{"type":"image"},"b"]}"#),
            of("user", None, "a\nb")
        );
        assert_eq!(read(r#"{"from":"human","value":"Hi"}"#), of("human", None, "Hi"));
        assert_eq!(read(r#"{"speaker":"USER","utterance":"Hi"}"#), of("USER", None, "Hi"));
        assert_eq!(
            read(r#"{"type":"user","timestamp":"2026-01-01","message":{"role":"user","content":"Hi"}}"#),
            of("user", Some("2026-01-01"), "Hi")
        );
        assert_eq!(read(r#"{"role":"user","content":null}"#), None);
        assert_eq!(read(r#"{"conversation_id":"c1","metadata":{"business":"Bank"}}"#), None);
        assert_eq!(read("[1]"), None);
    }
}
