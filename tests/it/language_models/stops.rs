//! What goes wrong with a model ends in a message and leaves nothing half done: no working branch, no commit of main, and in
//! the ledger only what it did until then.

use crate::model_server::scene::{Call, End, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::stage::{cast, with_evidence};
use crate::{Run, TestRepo};

/// Runs `kb propose` with a model that gives `answer` again and again.
fn proposes(answer: Given) -> (TestRepo, Run) {
    let (repo, _) = with_evidence();
    let step = Step { asked: Default::default(), answer };
    let server = ModelServer::of(Scene { steps: vec![step; 40], ..Scene::once(Given::default()) });
    cast(&repo, &[("proposer", server.table("proposer", "openai", "gpt-5.1", ""))]);
    let before = (refs(&repo), repo.files());
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], ["propose"]);
    assert_eq!((refs(&repo), repo.files()), before, "something was left: {}", run.stderr);
    assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY), "the key is told");
    (repo, run)
}

/// Every ref but the ledger.
fn refs(repo: &TestRepo) -> Vec<String> {
    let refs = repo.git(["for-each-ref"]);
    refs.lines().filter(|line| !line.ends_with("kb/ledger")).map(str::to_owned).collect()
}

fn calls(tool: &str, argument: serde_json::Value) -> Given {
    let call = Call { tool: tool.to_owned(), argument, argument_text: None };
    Given { calls: vec![call], ..Given::default() }
}

fn stops_with(answer: Given, words: &str) {
    let (repo, run) = proposes(answer);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains(words), "`{words}` is not in: {}", run.stderr);
    assert!(!repo.git(["log", "-p", "kb/ledger"]).contains(KEY), "the key is in the ledger");
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

#[test]
fn what_a_stopped_proposer_did_is_found_by_the_id_that_its_evidence_gives() {
    let secret = ["ghp_", "x7Rk2mPq9Lw4Tz8Vb3Nc6Yd1Hf5Jg0Sa2Ke4"].concat();
    let (repo, run) = proposes(calls("search_notes", serde_json::json!({"query": secret})));
    let told = run.stderr.lines().find(|line| line.starts_with("what it did until then"));
    let id =
        told.and_then(|line| line.split_whitespace().find(|word| word.starts_with("p-"))).expect("an id");
    let shown = repo.kb(["proposal", "show", id, "--transcript"]).code(0);
    let shown =
        shown.prints("proposer proposer (openai)").prints("repetition: it called `search_notes` 5 times");
    let shown = shown.prints("### `search_notes`").prints("[redacted:").prints("Stopped: it called");
    assert!(!shown.stdout.contains(&secret), "{}", shown.stdout);
    repo.kb(["proposal", "show", id]).code(0).prints("nothing was proposed").prints("repetition");
    let report = repo.kb(["proposal", "show", id, "--format", "json"]).code(0).json();
    let stopped = &report["stopped"][0];
    assert_eq!((stopped["end"].as_str(), stopped["role"].as_str()), (Some("repetition"), Some("proposer")));
    assert_eq!(stopped["spent"]["calls"], 5, "{stopped}");
    let ledger = repo.git(["ls-tree", "-r", "--name-only", "kb/ledger"]);
    let [run, transcript] = ["run.yaml", "transcript.md"].map(|name| format!("stopped/{id}/1/{name}"));
    assert_eq!(ledger.lines().collect::<Vec<_>>(), [run, transcript], "the evidence was not considered");
    repo.kb(["proposal", "list", "--all"]).code(0).prints("No proposal is under way");
    // Who can do without the model considers the same evidence, under the same id.
    repo.write("kb.toml", repo.read("kb.toml").replace("proposer = \"proposer\"\n", ""));
    repo.commit_all("rules");
    let report = repo.kb(["propose", "--format", "json"]).code(0).json();
    assert_eq!(report["proposals"][0]["id"].as_str(), Some(id), "{report}");
    let shown = repo.kb(["proposal", "show", id, "--transcript"]).code(0).prints("Round 1: Proposer");
    shown.prints("repetition: it called `search_notes` 5 times");
    repo.kb(["proposal", "show", "p-000000000000"]).code(2).says("no proposal `p-000000000000`");
}
