//! Every class of failure of a model, for proposer and reviewer in every wire format: each ends in its own words and leaves
//! nothing half done. No branch moves, no file changes, and the ledger has only what was done until then.

use serde_json::{Value, json};

use crate::model_server::scene::{Call, End, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::stage::{cast, proposed, with_evidence};
use crate::{Run, TestRepo};

/// A model for each wire format.
const WIRES: [(&str, &str); 4] = [
    ("anthropic", "claude-opus-4-5"),
    ("openai", "gpt-5.1"),
    ("openai-responses", "gpt-5.1"),
    ("gemini", "gemini-2.5-pro"),
];

/// A class: its name, what the model answers again and again, and what is said in the end.
struct Class {
    name: &'static str,
    answer: Given,
    says: &'static str,
}

fn class(name: &'static str, answer: Given, says: &'static str) -> Class {
    Class { name, answer, says }
}

fn calls(tool: &str, argument: Value) -> Given {
    let call = Call { tool: tool.to_owned(), argument, argument_text: None };
    Given { calls: vec![call], ..Given::default() }
}

fn body(status: u16, text: &str) -> Given {
    Given { status, body: Some(text.to_owned()), ..Given::default() }
}

/// Busy for longer than anybody waits.
fn busy(status: u16) -> Given {
    let headers = [("retry-after".to_owned(), "86400".to_owned())].into();
    Given { status, headers, ..Given::default() }
}

/// Every class that ends alike in every format.
fn classes() -> Vec<Class> {
    let text = |text: &str| Given { text: text.to_owned(), ..Given::default() };
    let overflow = "{\"error\": {\"code\": \"context_length_exceeded\", \"message\": \"too long\"}}";
    let mut all: Vec<Class> =
        [408, 409, 429, 500, 503, 529].map(|status| class("busy", busy(status), "is busy (")).into();
    all.extend([
        class("refused", body(401, "{\"error\": {\"message\": \"bad key $KEY\"}}"), "bad key ***"),
        class("empty", Given::default(), "is empty"),
        class("malformed", body(200, "{\"id\": oops}"), "cannot be read"),
        class("half an answer", body(200, "{\"id\": \"x\", \"content\": ["), "is cut"),
        class("withheld", Given { end: End::Withheld, ..text("no") }, "held the answer back"),
        class("token limit", Given { end: End::Limit, ..calls("list", json!({})) }, "is cut"),
        class("overflow", body(400, overflow), "does not fit"),
        class(
            "the same again",
            calls("list", json!({})),
            "5 times with the same argument and the same result",
        ),
        class(
            "the same wrong again",
            calls("read_note", json!({"path": "no/such.md"})),
            "5 times with the same",
        ),
        class("invented tool", calls("run_shell", json!({"command": "id"})), "tools that do not exist"),
        class(
            "call as text",
            text("{\"name\": \"list\", \"arguments\": {}}"),
            "5 times with the same argument",
        ),
        class("call as text, cut", text("{\"name\": \"list\", \"argum"), "is cut"),
        class("talk", text("I think that all is well."), "without calling a tool"),
    ]);
    all
}

/// Gives the role to a model that answers `answer` again and again, runs `command`, and sees that nothing is left of it.
fn run(repo: &TestRepo, role: &str, (provider, model): (&str, &str), answer: &Given, command: &str) -> Run {
    let step = Step { asked: Default::default(), answer: answer.clone() };
    let server = ModelServer::of(Scene { steps: vec![step; 40], ..Scene::once(Given::default()) });
    cast(repo, &[(role, server.table(role, provider, model, ""))]);
    let before = (refs(repo), repo.files());
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], [command]);
    assert_eq!((refs(repo), repo.files()), before, "something was left: {}", run.stderr);
    assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY), "the key is told");
    assert!(!server.asked().is_empty(), "the model was not asked: {}", run.stderr);
    repo.git(["reset", "--quiet", "--hard", "HEAD~1"]);
    run
}

/// Every ref but the ledger.
fn refs(repo: &TestRepo) -> Vec<String> {
    let refs = repo.git(["for-each-ref"]);
    refs.lines().filter(|line| !line.ends_with("kb/ledger")).map(str::to_owned).collect()
}

fn ends(repo: &TestRepo, role: &str, command: &str) {
    for (class, wire) in classes().iter().zip(WIRES.iter().cycle()) {
        let run = run(repo, role, *wire, &class.answer, command);
        let shown = format!("{role}, {}, {}: {}", class.name, wire.0, run.stderr);
        assert_eq!(run.status, 3, "{shown}");
        assert!(run.stderr.contains(class.says), "`{}` is not in {shown}", class.says);
    }
}

#[test]
fn a_proposer_s_failures_each_end_in_their_own_words() {
    let (repo, _) = with_evidence();
    ends(&repo, "proposer", "propose");
}

#[test]
fn a_reviewer_s_failures_each_end_in_their_own_words() {
    let (repo, _) = proposed();
    ends(&repo, "reviewer", "review");
    // The proposal waits as before, for a reviewer that has a word.
    repo.kb(["review"]).code(0).prints("approved");
    assert!(!repo.git(["log", "-p", "kb/ledger"]).contains(KEY), "the key is in the ledger");
}

#[test]
fn invented_paths_change_nothing() {
    let (repo, _) = with_evidence();
    for (path, wire) in ["../a.md", "/etc/a.md", "evidence/a.md", "kb.toml", ".git/a.md"]
        .into_iter()
        .zip(WIRES.iter().cycle())
    {
        let answer = calls("write", json!({"path": path, "text": "# x"}));
        let run = run(&repo, "proposer", *wire, &answer, "propose");
        assert_eq!(run.status, 3, "{path}: {}", run.stderr);
        assert!(
            run.stderr.contains("5 times with the same") && run.stderr.contains("nothing was changed"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_connection_that_always_ends_stops_within_the_budget() {
    let (repo, _) = with_evidence();
    let config = repo.read("kb.toml");
    let config = config.replacen("\n[budget]\n", "\n[budget]\nseconds = 1\n", 1);
    repo.write("kb.toml", config);
    repo.commit_all("a short budget");
    let cut = Given { text: "lost".to_owned(), cut_after: Some(30), ..Given::default() };
    for wire in WIRES {
        let run = run(&repo, "proposer", wire, &cut, "propose");
        assert_eq!(run.status, 3, "{}: {}", wire.0, run.stderr);
        let typed = ["the connection broke off", "no answer in time", "seconds"]
            .iter()
            .any(|words| run.stderr.contains(words));
        assert!(typed && run.stderr.contains("nothing was changed"), "{}: {}", wire.0, run.stderr);
    }
}
