//! What the body of an answer says beside its text and calls: that it was cut, held back, or is no answer at all. The body
//! is read as each provider publishes it, because the client crate leaves some of this out.

use serde_json::Value;

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It ends before it is whole.
    Cut(String),
    /// The conversation did not fit.
    Overflow(String),
    /// The provider held it back.
    Withheld(String),
    /// It is not what the wire format says.
    Malformed(String),
}

/// Looks for what is wrong with `body`.
pub(super) fn wrong(body: &Value) -> Option<Wrong> {
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str);
    // OpenAI and Gemini put an error into an answer that says 200.
    if let Some(message) = body.pointer("/error/message").and_then(Value::as_str) {
        return Some(Wrong::Malformed(format!("it is an error: {message}")));
    }
    let reasons = ["/stop_reason", "/choices/0/finish_reason", "/candidates/0/finishReason"];
    let reason = reasons.into_iter().find_map(text).or_else(|| text("/incomplete_details/reason"));
    refusal(body).or_else(|| match reason? {
        "max_tokens" | "length" | "MAX_TOKENS" | "max_output_tokens" | "model_length" => {
            Some(Wrong::Cut("it reached its token limit".to_owned()))
        }
        "model_context_window_exceeded" => Some(Wrong::Overflow("its context window is full".to_owned())),
        reason @ ("refusal" | "content_filter" | "SAFETY" | "RECITATION" | "BLOCKLIST"
        | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE" | "IMAGE_SAFETY") => {
            Some(Wrong::Withheld(reason.to_owned()))
        }
        reason @ ("MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL") => {
            Some(Wrong::Malformed(reason.to_owned()))
        }
        _ => None,
    })
}

fn refusal(body: &Value) -> Option<Wrong> {
    if let Some(reason) = body.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
        return Some(Wrong::Withheld(format!("the prompt is blocked: {reason}")));
    }
    let parts = body["output"].as_array().into_iter().flatten();
    let parts = parts.flat_map(|item| item["content"].as_array().into_iter().flatten());
    let said = parts.filter(|part| part["type"] == "refusal").find_map(|part| part["refusal"].as_str());
    let said = said.or_else(|| body.pointer("/choices/0/message/refusal").and_then(Value::as_str));
    said.filter(|said| !said.is_empty()).map(|said| Wrong::Withheld(said.chars().take(200).collect()))
}

/// Whether the argument of a call in `body` ends before it is whole, or is no JSON.
pub(super) fn argument(body: &Value) -> Option<Wrong> {
    let chat = body.pointer("/choices/0/message/tool_calls").and_then(Value::as_array).into_iter().flatten();
    let chat = chat.filter_map(|call| call.pointer("/function/arguments").and_then(Value::as_str));
    let responses = body["output"].as_array().into_iter().flatten();
    let responses = responses.filter(|item| item["type"] == "function_call");
    let responses = responses.filter_map(|call| call["arguments"].as_str());
    chat.chain(responses).find_map(|argument| match super::cut::json(argument) {
        super::cut::Json::Whole(_) => None,
        super::cut::Json::Cut => Some(Wrong::Cut("the argument of a tool is not whole".to_owned())),
        super::cut::Json::Broken(why) => {
            Some(Wrong::Malformed(format!("the argument of a tool is no JSON: {why}")))
        }
    })
}

/// Whether what a server says of a request that it refuses is that the conversation is too long.
pub(super) fn is_overflow(status: u16, body: &str) -> bool {
    const SAID: [&str; 12] = [
        // OpenAI, DeepSeek, vLLM
        "context_length_exceeded",
        "maximum context length",
        // Anthropic
        "prompt is too long",
        "exceed context limit",
        "request_too_large",
        // Gemini
        "exceeds the maximum number of tokens",
        // llama.cpp
        "exceed_context_size",
        "exceeds the available context size",
        // Kimi, Mistral, Ollama and others
        "exceeded model token limit",
        "too large for model with",
        "input length exceeds",
        "context window",
    ];
    let body = body.to_lowercase();
    status == 413 || (matches!(status, 400 | 422 | 500) && SAID.iter().any(|said| body.contains(said)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_provider_is_understood_when_it_cuts_or_holds_back() {
        let cut = |body: Value| assert!(matches!(wrong(&body), Some(Wrong::Cut(_))), "{body}");
        cut(json!({"stop_reason": "max_tokens", "content": []}));
        cut(json!({"choices": [{"finish_reason": "length", "message": {}}]}));
        cut(
            json!({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": []}),
        );
        cut(json!({"candidates": [{"finishReason": "MAX_TOKENS"}]}));
        let withheld = |body: Value| assert!(matches!(wrong(&body), Some(Wrong::Withheld(_))), "{body}");
        withheld(json!({"stop_reason": "refusal", "content": []}));
        withheld(json!({"choices": [{"finish_reason": "stop", "message": {"refusal": "I cannot"}}]}));
        withheld(json!({"incomplete_details": {"reason": "content_filter"}}));
        withheld(json!({"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]}));
        withheld(json!({"promptFeedback": {"blockReason": "SAFETY"}}));
        assert_eq!(wrong(&json!({"stop_reason": "end_turn", "content": []})), None);
        let overflow = wrong(&json!({"stop_reason": "model_context_window_exceeded"}));
        assert!(matches!(overflow, Some(Wrong::Overflow(_))));
    }

    #[test]
    fn a_prompt_that_is_too_long_is_told_from_other_refusals() {
        let said = [
            (
                400,
                r#"{"error":{"code":"context_length_exceeded","message":"This model's maximum context length is"}}"#,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000"}}"#,
            ),
            (400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
            (400, r#"{"error":{"type":"exceed_context_size_error"}}"#),
            (413, ""),
        ];
        for (status, body) in said {
            assert!(is_overflow(status, body), "{body}");
        }
        assert!(!is_overflow(400, "unknown field `tols`") && !is_overflow(401, "context window"));
    }
}
