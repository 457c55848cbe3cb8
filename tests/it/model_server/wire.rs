//! Answers in the wire format of each provider.

use serde_json::{Value, json};

use super::scene::{Call, End, Given};

/// A wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// Anthropic Messages.
    Messages,
    /// OpenAI Chat Completions.
    Chat,
    /// OpenAI Responses.
    Responses,
    /// Gemini generateContent.
    Generate,
}

/// Every provider of `kb.toml` with a model that its table of families knows.
pub const PROVIDERS: [(&str, &str); 6] = [
    ("anthropic", "claude-opus-4-5"),
    ("openai", "gpt-5.1"),
    ("openai-responses", "gpt-5.1"),
    ("gemini", "gemini-2.5-pro"),
    ("openai-compatible", "mistral-medium"),
    ("ollama", "qwen3:8b"),
];

impl Wire {
    /// The format that is asked for at the address of a request line.
    pub fn of(line: &str) -> Option<Wire> {
        let path = line.strip_prefix("POST ")?.split(' ').next()?;
        match path {
            "/v1/messages" => Some(Wire::Messages),
            "/v1/chat/completions" => Some(Wire::Chat),
            "/v1/responses" => Some(Wire::Responses),
            _ => path
                .strip_prefix("/v1beta/models/")
                .and_then(|rest| rest.strip_suffix(":generateContent"))
                .filter(|model| !model.is_empty())
                .map(|_| Wire::Generate),
        }
    }

    /// The body of an answer; `at` tells its calls from others.
    pub fn body(self, given: &Given, at: usize) -> Value {
        let id = |call: usize| format!("call_{at}_{call}");
        match self {
            Wire::Messages => messages(given, &id),
            Wire::Chat => chat(given, &id),
            Wire::Responses => responses(given, &id),
            Wire::Generate => generate(given),
        }
    }
}

fn text_of(call: &Call) -> String {
    call.argument_text.clone().unwrap_or_else(|| call.argument.to_string())
}

/// An object, also where the scene gives only text: such a format cannot send half of one.
fn object_of(call: &Call) -> Value {
    let whole = call.argument_text.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let argument = whole.unwrap_or_else(|| call.argument.clone());
    if argument.is_null() { json!({}) } else { argument }
}

fn messages(given: &Given, id: &dyn Fn(usize) -> String) -> Value {
    let mut content = Vec::new();
    if !given.text.is_empty() {
        content.push(json!({"type": "text", "text": given.text}));
    }
    for (at, call) in given.calls.iter().enumerate() {
        content.push(json!({"type": "tool_use", "id": id(at), "name": call.tool, "input": object_of(call)}));
    }
    let reason = match given.end {
        End::Right if !given.calls.is_empty() => "tool_use",
        End::Right | End::Stop => "end_turn",
        End::Limit => "max_tokens",
        End::Withheld => "refusal",
    };
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-4-5", "content": content,
        "stop_reason": reason, "stop_sequence": null,
        "usage": {
            "input_tokens": 100 - given.cached - given.written, "cache_creation_input_tokens": given.written,
            "cache_read_input_tokens": given.cached, "output_tokens": 20
        }
    })
}

fn chat(given: &Given, id: &dyn Fn(usize) -> String) -> Value {
    let calls: Vec<Value> = given
        .calls
        .iter()
        .enumerate()
        .map(|(at, call)| {
            let function = json!({"name": call.tool, "arguments": text_of(call)});
            json!({"id": id(at), "type": "function", "function": function})
        })
        .collect();
    let content = if given.text.is_empty() { Value::Null } else { json!(given.text) };
    let mut message = json!({"role": "assistant", "content": content, "refusal": null});
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    let reason = match given.end {
        End::Right if !given.calls.is_empty() => "tool_calls",
        End::Right | End::Stop => "stop",
        End::Limit => "length",
        End::Withheld => "content_filter",
    };
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000, "model": "gpt-5.1",
        "choices": [{"index": 0, "message": message, "logprobs": null, "finish_reason": reason}],
        "usage": {
            "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120,
            "prompt_tokens_details": {"cached_tokens": given.cached}
        }
    })
}

fn responses(given: &Given, id: &dyn Fn(usize) -> String) -> Value {
    let mut output = Vec::new();
    if !given.text.is_empty() {
        let content = json!([{"type": "output_text", "text": given.text, "annotations": []}]);
        output.push(
            json!({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}),
        );
    }
    for (at, call) in given.calls.iter().enumerate() {
        output.push(json!({
            "type": "function_call", "id": format!("fc_{at}"), "call_id": id(at), "name": call.tool,
            "arguments": text_of(call), "status": "completed"
        }));
    }
    let (status, details) = match given.end {
        End::Right | End::Stop => ("completed", Value::Null),
        End::Limit => ("incomplete", json!({"reason": "max_output_tokens"})),
        End::Withheld => ("incomplete", json!({"reason": "content_filter"})),
    };
    json!({
        "id": "resp_1", "object": "response", "created_at": 1_700_000_000, "model": "gpt-5.1", "status": status,
        "incomplete_details": details, "error": null, "output": output, "parallel_tool_calls": true,
        "usage": {
            "input_tokens": 100, "input_tokens_details": {"cached_tokens": given.cached}, "output_tokens": 20,
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 120
        }
    })
}

fn generate(given: &Given) -> Value {
    let mut parts = Vec::new();
    if !given.text.is_empty() {
        parts.push(json!({"text": given.text}));
    }
    for call in &given.calls {
        parts.push(json!({"functionCall": {"name": call.tool, "args": object_of(call)}}));
    }
    let reason = match given.end {
        End::Right | End::Stop => "STOP",
        End::Limit => "MAX_TOKENS",
        End::Withheld => "SAFETY",
    };
    json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}],
        "usageMetadata": {
            "promptTokenCount": 100, "cachedContentTokenCount": given.cached, "candidatesTokenCount": 20,
            "totalTokenCount": 120
        },
        "modelVersion": "gemini-2.5-pro"
    })
}
