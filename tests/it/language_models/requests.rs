//! What is sent: names as they are typed, marks of what is to be kept, thoughts that the provider wants to see again.

use kb::port::Turn;
use serde_json::{Value, json};

use super::{Asked, tools};
use crate::model_server::ModelServer;
use crate::model_server::scene::{Given, Scene, Step};

fn two(first: Given) -> Scene {
    let step = |answer| Step { asked: Default::default(), answer };
    let second = Given { text: "Here.".to_owned(), ..Given::default() };
    Scene { steps: vec![step(first), step(second)], ..Scene::once(Given::default()) }
}

#[test]
fn a_name_that_ends_like_an_effort_is_sent_whole() {
    for (provider, model) in [
        ("openai-compatible", "mistral-medium"),
        ("openai", "gpt-5.1-codex-max"),
        ("openai-responses", "gpt-high"),
    ] {
        let server = ModelServer::of(Scene::once(Given { text: "Here.".to_owned(), ..Given::default() }));
        Asked::new(&server, provider, model).ask().expect("an answer");
        let body: Value = serde_json::from_str(&server.asked()[0].body).expect("JSON");
        assert_eq!(body["model"], model, "{provider}");
        assert!(body.get("reasoning_effort").is_none() && body.get("reasoning").is_none(), "{body}");
        assert_eq!(server.asked()[0].most, Some(500));
    }
}

#[test]
fn openai_is_left_to_keep_what_begins_alike() {
    for provider in ["openai", "openai-responses"] {
        let server = ModelServer::of(Scene::once(Given { text: "Here.".to_owned(), ..Given::default() }));
        Asked::new(&server, provider, "gpt-6").ask().expect("an answer");
        assert!(!server.asked()[0].body.contains("prompt_cache"), "{provider}: {}", server.asked()[0].body);
        server.finish();
    }
}

#[test]
fn anthropic_is_told_what_to_keep() {
    let server = ModelServer::of(Scene::once(Given { text: "Here.".to_owned(), ..Given::default() }));
    let asked = Asked::new(&server, "anthropic", "claude-opus-4-5");
    asked.answer(&[Turn::Told("Well?".to_owned())], &tools()).expect("an answer");
    let body: Value = serde_json::from_str(&server.asked()[0].body).expect("JSON");
    let kept = json!({"type": "ephemeral"});
    assert_eq!(body["system"][0]["cache_control"], kept);
    assert_eq!(body["tools"][1]["cache_control"], kept);
    assert!(body["tools"][0].get("cache_control").is_none());
    assert_eq!(body["messages"][0]["content"][0]["cache_control"], kept);
    server.finish();
}

#[test]
fn thoughts_go_back_with_the_calls_that_they_led_to() {
    let gemini = json!({
        "candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [
            {"functionCall": {"name": "search", "args": {"query": "a"}}, "thoughtSignature": "c2lnbmVk"}
        ]}}],
        "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 3}
    });
    let anthropic = json!({
        "id": "m", "type": "message", "role": "assistant", "model": "claude", "stop_reason": "tool_use", "content": [
            {"type": "thinking", "thinking": "I should look.", "signature": "c2lnbmVk"},
            {"type": "tool_use", "id": "call_1", "name": "search", "input": {"query": "a"}}
        ], "usage": {"input_tokens": 5, "output_tokens": 3}
    });
    let call = json!({"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{\"query\":\"a\"}"}});
    let kimi = json!({
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {
            "role": "assistant", "content": "", "reasoning_content": "c2lnbmVk", "tool_calls": [call]
        }}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 3}
    });
    for (provider, model, body) in [
        ("gemini", "gemini-3-pro", gemini),
        ("anthropic", "claude-opus-4-5", anthropic),
        ("openai-compatible", "kimi-k2-thinking", kimi),
    ] {
        let server = ModelServer::of(two(Given { body: Some(body.to_string()), ..Given::default() }));
        let asked = Asked::new(&server, provider, model);
        let mut turns = vec![Turn::Told("Well?".to_owned())];
        let answer = asked.answer(&turns, &tools()).unwrap_or_else(|fault| panic!("{provider}: {fault}"));
        let results = vec![(answer.calls[0].id.clone(), "nothing".to_owned())];
        turns.push(Turn::Answered { text: answer.text, calls: answer.calls });
        turns.push(Turn::Results(results));
        asked.answer(&turns, &tools()).unwrap_or_else(|fault| panic!("{provider}: {fault}"));
        server.finish();
        assert!(server.asked()[1].body.contains("c2lnbmVk"), "{provider}: {}", server.asked()[1].body);
    }
}
