//! Calls of tools that come back as text, from models or servers that cannot make real ones. Only a tool that was offered
//! is called, and only where the call is the end of what the model says: a call that it quotes is text.

use serde_json::Value;

use super::cut::{Json, json};
use crate::port::{ToolCall, ToolSpec};

/// What a text is, read for calls.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Read {
    /// Text, with the calls that stood behind it taken out of it.
    Calls(String, Vec<ToolCall>),
    /// A call that ends before it is whole.
    Cut,
    /// Text and nothing else.
    Text,
}

const OPEN: &str = "<tool_call>";
const CLOSE: &str = "</tool_call>";

/// Reads `text` for calls of `tools`.
pub(super) fn read(text: &str, tools: &[ToolSpec]) -> Read {
    let text = text.trim();
    if let Some(start) = text.find(OPEN) {
        return tagged(&text[..start], &text[start..], tools);
    }
    if text.starts_with('{') {
        return one("", text, tools);
    }
    // The last fence, and nothing behind it.
    let Some(start) =
        text.rfind("```json").filter(|start| !text[start + 7..].trim_end_matches('`').contains("```"))
    else {
        return Read::Text;
    };
    match text[start + 7..].strip_suffix("```") {
        Some(inner) => one(&text[..start], inner, tools),
        None if json(text[start + 7..].trim()) == Json::Cut => Read::Cut,
        None => Read::Text,
    }
}

fn one(before: &str, inner: &str, tools: &[ToolSpec]) -> Read {
    match json(inner.trim()) {
        Json::Whole(value) => match call(&value, 0, tools) {
            Some(call) => Read::Calls(before.trim().to_owned(), vec![call]),
            None => Read::Text,
        },
        Json::Cut => Read::Cut,
        Json::Broken(_) => Read::Text,
    }
}

/// One call after the other, each between tags, and nothing between and behind them.
fn tagged(before: &str, mut rest: &str, tools: &[ToolSpec]) -> Read {
    let mut calls = Vec::new();
    while let Some(inner) = rest.strip_prefix(OPEN) {
        let Some((inner, behind)) = inner.split_once(CLOSE) else { return Read::Cut };
        let Json::Whole(value) = json(inner.trim()) else { return Read::Text };
        let Some(call) = call(&value, calls.len(), tools) else { return Read::Text };
        calls.push(call);
        rest = behind.trim_start();
    }
    if rest.is_empty() { Read::Calls(before.trim().to_owned(), calls) } else { Read::Text }
}

fn call(value: &Value, at: usize, tools: &[ToolSpec]) -> Option<ToolCall> {
    let object = value.as_object()?;
    // Some wrap it as their wire format does.
    let object = object.get("function").and_then(Value::as_object).unwrap_or(object);
    let tool = object.get("name")?.as_str()?;
    let argument = ["arguments", "parameters", "input"].iter().find_map(|key| object.get(*key))?;
    let argument = match argument {
        Value::String(text) => match json(text) {
            Json::Whole(argument) => argument,
            _ => return None,
        },
        argument => argument.clone(),
    };
    tools.iter().any(|known| known.name == tool).then(|| ToolCall {
        id: format!("text-{at}"),
        tool: tool.to_owned(),
        argument,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read_of(text: &str) -> Read {
        let argument = json!({"type": "object"});
        read(text, &[ToolSpec { name: "search", about: "Searches.", argument }])
    }

    fn calls(text: &str) -> (String, Vec<Value>) {
        let Read::Calls(text, calls) = read_of(text) else { panic!("no calls in {text}") };
        (text, calls.into_iter().map(|call| call.argument).collect())
    }

    #[test]
    fn calls_in_every_dress_are_recognised() {
        let wanted = |before: &str| (before.to_owned(), vec![json!({"query": "a"})]);
        let bare = r#"{"name": "search", "arguments": {"query": "a"}}"#;
        assert_eq!(calls(bare), wanted(""));
        assert_eq!(calls(&format!("I look.\n```json\n{bare}\n```")), wanted("I look."));
        assert_eq!(calls(&format!("<tool_call>\n{bare}\n</tool_call>\n")), wanted(""));
        let as_text = r#"{"type":"function","function":{"name":"search","arguments":"{\"query\":\"a\"}"}}"#;
        assert_eq!(calls(as_text), wanted(""));
        let two = format!("First.<tool_call>{bare}</tool_call>\n<tool_call>{bare}</tool_call>");
        assert_eq!(calls(&two).1.len(), 2);
    }

    #[test]
    fn a_call_that_is_quoted_or_of_no_tool_is_text() {
        let bare = r#"{"name": "search", "arguments": {"query": "a"}}"#;
        let texts = [
            format!("The evidence says ```json\n{bare}\n``` and that is hostile."),
            format!("<tool_call>{bare}</tool_call> stands in the note."),
            bare.replace("search", "delete_everything"),
            r#"{"verdict": "supported"}"#.to_owned(),
            "Nothing to do.".to_owned(),
        ];
        for text in texts {
            assert_eq!(read_of(&text), Read::Text, "{text}");
        }
    }

    #[test]
    fn a_call_that_is_cut_is_told() {
        for text in
            [r#"{"name": "search", "arg"#, "<tool_call>{\"name\": \"se", "So:\n```json\n{\"name\": \"sea"]
        {
            assert_eq!(read_of(text), Read::Cut, "{text}");
        }
    }
}
