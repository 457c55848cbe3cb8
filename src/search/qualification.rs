//! What a note says of where and when it applies, as one line of text.

use serde_json::Value;

use crate::note::Note;

/// The longest line, in bytes; what is longer says too much to qualify anything.
const LONGEST: usize = 400;

/// What `note` applies to and from when to when: `region: EU, from 2026-01-01`; `None` where it does not say.
pub(super) fn qualification(note: &Note) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(field) = note.front.get("applies_to") {
        flatten(&mut parts, None, &field.value);
    }
    for (key, word) in [("valid_from", "from"), ("valid_until", "until")] {
        parts.extend(note.front.text(key).map(|day| format!("{word} {}", day.trim())));
    }
    let line = parts.join(", ").replace(['\n', '\r', '\0'], " ");
    (!line.is_empty() && line.len() <= LONGEST).then_some(line)
}

/// Adds the plain values in `value`, each behind the key that leads to it.
fn flatten(parts: &mut Vec<String>, key: Option<&str>, value: &Value) {
    let mut add = |text: &str| {
        parts.push(key.map_or_else(|| text.to_owned(), |key| format!("{key}: {text}")));
    };
    match value {
        Value::Null => {}
        Value::String(text) => add(text.trim()),
        Value::Bool(_) | Value::Number(_) => add(&value.to_string()),
        Value::Array(items) => items.iter().for_each(|item| flatten(parts, key, item)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| flatten(parts, Some(key), value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::RepoPath;

    #[test]
    fn every_form_of_a_qualification_becomes_one_line() {
        for (front, line) in [
            ("applies_to: {region: [EU, UK], person: Ada}", Some("region: EU, region: UK, person: Ada")),
            ("applies_to: ticket agents\nvalid_from: 2026-01-01", Some("ticket agents, from 2026-01-01")),
            ("valid_until: 2026-12-31", Some("until 2026-12-31")),
            ("applies_to:", None),
            ("title: x", None),
        ] {
            let path = RepoPath::new("a.md").expect("a path");
            let note = Note::parse(path, format!("---\n{front}\n---\ntext\n").as_bytes());
            assert_eq!(qualification(&note).as_deref(), line, "{front}");
        }
    }
}
