//! Answers that cannot be used, each with the fault that it ends in.

use kb::port::ModelFault;
use serde_json::json;

use super::{Asked, everywhere};
use crate::model_server::ModelServer;
use crate::model_server::scene::{Call, End, Given, Scene};

fn body(text: &str) -> Given {
    Given { body: Some(text.to_owned()), ..Given::default() }
}

#[test]
fn an_answer_with_nothing_in_it_is_empty() {
    for given in [Given::default(), body(""), Given { text: " \n ".to_owned(), ..Given::default() }] {
        for (provider, answer) in everywhere(&given) {
            let fault = answer.expect_err(provider);
            assert!(matches!(fault, ModelFault::Empty { .. }), "{provider}: {fault}");
        }
    }
}

#[test]
fn an_answer_that_is_no_json_is_malformed_and_half_of_one_is_truncated() {
    let page = Given { content_type: Some("text/html".to_owned()), ..body("<html>welcome</html>") };
    let of_another_api = body("{\"result\": \"well\"}");
    for given in [body("{\"id\": oops}"), page, body("{\"error\": {\"message\": \"the model crashed\"}}")] {
        for (provider, answer) in everywhere(&given) {
            let fault = answer.expect_err(provider);
            assert!(matches!(fault, ModelFault::Malformed { .. }), "{provider}: {fault}");
        }
    }
    for (provider, answer) in everywhere(&of_another_api) {
        let fault = answer.expect_err(provider);
        assert!(
            matches!(fault, ModelFault::Malformed { .. } | ModelFault::Empty { .. }),
            "{provider}: {fault}"
        );
    }
    for (provider, answer) in everywhere(&body("{\"id\": \"x\", \"content\": [")) {
        let fault = answer.expect_err(provider);
        assert!(matches!(fault, ModelFault::Truncated { .. }), "{provider}: {fault}");
    }
}

#[test]
fn a_connection_that_always_ends_is_told_when_patience_ends() {
    let step = crate::model_server::scene::Step {
        asked: Default::default(),
        answer: Given { text: "lost".to_owned(), cut_after: Some(30), ..Given::default() },
    };
    let server = ModelServer::of(Scene { steps: vec![step; 8], ..Scene::once(Given::default()) });
    let fault = Asked::new(&server, "anthropic", "claude-opus-4-5").ask().expect_err("cut");
    assert!(matches!(fault, ModelFault::Truncated { .. }), "{fault}");
    assert!(fault.to_string().contains("connection broke off"), "{fault}");
}

#[test]
fn an_argument_that_is_no_json_is_malformed() {
    let argument_text = Some("path = a.md".to_owned());
    let call = Call { tool: "read".to_owned(), argument: json!(null), argument_text };
    for provider in ["openai", "openai-responses"] {
        let server = ModelServer::of(Scene::once(Given { calls: vec![call.clone()], ..Given::default() }));
        let fault = Asked::new(&server, provider, "gpt-5.1").ask().expect_err(provider);
        assert!(matches!(fault, ModelFault::Malformed { .. }), "{provider}: {fault}");
        assert!(fault.to_string().contains("no JSON"), "{fault}");
    }
}

#[test]
fn an_answer_that_is_held_back_is_told() {
    let given = Given { text: "I can".to_owned(), end: End::Withheld, ..Given::default() };
    for (provider, answer) in everywhere(&given) {
        let fault = answer.expect_err(provider);
        assert!(matches!(fault, ModelFault::Withheld { .. }), "{provider}: {fault}");
    }
}

#[test]
fn a_conversation_that_is_too_long_overflows_and_is_not_asked_again() {
    let said = [
        "{\"error\":{\"message\":\"prompt is too long: 210000 tokens > 200000 maximum\"}}",
        "{\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"This model's maximum context length is 8192\"}}",
        "{\"error\":{\"message\":\"The input token count exceeds the maximum number of tokens allowed\"}}",
        "{\"error\":{\"type\":\"exceed_context_size_error\",\"message\":\"the request exceeds the available context size\"}}",
    ];
    for said in said {
        for (provider, answer) in everywhere(&Given { status: 400, ..body(said) }) {
            let fault = answer.expect_err(provider);
            assert!(matches!(fault, ModelFault::Overflow { .. }), "{provider}: {fault}");
        }
    }
}

#[test]
fn a_call_that_comes_back_as_text_is_a_call() {
    let call = "{\"name\": \"search\", \"arguments\": {\"query\": \"refund\"}}";
    let texts = [
        call.to_owned(),
        format!("I look.\n```json\n{call}\n```"),
        format!("<tool_call>\n{call}\n</tool_call>"),
    ];
    for text in texts {
        for (provider, answer) in everywhere(&Given { text: text.clone(), ..Given::default() }) {
            let answer = answer.unwrap_or_else(|fault| panic!("{provider}: {fault}"));
            assert_eq!(answer.calls.len(), 1, "{provider}: {text}");
            assert_eq!(answer.calls[0].argument, json!({"query": "refund"}), "{provider}");
            assert!(!answer.text.contains("search"), "{provider}: {}", answer.text);
        }
    }
}
