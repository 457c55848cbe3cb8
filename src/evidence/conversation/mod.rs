//! Conversations as JSON and YAML values write them: turns, and what a conversation says of itself. The shapes
//! are those of chat APIs, of their logs and of the common data sets.

mod turn;

pub(in crate::evidence) use turn::{messages, turn};

use serde_json::Value;

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

/// The time that `value` states, as it writes it; of an object named `metadata` when it has none itself.
pub(in crate::evidence) fn time(value: &Value) -> Option<String> {
    let own = TIME_KEYS.iter().find_map(|key| match value.get(key) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    });
    own.or_else(|| value.get("metadata").filter(|inner| inner.is_object()).and_then(time))
}
