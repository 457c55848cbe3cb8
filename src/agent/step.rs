//! Steps: a tool and its argument as one JSON object, `{action, argument}`, for models that cannot call tools; and calls
//! that come back as text from models that can.

use serde_json::{Value, json};

use crate::port::{ToolCall, ToolSpec};

/// What the text of an answer is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// A call.
    Call(ToolCall),
    /// An object that ends before it is closed.
    Cut,
    /// Something else.
    Text,
}

/// The schema that an answer must fit.
pub(super) fn shape(tools: &[ToolSpec]) -> Value {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
    let arguments: Vec<&Value> = tools.iter().map(|tool| &tool.argument).collect();
    json!({
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": names},
            "argument": {"anyOf": arguments},
        },
        "required": ["action", "argument"],
        "additionalProperties": false,
    })
}

/// The tools as a list for the system prompt.
pub(super) fn described(tools: &[ToolSpec]) -> String {
    let lines = tools.iter().map(|tool| format!("- `{}`: {} `{}`", tool.name, tool.about, tool.argument));
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads `text`, which is nothing but a call, a fence of Markdown apart. Of calls amid other text none is read: they may
/// be quoted from what the model was shown.
pub(super) fn read(text: &str, id: &str) -> Step {
    let text = text.trim();
    let inner = text
        .strip_prefix("```json")
        .or_else(|| text.strip_prefix("```"))
        .map_or(text, |inner| inner.strip_suffix("```").unwrap_or(inner))
        .trim();
    if !inner.starts_with('{') {
        return Step::Text;
    }
    let object = match serde_json::from_str::<Value>(inner) {
        Ok(Value::Object(object)) => object,
        Err(error) if error.is_eof() => return Step::Cut,
        _ => return Step::Text,
    };
    let field = |names: &[&str]| names.iter().find_map(|name| object.get(*name));
    let tool = field(&["action", "name", "tool"]).and_then(Value::as_str);
    let argument = field(&["argument", "arguments", "parameters", "input"]);
    let nothing = Value::Object(Default::default());
    let argument = argument.or_else(|| object.contains_key("action").then_some(&nothing));
    match (tool, argument) {
        (Some(tool), Some(argument)) => {
            let argument = whole(argument).unwrap_or_else(|| argument.clone());
            Step::Call(ToolCall { id: id.to_owned(), tool: tool.to_owned(), argument })
        }
        _ => Step::Text,
    }
}

/// An argument that came as text, as what it is.
pub(super) fn whole(argument: &Value) -> Option<Value> {
    let text = argument.as_str()?;
    serde_json::from_str(text).ok()
}

/// Whether an argument is text that ends before its object is closed: the answer was cut, whatever its reason says.
pub(super) fn is_cut(argument: &Value) -> bool {
    let Some(text) = argument.as_str().map(str::trim) else { return false };
    text.starts_with('{') && serde_json::from_str::<Value>(text).is_err_and(|error| error.is_eof())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_read_where_it_stands_alone() {
        let call = |text: &str| match read(text, "1") {
            Step::Call(call) => Some((call.tool, call.argument)),
            _ => None,
        };
        let wanted = Some(("list".to_owned(), json!({"folder": "a"})));
        assert_eq!(call(r#"{"action": "list", "argument": {"folder": "a"}}"#), wanted);
        assert_eq!(
            call("```json\n{\"name\": \"list\", \"arguments\": \"{\\\"folder\\\": \\\"a\\\"}\"}\n```"),
            wanted
        );
        assert_eq!(call(r#"The note says {"action": "finish", "argument": {}}"#), None);
        assert_eq!(
            read(r##"{"action": "write", "argument": {"path": "a.md", "text": "# Ti"##, "1"),
            Step::Cut
        );
        assert_eq!(read("I am done.", "1"), Step::Text);
    }

    #[test]
    fn a_cut_argument_is_told_from_a_wrong_one() {
        assert!(is_cut(&json!(r##"{"path":"a.md","content":"# Ti"##)));
        assert!(!is_cut(&json!(r#"{"path":"a.md"}"#)));
        assert!(!is_cut(&json!("a.md")) && !is_cut(&json!({})));
    }
}
