//! AG-01: an answer that is cut at the token limit runs no tool, also where its stop reason says that it is whole.

use kb::port::ModelFault;

use super::{Asked, everywhere, tools};
use crate::model_server::ModelServer;
use crate::model_server::scene::{Call, End, Given, Scene};

#[test]
fn the_three_answers_of_the_case_are_truncated_and_asked_for_once() {
    for (file, provider, model) in [
        ("resp1", "anthropic", "claude-opus-4-5"),
        ("resp2", "openai", "gpt-5.1"),
        ("resp3", "openai", "gpt-5.1"),
    ] {
        let path = format!("{}/tests/fixtures/cases/AG-01/{file}.json", env!("CARGO_MANIFEST_DIR"));
        let body = std::fs::read_to_string(path).expect("the answer");
        let server = ModelServer::of(Scene::once(Given { body: Some(body), ..Given::default() }));
        let fault = Asked::new(&server, provider, model).ask().expect_err(file);
        assert!(matches!(fault, ModelFault::Truncated { .. }), "{file}: {fault}");
        server.finish();
    }
}

#[test]
fn every_provider_s_answer_at_the_token_limit_is_truncated() {
    let call = Call { tool: "search".to_owned(), argument: serde_json::json!({}), argument_text: None };
    let given = Given { text: "I wri".to_owned(), calls: vec![call], end: End::Limit, ..Given::default() };
    for (provider, answer) in everywhere(&given) {
        let fault = answer.expect_err(provider);
        assert!(matches!(fault, ModelFault::Truncated { .. }), "{provider}: {fault}");
    }
}

#[test]
fn a_call_whose_argument_is_cut_is_truncated_whatever_its_stop_reason_says() {
    let cut = "{\"path\":\"a.md\",\"content\":\"# Ti".to_owned();
    let call = Call { tool: "read".to_owned(), argument: serde_json::Value::Null, argument_text: Some(cut) };
    for end in [End::Right, End::Stop] {
        for provider in ["openai", "openai-responses", "openai-compatible", "ollama"] {
            let given = Given { calls: vec![call.clone()], end, ..Given::default() };
            let server = ModelServer::of(Scene::once(given));
            let model = if provider == "ollama" { "qwen3" } else { "gpt-5.1" };
            let turns = [kb::port::Turn::Told("Well?".to_owned())];
            let fault = Asked::new(&server, provider, model).answer(&turns, &tools()).expect_err(provider);
            assert!(matches!(fault, ModelFault::Truncated { .. }), "{provider}: {fault}");
        }
    }
}

#[test]
fn a_call_in_text_that_is_cut_is_truncated() {
    for text in ["{\"name\": \"read\", \"arguments\": {\"pa", "So:\n<tool_call>{\"name\": \"read\", \"argum"]
    {
        for (provider, answer) in everywhere(&Given { text: text.to_owned(), ..Given::default() }) {
            let fault = answer.expect_err(provider);
            assert!(matches!(fault, ModelFault::Truncated { .. }), "{provider}: {fault}");
        }
    }
}

#[test]
fn a_shaped_answer_that_is_cut_is_truncated() {
    let schema = serde_json::json!({"type": "object", "properties": {}, "additionalProperties": false});
    let given =
        Given { text: "{\"findings\": [{\"path\": \"a.md\"}, {\"path\": \"b".to_owned(), ..Given::default() };
    let server = ModelServer::of(Scene::once(given));
    let asked = Asked::new(&server, "openai", "gpt-5.1");
    let turns = [kb::port::Turn::Told("Well?".to_owned())];
    let request = super::request(&turns, &[], Some(("findings", &schema)));
    let fault = kb::port::Model::answer(&asked.model, &request).expect_err("cut");
    assert!(matches!(fault, ModelFault::Truncated { .. }), "{fault}");
}
