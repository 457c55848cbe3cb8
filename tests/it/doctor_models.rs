//! `kb doctor` on language models, as a user sees it.

use crate::TestRepo;
use crate::model_server::scene::{Call, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};

fn plays(answers: Vec<Given>) -> ModelServer {
    let steps = answers.into_iter().map(|answer| Step { asked: Default::default(), answer }).collect();
    ModelServer::of(Scene { steps, ..Scene::once(Given::default()) })
}

fn said(text: &str) -> Given {
    Given { text: text.to_owned(), ..Given::default() }
}

#[test]
fn a_model_is_shown_with_its_family_and_asked_only_when_told_to() {
    let server = plays(Vec::new());
    let repo = TestRepo::plain().with(["init"]);
    repo.write("kb.toml", server.table("writer", "anthropic", "claude-opus-4-5", ""));
    repo.kb(["doctor"]).code(0).prints("warn  model").prints("TEST_API_KEY holds no key");
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], ["doctor"]).code(0);
    let run = run.prints("writer (anthropic) is `claude-opus-4-5` at http://127.0.0.1");
    let run = run.prints("the key is in TEST_API_KEY").prints("`--probe` does");
    assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY));
    assert!(server.asked().is_empty(), "nothing is asked without --probe");
}

#[test]
fn the_probe_says_which_way_of_calling_tools_works() {
    let call = Call {
        tool: "say".to_owned(),
        argument: serde_json::json!({"word": "pineapple"}),
        argument_text: None,
    };
    let called = Given { calls: vec![call], ..Given::default() };
    let server = plays(vec![called, said("{\"word\": \"pineapple\"}")]);
    let repo = TestRepo::plain().with(["init"]);
    repo.write("kb.toml", server.table("writer", "openai", "gpt-5.1", ""));
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], ["doctor", "--probe"]).code(0);
    run.prints("tools \"native\" works, tools \"json-schema\" works");
    server.finish();

    let server = plays(vec![said("Pineapple!"), said("{\"word\": \"pineapple\"}")]);
    repo.write("kb.toml", server.table("writer", "openai-compatible", "qwen2.5-coder", ""));
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], ["doctor", "--probe"]).code(1);
    run.prints("fail  model")
        .prints("text where it should call a tool")
        .prints("say `tools = \"json-schema\"`");
    server.finish();
}

#[test]
fn a_server_that_refuses_the_key_is_quoted_without_it() {
    let body = Some("{\"error\": {\"message\": \"bad key $KEY\"}}".to_owned());
    let server = plays(vec![Given { status: 401, body, ..Given::default() }]);
    let repo = TestRepo::plain().with(["init"]);
    repo.write("kb.toml", server.table("writer", "gemini", "gemini-2.5-pro", ""));
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], ["doctor", "--probe"]).code(1);
    let run = run.prints("refuses the request (401): bad key ***");
    assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY));
}

#[test]
fn families_are_compared_before_anybody_has_a_key() {
    let repo = TestRepo::plain().with(["init"]);
    let server = plays(Vec::new());
    let table = |name: &str| server.table(name, "anthropic", "claude-opus-4-5", "");
    let roles = "[roles]\nproposer = \"one\"\nreviewer = \"two\"\n\n";
    repo.write("kb.toml", format!("{roles}{}\n{}", table("one"), table("two")));
    let run = repo.kb(["doctor"]).code(1);
    run.prints("fail  roles").prints("are both of the family anthropic").prints("agents of two families");
}
