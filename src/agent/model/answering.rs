//! An answer of the client crate as kb's, or what is wrong with it. No part of an answer that is wrong gets through.

use genai::chat::{ChatResponse, StopReason};
use serde_json::Value;

use super::cut::{self, Json};
use super::raw::{self, Wrong};
use super::text_call::{self, Read};
use crate::port::{Answer, Request, ToolCall, Usage};

/// Why an answer cannot be used.
pub(super) enum Unusable {
    /// There is nothing in it.
    Empty,
    /// Something else.
    Wrong(Wrong),
}

/// Reads `response`, which answers `request`.
pub(super) fn read(response: ChatResponse, request: &Request<'_>) -> Result<Answer, Unusable> {
    let body = response.captured_raw_body.as_ref().unwrap_or(&Value::Null);
    if let Some(wrong) = raw::wrong(body).or_else(|| raw::argument(body)) {
        return Err(Unusable::Wrong(wrong));
    }
    match &response.stop_reason {
        Some(StopReason::MaxTokens(reason)) => return Err(cut(format!("it ends with `{reason}`"))),
        Some(StopReason::ContentFilter(reason)) => {
            return Err(Unusable::Wrong(Wrong::Withheld(reason.clone())));
        }
        _ => {}
    }
    let usage = usage(&response);
    let text = spoken(&response.content.texts().concat());
    let calls: Vec<ToolCall> = response
        .content
        .into_tool_calls()
        .into_iter()
        .map(|call| {
            argument(call.fn_arguments).map(|argument| ToolCall {
                id: call.call_id,
                tool: call.fn_name,
                argument,
            })
        })
        .collect::<Result<_, _>>()?;
    if let Some(call) = calls.iter().find(|call| call.tool.trim().is_empty()) {
        return Err(Unusable::Wrong(Wrong::Malformed(format!("the call `{}` names no tool", call.id))));
    }
    if text.is_empty() && calls.is_empty() {
        return Err(Unusable::Empty);
    }
    if !calls.is_empty() {
        return Ok(Answer { text, calls, usage });
    }
    if request.shape.is_some() {
        let text = shaped(&text)?;
        return Ok(Answer { text, calls, usage });
    }
    match text_call::read(&text, request.tools) {
        _ if request.tools.is_empty() => Ok(Answer { text, calls, usage }),
        Read::Calls(text, calls) => {
            // Unlike any other of the conversation: some providers want that.
            let at = request.turns.len();
            let named = |call: ToolCall| ToolCall { id: format!("{}-{at}", call.id), ..call };
            Ok(Answer { text, calls: calls.into_iter().map(named).collect(), usage })
        }
        Read::Text => Ok(Answer { text, calls, usage }),
        Read::Cut => Err(cut("a call in its text is not whole".to_owned())),
    }
}

fn cut(message: String) -> Unusable {
    Unusable::Wrong(Wrong::Cut(message))
}

/// An argument as an object where it is one: none at all is an empty one, and some servers send text.
fn argument(argument: Value) -> Result<Value, Unusable> {
    match argument {
        Value::Null => Ok(Value::Object(serde_json::Map::new())),
        Value::String(text) => match cut::json(&text) {
            Json::Whole(value) => Ok(value),
            Json::Cut if text.trim_start().starts_with('{') => {
                Err(cut("the argument of a tool is not whole".to_owned()))
            }
            _ => Ok(Value::String(text)),
        },
        argument => Ok(argument),
    }
}

/// The JSON that a shaped answer is.
fn shaped(text: &str) -> Result<String, Unusable> {
    match cut::answer(text) {
        Json::Whole(value) => Ok(value.to_string()),
        Json::Cut => Err(cut("its JSON is not whole".to_owned())),
        Json::Broken(why) => {
            Err(Unusable::Wrong(Wrong::Malformed(format!("it is not the JSON that was asked for: {why}"))))
        }
    }
}

/// What is said, without what was thought before it.
fn spoken(text: &str) -> String {
    let text = text.trim();
    let thought = text.strip_prefix("<think>").and_then(|thought| thought.split_once("</think>"));
    thought.map_or(text, |(_, said)| said.trim()).to_owned()
}

fn usage(response: &ChatResponse) -> Usage {
    let count = |tokens: Option<i32>| tokens.and_then(|tokens| u64::try_from(tokens).ok()).unwrap_or(0);
    let details = response.usage.prompt_tokens_details.as_ref();
    Usage {
        input: count(response.usage.prompt_tokens),
        cached: count(details.and_then(|details| details.cached_tokens)),
        written: count(details.and_then(|details| details.cache_creation_tokens)),
        output: count(response.usage.completion_tokens),
    }
}
