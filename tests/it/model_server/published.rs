//! What the providers publish of their requests: what must be there, and of which type. Written down from the official
//! SDKs of November 2026 (PyPI `anthropic` 2.14.0: `types/message_create_params.py` and the blocks that it names; `openai`
//! 3.57.0: `types/chat/completion_create_params.py`, `types/responses/response_create_params.py`; `google-genai` 3.6.1:
//! `types.py`), together with what their references say of the order of turns. The request as a whole is held to the schema
//! that `ci/provider-schemas` makes of the same SDKs.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use super::wire::Wire;

/// What a provider would refuse in a request.
pub fn faults(wire: Wire, headers: &str, body: &Value) -> Vec<String> {
    let mut faults = Faults(Vec::new());
    let typed = as_typed(wire, body);
    let unfit = schema(wire).iter_errors(&typed);
    faults
        .0
        .extend(unfit.map(|error| format!("{} does not fit the SDK's type: {error}", error.instance_path())));
    match wire {
        Wire::Messages => faults.messages(headers, body),
        Wire::Chat => faults.chat(headers, body),
        Wire::Responses => faults.responses(headers, body),
        Wire::Generate => faults.generate(headers, body),
    }
    faults.0
}

/// `body` without the two things in which kb's requests go beyond the types of the SDKs, as the servers take them.
fn as_typed(wire: Wire, body: &Value) -> Value {
    let mut body = body.clone();
    let of_assistant = |turn: &&mut Value| turn["role"] == "assistant";
    match wire {
        // DeepSeek and Kimi want the thoughts before a call back; OpenAI's own type knows none.
        Wire::Chat => {
            for turn in body["messages"].as_array_mut().into_iter().flatten().filter(of_assistant) {
                turn.as_object_mut().map(|turn| turn.remove("reasoning_content"));
            }
        }
        // The client crate gives an earlier answer back without the id, status and annotations that the type asks for.
        Wire::Responses => {
            for turn in body["input"].as_array_mut().into_iter().flatten().filter(of_assistant) {
                for part in turn["content"].as_array_mut().into_iter().flatten() {
                    part["annotations"] = Value::Array(Vec::new());
                }
                turn["id"] = "msg_1".into();
                turn["status"] = "completed".into();
            }
        }
        Wire::Messages | Wire::Generate => {}
    }
    body
}

/// The schema of a request.
fn schema(wire: Wire) -> &'static Validator {
    macro_rules! made_of {
        ($name:literal) => {{
            static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
                let text = include_str!(concat!("../../fixtures/provider-schemas/", $name, ".json"));
                let schema = serde_json::from_str(text).expect("JSON");
                jsonschema::validator_for(&schema).expect("a schema")
            });
            &SCHEMA
        }};
    }
    match wire {
        Wire::Messages => made_of!("messages"),
        Wire::Chat => made_of!("chat"),
        Wire::Responses => made_of!("responses"),
        Wire::Generate => made_of!("generate"),
    }
}

struct Faults(Vec<String>);

impl Faults {
    fn need(&mut self, is_so: bool, what: impl Into<String>) {
        if !is_so {
            self.0.push(what.into());
        }
    }

    fn header(&mut self, headers: &str, wanted: &str) {
        self.need(headers.contains(wanted), format!("no header `{wanted}`"));
    }

    fn only(&mut self, body: &Value, keys: &[&str]) {
        for key in body.as_object().into_iter().flat_map(|body| body.keys()) {
            self.need(keys.contains(&key.as_str()), format!("unknown key `{key}`"));
        }
    }

    fn text(&mut self, value: &Value, what: &str) {
        self.need(value.as_str().is_some_and(|text| !text.is_empty()), format!("{what} is no text: {value}"));
    }

    fn tool(&mut self, name: &Value, schema: &Value) {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let is_name = |name: &str| (1..=64).contains(&name.len()) && name.bytes().all(plain);
        self.need(name.as_str().is_some_and(is_name), format!("`{name}` cannot name a tool"));
        self.need(schema["type"] == "object", format!("the schema of {name} is of no object"));
    }

    /// Calls are answered in the turn behind them, each once and no other.
    fn answered(&mut self, calls: &[String], results: &[String]) {
        let (mut calls, mut results) = (calls.to_vec(), results.to_vec());
        calls.sort();
        results.sort();
        self.need(calls == results, format!("the calls {calls:?} are answered by {results:?}"));
    }

    /// What OpenAI and Anthropic ask of a schema that binds: nothing but what is named.
    fn strict(&mut self, schema: &Value) {
        if schema["type"] == "object" && schema["properties"].is_object() {
            self.need(
                schema["additionalProperties"] == false,
                format!("an open object in a schema: {schema}"),
            );
        }
        match schema {
            Value::Object(object) => object.values().for_each(|value| self.strict(value)),
            Value::Array(list) => list.iter().for_each(|value| self.strict(value)),
            _ => {}
        }
    }

