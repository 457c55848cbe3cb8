//! A conversation as the client crate wants it, with marks for what the provider may keep. Nothing is sent here.

use genai::chat::{
    CacheControl, ChatMessage, ChatOptions, ChatRequest, JsonSpec, MessageContent, MessageOptions,
    ReasoningEffort, Tool, ToolCall as WireCall, ToolResponse,
};

use crate::config::Provider;
use crate::port::{Request, ToolCall, ToolMode, ToolSpec, Turn};

/// `request` as a request of the client crate. `carried` gives back what the provider wants to see again of an answer with
/// calls, such as signed thoughts.
pub(super) fn conversation(
    request: &Request<'_>,
    provider: Provider,
    carried: impl Fn(&[ToolCall]) -> Option<MessageContent>,
) -> ChatRequest {
    let keep = provider == Provider::Anthropic;
    let mut messages = Vec::new();
    if !request.system.is_empty() {
        messages.push(kept(ChatMessage::system(request.system), keep));
    }
    let last = request.turns.len().saturating_sub(1);
    for (at, turn) in request.turns.iter().enumerate() {
        let message = match turn {
            Turn::Told(text) => ChatMessage::user(text.as_str()),
            Turn::Answered { text, calls } => ChatMessage::assistant(answered(text, calls, &carried)),
            Turn::Results(results) => ChatMessage::from(given(results, asked(&request.turns[..at]))),
        };
        messages.push(kept(message, keep && at == last));
    }
    let mut chat = ChatRequest::new(messages);
    if !request.tools.is_empty() {
        let count = request.tools.len();
        let tools = (1..).zip(request.tools).map(|(at, spec)| tool(spec, provider, keep && at == count));
        chat = chat.with_tools(tools.collect::<Vec<_>>());
    }
    chat
}

/// The settings of one request.
pub(super) fn options(request: &Request<'_>, provider: Provider) -> ChatOptions {
    let most = u32::try_from(request.most).unwrap_or(u32::MAX);
    let mut options = ChatOptions::default().with_max_tokens(most).with_capture_raw_body(true);
    if let Some((name, schema)) = request.shape {
        options = options.with_response_format(JsonSpec::new(name, schema.clone()));
    }
    // Without it the client crate tells newer models of OpenAI to keep nothing; with it, it leaves that to OpenAI, which keeps
    // what begins alike by itself.
    if provider != Provider::Anthropic {
        options = options.with_cache_control(CacheControl::Ephemeral5m);
    }
    // Without it the client crate takes the end of a name such as `mistral-medium` for an effort and cuts it off; a number
    // of tokens is nothing that these formats could say, so nothing is sent.
    if !matches!(provider, Provider::Anthropic | Provider::Gemini) {
        options = options.with_reasoning_effort(ReasoningEffort::Budget(0));
    }
    options
}

/// Marks a message: what was sent up to its end is worth keeping.
fn kept(message: ChatMessage, is_kept: bool) -> ChatMessage {
    if is_kept { message.with_options(MessageOptions::from(CacheControl::Ephemeral)) } else { message }
}

fn tool(spec: &ToolSpec, provider: Provider, is_kept: bool) -> Tool {
    let tool = Tool::new(spec.name).with_description(spec.about).with_schema(spec.argument.clone());
    let tool = match provider {
        // Left out, it would mean yes, and change what the schema must look like.
        Provider::OpenAiResponses => tool.with_strict(false),
        _ => tool,
    };
    if is_kept { tool.with_cache_control(CacheControl::Ephemeral) } else { tool }
}

fn answered(
    text: &str,
    calls: &[ToolCall],
    carried: impl Fn(&[ToolCall]) -> Option<MessageContent>,
) -> MessageContent {
    if let Some(content) = carried(calls).filter(|_| !calls.is_empty()) {
        return content;
    }
    let mut content = MessageContent::default();
    if !text.is_empty() {
        content.push(text.to_owned());
    }
    for call in calls {
        content.push(WireCall {
            call_id: call.id.clone(),
            fn_name: call.tool.clone(),
            fn_arguments: call.argument.clone(),
            thought_signatures: None,
        });
    }
    content
}

/// The calls that the results after `turns` answer.
fn asked(turns: &[Turn]) -> &[ToolCall] {
    match turns.last() {
        Some(Turn::Answered { calls, .. }) => calls,
        _ => &[],
    }
}

fn given(results: &[(String, String)], calls: &[ToolCall]) -> Vec<ToolResponse> {
    let name = |id: &str| calls.iter().find(|call| call.id == id).map(|call| call.tool.clone());
    let response = |(id, result): &(String, String)| match name(id) {
        Some(name) => ToolResponse::new(id, result).with_fn_name(name),
        None => ToolResponse::new(id, result),
    };
    results.iter().map(response).collect()
}

/// The turns of a conversation with a model that cannot call tools: results are told, calls are text.
pub(super) fn flat(turns: &[Turn], mode: ToolMode) -> Option<Vec<Turn>> {
    let is_flat = mode == ToolMode::Native || !turns.iter().any(|turn| matches!(turn, Turn::Results(_)));
    (!is_flat).then(|| {
        let flatten = |turn: &Turn| match turn {
            Turn::Results(results) => {
                Turn::Told(results.iter().map(|(_, result)| result.as_str()).collect::<Vec<_>>().join("\n\n"))
            }
            Turn::Answered { text, .. } => Turn::Answered { text: text.clone(), calls: Vec::new() },
            told => told.clone(),
        };
        turns.iter().map(flatten).collect()
    })
}
