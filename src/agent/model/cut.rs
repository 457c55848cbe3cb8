//! Whether JSON ends before it is whole. Servers say "stop" of answers that were cut; their structure does not lie.

use serde_json::Value;

/// What a text is that should be JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    /// JSON, and nothing else.
    Whole(Value),
    /// The beginning of JSON.
    Cut,
    /// Neither; why not.
    Broken(String),
}

/// Reads `text`.
pub(super) fn json(text: &str) -> Json {
    match serde_json::from_str(text) {
        Ok(value) => Json::Whole(value),
        Err(error) if error.is_eof() => Json::Cut,
        Err(error) => Json::Broken(error.to_string()),
    }
}

/// The JSON of an answer: all of it, or all of its only fence of Markdown.
pub(super) fn answer(text: &str) -> Json {
    let text = text.trim();
    let Some(start) = text.find("```") else { return json(text) };
    if text.starts_with(['{', '[']) {
        return json(text);
    }
    let inner = text[start + 3..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    match inner.rfind("```") {
        Some(end) => json(inner[..end].trim()),
        None => match json(inner.trim()) {
            // The fence is open, but all of the JSON is there.
            Json::Whole(value) => Json::Whole(value),
            _ => Json::Cut,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_cut_is_told_from_what_is_wrong() {
        assert_eq!(answer(r##"{"path":"a.md","content":"# Ti"##), Json::Cut);
        assert_eq!(answer(r#"{"findings":[{"path":"a.md"},{"path":"b"#), Json::Cut);
        assert_eq!(answer("```json\n{\"a\": [1, 2"), Json::Cut);
        assert_eq!(answer(""), Json::Cut);
        assert_eq!(answer("Here it is:\n```json\n{\"a\": 1}\n```\n"), Json::Whole(json!({"a": 1})));
        assert_eq!(answer("{\"a\": \"```\"}"), Json::Whole(json!({"a": "```"})));
        assert!(matches!(answer("{\"a\" 1}"), Json::Broken(_)));
        assert!(matches!(answer("I think so."), Json::Broken(_)));
    }
}