    fn messages(&mut self, headers: &str, body: &Value) {
        self.header(headers, "x-api-key: ");
        self.header(headers, "anthropic-version: 2023-06-01");
        self.only(
            body,
            &["model", "max_tokens", "messages", "system", "tools", "tool_choice", "stream", "output_config"],
        );
        self.text(&body["model"], "model");
        self.need(body["max_tokens"].as_u64().is_some_and(|most| most > 0), "no `max_tokens`");
        self.need(body["stream"] != true, "a stream is asked for");
        self.need(
            body.to_string().matches("\"cache_control\"").count() <= 4,
            "more than 4 marks of what is to be kept",
        );
        for tool in list(&body["tools"]) {
            self.tool(&tool["name"], &tool["input_schema"]);
        }
        for block in list(&body["system"]) {
            self.need(block["type"] == "text", "the system prompt is text");
            self.text(&block["text"], "the system prompt");
        }
        if let Some(format) = body.pointer("/output_config/format") {
            self.need(
                format["type"] == "json_schema" && format["schema"].is_object(),
                "the format is no schema",
            );
            self.strict(&format["schema"]);
        }
        let messages = list(&body["messages"]);
        self.need(!messages.is_empty(), "no messages");
        self.need(
            messages.first().is_none_or(|first| first["role"] == "user"),
            "the first turn is the user's",
        );
        let mut open: Vec<String> = Vec::new();
        for message in messages {
            self.need(message["role"] == "user" || message["role"] == "assistant", "a role that is none");
            let (mut calls, mut results) = (Vec::new(), Vec::new());
            if let Value::String(text) = &message["content"] {
                self.need(!text.is_empty(), "an empty message");
            } else {
                self.need(!list(&message["content"]).is_empty(), "an empty message");
            }
            for block in list(&message["content"]) {
                match block["type"].as_str() {
                    Some("text") => self.text(&block["text"], "a text block"),
                    Some("tool_use") => {
                        self.text(&block["name"], "the name of a call");
                        self.need(block["input"].is_object(), "the input of a call is no object");
                        calls.push(named(&block["id"]));
                    }
                    Some("tool_result") => results.push(named(&block["tool_use_id"])),
                    Some("thinking" | "redacted_thinking") => {}
                    other => self.need(false, format!("a block of the type {other:?}")),
                }
            }
            self.answered(&open, &results);
            open = calls;
        }
        self.answered(&open, &[]);
    }

    fn chat(&mut self, headers: &str, body: &Value) {
        self.header(headers, "authorization: bearer ");
        self.only(
            body,
            &[
                "model",
                "messages",
                "tools",
                "tool_choice",
                "stream",
                "response_format",
                "max_tokens",
                "max_completion_tokens",
            ],
        );
        self.text(&body["model"], "model");
        for tool in list(&body["tools"]) {
            self.need(tool["type"] == "function", "a tool that is no function");
            self.tool(&tool["function"]["name"], &tool["function"]["parameters"]);
        }
        if let Some(format) = body.get("response_format") {
            self.need(format["type"] == "json_schema", "the format is no schema");
            self.text(&format["json_schema"]["name"], "the name of the schema");
            self.strict(&format["json_schema"]["schema"]);
        }
        let messages = list(&body["messages"]);
        self.need(!messages.is_empty(), "no messages");
        let (mut open, mut results): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for message in messages {
            if message["role"] == "tool" {
                self.need(message["content"].is_string(), "a result without text");
                results.push(named(&message["tool_call_id"]));
                continue;
            }
            self.answered(&open, &results);
            (open, results) = (Vec::new(), Vec::new());
            match message["role"].as_str() {
                Some("system" | "user") => self.text(&message["content"], "a message"),
                Some("assistant") => {
                    for call in list(&message["tool_calls"]) {
                        self.need(call["type"] == "function", "a call of no function");
                        self.text(&call["function"]["name"], "the name of a call");
                        self.text(&call["function"]["arguments"], "the arguments of a call");
                        open.push(named(&call["id"]));
                    }
                    let has = !list(&message["tool_calls"]).is_empty();
                    self.need(has || message["content"].is_string(), "an answer without text and calls");
                }
                other => self.need(false, format!("a role that is none: {other:?}")),
            }
        }
        self.answered(&open, &results);
    }

