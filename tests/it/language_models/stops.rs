//! What goes wrong with a model ends in a message and leaves nothing half done: no branch, no commit, nothing in the ledger.

use crate::Run;
use crate::model_server::scene::{Call, End, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::stage::with_evidence;

/// Runs `kb propose` with a model that gives `answer` again and again.
fn proposes(answer: Given) -> Run {
    let (repo, _) = with_evidence();
    let step = Step { asked: Default::default(), answer };
    let server = ModelServer::of(Scene { steps: vec![step; 40], ..Scene::once(Given::default()) });
    let text = repo.read("kb.toml").replace("[roles]\n", "[roles]\nproposer = \"writer\"\n");
    repo.write("kb.toml", text + "\n" + &server.table("writer", "openai", "gpt-5.1", ""));
    repo.commit_all("models");
    let before = (repo.git(["for-each-ref"]), repo.files());
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], ["propose"]);
    assert_eq!((repo.git(["for-each-ref"]), repo.files()), before, "something was left: {}", run.stderr);
    assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY), "the key is told");
    run
}

fn calls(tool: &str, argument: serde_json::Value) -> Given {
    let call = Call { tool: tool.to_owned(), argument, argument_text: None };
    Given { calls: vec![call], ..Given::default() }
}

fn stops_with(answer: Given, words: &str) {
    let run = proposes(answer);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains(words), "`{words}` is not in: {}", run.stderr);
}

#[test]
fn answers_that_are_always_cut_end_it() {
    stops_with(Given { end: End::Limit, ..calls("write", serde_json::json!({"path": "a.md"})) }, "cut");
    let argument_text = Some("{\"path\":\"a.md\",\"text\":\"# Ti".to_owned());
    let call = Call { tool: "write".to_owned(), argument: serde_json::Value::Null, argument_text };
    stops_with(Given { calls: vec![call], ..Given::default() }, "cut");
}

#[test]
fn empty_malformed_and_withheld_answers_end_it() {
    stops_with(Given::default(), "empty");
    stops_with(Given { body: Some("{\"id\": oops}".to_owned()), ..Given::default() }, "cannot be read");
    stops_with(
        Given { end: End::Withheld, text: "no".to_owned(), ..Given::default() },
        "held the answer back",
    );
}

#[test]
fn a_refusal_and_an_overflow_end_it() {
    let body = Some("{\"error\": {\"message\": \"bad key $KEY\"}}".to_owned());
    stops_with(Given { status: 401, body, ..Given::default() }, "bad key ***");
    let body =
        Some("{\"error\": {\"code\": \"context_length_exceeded\", \"message\": \"too long\"}}".to_owned());
    stops_with(Given { status: 400, body, ..Given::default() }, "does not fit");
}

#[test]
fn the_same_call_again_and_again_and_invented_tools_and_talk_end_it() {
    stops_with(calls("list", serde_json::json!({})), "5 times with the same argument and the same result");
    stops_with(calls("run_shell", serde_json::json!({"command": "id"})), "tools that do not exist");
    let outside = serde_json::json!({"path": "../outside.md", "text": "# x"});
    stops_with(calls("write", outside), "nothing was changed");
    let talk = Given { text: "I think that all is well.".to_owned(), ..Given::default() };
    stops_with(talk, "without calling a tool");
}
