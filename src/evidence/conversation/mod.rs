//! Conversations as JSON and YAML values write them: turns, and what a conversation says of itself. The shapes
//! are those of chat APIs, of their logs and exports, and of the common data sets.

mod mapping;
mod turn;

pub(in crate::evidence) use turn::{Turn, messages, turn};

use serde_json::Value;

use crate::evidence::context::flatten;

/// Names under which a source gives a time, best first.
const TIME_KEYS: &[&str] = &[
    "time",
    "timestamp",
    "ts",
    "datetime",
    "date",
    "started_at",
    "start_time",
    "created_at",
    "createdAt",
    "create_time",
    "sent_at",
];

/// Names under which a source gives several conversations.
const LIST_KEYS: &[&str] = &[
    "conversation_histories",
    "conversations",
    "dialogues",
    "dialogs",
    "sessions",
    "threads",
    "chats",
    "calls",
    "history",
    "histories",
];

/// One conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::evidence) struct Conversation {
    /// What it says of itself, name and value.
    pub(in crate::evidence) context: Vec<(String, String)>,
    /// When, as it writes it.
    pub(in crate::evidence) time: Option<String>,
    /// Its turns; never empty.
    pub(in crate::evidence) turns: Vec<Turn>,
}

/// A value read as conversations: what the whole says of itself, and the conversations in it, at least one.
pub(in crate::evidence) type Conversations = (Vec<(String, String)>, Vec<Conversation>);

impl Conversation {
    /// Reads `value` as one conversation or several: a list of turns, an object with turns, a list of such
    /// objects, or an object that holds such a list. `None` when it is nothing of the kind.
    pub(in crate::evidence) fn all_of(value: &Value) -> Option<Conversations> {
        if let Some(one) = Conversation::of(value) {
            return Some((Vec::new(), vec![one]));
        }
        if let Some(all) = Conversation::list(value) {
            return Some((Vec::new(), all));
        }
        LIST_KEYS.iter().find_map(|key| {
            let all = Conversation::list(value.get(key)?)?;
            let mut context = Vec::new();
            flatten(value, &[key], &mut context);
            Some((context, all))
        })
    }

    /// Reads `value` as one conversation.
    fn of(value: &Value) -> Option<Conversation> {
        if let Value::Array(items) = value {
            let turns: Vec<Turn> = items.iter().filter_map(turn).collect();
            // Half of a list of turns may be tool calls without words, not more.
            let spoken = turns.iter().any(|turn| turn.speaker.is_some()) && turns.len() * 2 >= items.len();
            return spoken.then_some(Conversation { context: Vec::new(), time: None, turns });
        }
        let (key, turns) = match messages(value) {
            Some((key, items)) => (key, items.iter().filter_map(turn).collect()),
            None => (mapping::KEY, mapping::turns(value)?),
        };
        let mut context = Vec::new();
        flatten(value, &[key], &mut context);
        Some(Conversation { context, time: time(value), turns })
    }

    fn list(value: &Value) -> Option<Vec<Conversation>> {
        let all: Vec<Conversation> = value.as_array()?.iter().filter_map(Conversation::of).collect();
        (!all.is_empty()).then_some(all)
    }
}

/// The time that `value` states, as it writes it; of an object named `metadata` when it has none itself.
pub(in crate::evidence) fn time(value: &Value) -> Option<String> {
    let own = TIME_KEYS.iter().find_map(|key| match value.get(key) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    });
    own.or_else(|| value.get("metadata").filter(|inner| inner.is_object()).and_then(time))
}

/// The time that `context` states, as it writes it.
pub(in crate::evidence) fn stated_time(context: &[(String, String)]) -> Option<String> {
    stated_times(context).next().map(str::to_owned)
}

/// All times that `context` states, best first; names in any case.
pub(in crate::evidence) fn stated_times(context: &[(String, String)]) -> impl Iterator<Item = &str> {
    TIME_KEYS.iter().filter_map(|key| {
        context.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, time)| time.as_str())
    })
}

#[cfg(test)]
mod tests;