    fn responses(&mut self, headers: &str, body: &Value) {
        self.header(headers, "authorization: bearer ");
        self.only(
            body,
            &[
                "model",
                "input",
                "instructions",
                "tools",
                "tool_choice",
                "stream",
                "store",
                "text",
                "max_output_tokens",
            ],
        );
        self.text(&body["model"], "model");
        self.need(body["store"] == false, "the provider is to keep nothing");
        for tool in list(&body["tools"]) {
            self.need(tool["type"] == "function", "a tool that is no function");
            self.need(tool["strict"].is_boolean(), "`strict` is required");
            self.tool(&tool["name"], &tool["parameters"]);
        }
        if let Some(format) = body.pointer("/text/format") {
            self.need(format["type"] == "json_schema", "the format is no schema");
            self.text(&format["name"], "the name of the schema");
            self.strict(&format["schema"]);
        }
        let (mut calls, mut results) = (Vec::new(), Vec::new());
        for item in list(&body["input"]) {
            match item["type"].as_str() {
                Some("function_call") => {
                    self.text(&item["name"], "the name of a call");
                    self.need(item["arguments"].is_string(), "the arguments of a call are no text");
                    calls.push(named(&item["call_id"]));
                }
                Some("function_call_output") => {
                    self.need(item["output"].is_string(), "a result without text");
                    results.push(named(&item["call_id"]));
                }
                Some("message") | None => {
                    let roles = ["user", "assistant", "system", "developer"];
                    self.need(item["role"].as_str().is_some_and(|role| roles.contains(&role)), "a role");
                }
                Some("reasoning") => {}
                Some(other) => self.need(false, format!("an item of the type {other}")),
            }
        }
        self.answered(&calls, &results);
    }

    fn generate(&mut self, headers: &str, body: &Value) {
        self.header(headers, "x-goog-api-key: ");
        self.only(body, &["contents", "systemInstruction", "tools", "toolConfig", "generationConfig"]);
        for tool in list(&body["tools"]) {
            for declared in list(&tool["functionDeclarations"]) {
                let schema = declared.get("parameters").or_else(|| declared.get("parametersJsonSchema"));
                self.tool(&declared["name"], schema.unwrap_or(&Value::Null));
            }
        }
        let contents = list(&body["contents"]);
        self.need(!contents.is_empty(), "no contents");
        let mut open: Vec<String> = Vec::new();
        for content in contents {
            self.need(content["role"] == "user" || content["role"] == "model", "a role that is none");
            let parts = list(&content["parts"]);
            self.need(!parts.is_empty(), "a content without parts");
            let (mut calls, mut results) = (Vec::new(), Vec::new());
            for part in parts {
                if let Some(call) = part.get("functionCall") {
                    calls.push(named(&call["name"]));
                    self.need(call["args"].is_object(), "the arguments of a call are no object");
                } else if let Some(response) = part.get("functionResponse") {
                    results.push(named(&response["name"]));
                    self.need(response["response"].is_object(), "a result that is no object");
                } else {
                    self.need(part["text"].is_string(), format!("a part that is none: {part}"));
                }
            }
            self.answered(&open, &results);
            open = calls;
        }
        self.answered(&open, &[]);
    }
}

fn list(value: &Value) -> Vec<&Value> {
    value.as_array().into_iter().flatten().collect()
}

fn named(value: &Value) -> String {
    value.as_str().unwrap_or("(no name)").to_owned()
}

#[test]
fn what_no_sdk_could_send_is_refused() {
    let told = serde_json::json!([{"role": "user", "content": "Well?"}]);
    let wrong = [
        (Wire::Messages, serde_json::json!({"model": "m", "max_tokens": "many", "messages": told})),
        (Wire::Messages, serde_json::json!({"model": "m", "max_tokens": 5, "messages": told, "top": 1})),
        (Wire::Chat, serde_json::json!({"model": "m", "messages": [{"role": "user", "content": 5}]})),
        (Wire::Chat, serde_json::json!({"model": "m", "messages": [{"role": "boss", "content": "x"}]})),
        (Wire::Responses, serde_json::json!({"model": "m", "input": [{"role": "user", "contents": "x"}]})),
        (Wire::Generate, serde_json::json!({"contents": [{"role": "user", "part": [{"text": "x"}]}]})),
        (Wire::Generate, serde_json::json!({"contents": [], "generationConfig": {"max_tokens": 5}})),
    ];
    for (wire, body) in wrong {
        assert!(!schema(wire).is_valid(&body), "{wire:?}: {body}");
    }
    let right = [
        (Wire::Messages, serde_json::json!({"model": "m", "max_tokens": 5, "messages": told})),
        (Wire::Chat, serde_json::json!({"model": "m", "messages": told})),
        (Wire::Responses, serde_json::json!({"model": "m", "input": told})),
        (Wire::Generate, serde_json::json!({"contents": [{"role": "user", "parts": [{"text": "x"}]}]})),
    ];
    for (wire, body) in right {
        let faults: Vec<String> = schema(wire).iter_errors(&body).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{wire:?}: {faults:?}");
    }
}
