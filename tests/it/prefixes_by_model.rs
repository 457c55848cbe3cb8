//! `[search] prefixes`: a model that says what pieces of notes are about, as a user sees it.

use serde_json::{Value, json};

use crate::model_server::scene::{Expected, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::{Run, TestRepo};

const ENGINE: &str = "gpt-5.1/prefixer-1";

fn note(title: &str, text: &str) -> String {
    format!("---\ntype: Note\ntitle: {title}\n---\n{text}\n")
}

fn repo(notes: &[(&str, String)]) -> TestRepo {
    let repo = TestRepo::new();
    notes.iter().for_each(|(path, text)| repo.write(path, text));
    repo
}

fn step(last: &[&str], prefix: &str) -> Step {
    let last = last.iter().map(|&text| text.to_owned()).collect();
    let text = json!({ "prefix": prefix }).to_string();
    let asked = Expected { last, shape: Some(true), ..Expected::default() };
    Step { asked, answer: Given { text, ..Given::default() } }
}

fn server(steps: Vec<Step>) -> ModelServer {
    ModelServer::of(Scene { name: "prefixes".to_owned(), _about: String::new(), steps })
}

fn with_model(repo: &TestRepo, server: &ModelServer) {
    let model = server.table("small", "openai", "gpt-5.1", "");
    repo.write("kb.toml", format!("[search]\nembedding = \"none\"\nprefixes = \"small\"\n{model}"));
    repo.commit_all("a model");
}

fn kb<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Run {
    repo.kb_with_env(&[("TEST_API_KEY", KEY)], arguments)
}

fn built(repo: &TestRepo, more: &str) -> Value {
    let run = if more.is_empty() {
        kb(repo, ["build", "--format", "json"])
    } else {
        kb(repo, ["build", more, "--format", "json"])
    };
    run.code(0).json()["prefixes"].clone()
}

fn first(repo: &TestRepo, query: &str) -> Option<String> {
    let report = repo.kb(["search", query, "--format", "json"]).code(0).json();
    report["results"][0]["path"].as_str().map(str::to_owned)
}

#[test]
fn a_piece_is_found_by_what_the_model_says_of_it_and_asked_about_once() {
    let repo = repo(&[
        ("knowledge/a.md", note("Seven days", "It is done within 7 days.")),
        ("knowledge/b.md", note("Roses", "They are cut in spring.")),
    ]);
    let server = server(vec![
        step(
            &["Where it stands: Seven days", "It is done within 7 days."],
            "How long a reimbursement takes.",
        ),
        step(&["They are cut in spring."], "Roses in 1999."),
        step(&["`1999` stands nowhere in the data"], "Roses in 1998."),
        step(&["They are cut in autumn."], "Gardening of roses."),
    ]);
    with_model(&repo, &server);
    let report = built(&repo, "--no-fill");
    assert_eq!((&report["by_model"], &report["pending"]), (&json!(0), &json!(2)), "{report}");
    kb(&repo, ["doctor"]).prints("was not asked for 2 of 2 pieces yet");
    assert_ne!(first(&repo, "reimbursement").as_deref(), Some("knowledge/a.md"));

    let report = built(&repo, "");
    let counts = ["by_model", "by_headings", "pending"].map(|key| report[key].as_u64().unwrap_or(99));
    assert_eq!((report["engine"].as_str(), counts), (Some(ENGINE), [1, 1, 0]), "{report}");
    assert_eq!(first(&repo, "reimbursement").as_deref(), Some("knowledge/a.md"));
    kb(&repo, ["doctor"]).prints(&format!("{ENGINE} was asked for each of 2 pieces"));
    // Built from nothing it is the same, and nobody is asked again, not for what was refused either.
    let report = built(&repo, "--full");
    assert_eq!((&report["by_model"], &report["by_headings"]), (&json!(1), &json!(1)));
    assert_eq!(first(&repo, "reimbursement").as_deref(), Some("knowledge/a.md"));
    assert_eq!(server.asked().len(), 3);

    repo.write("knowledge/b.md", note("Roses", "They are cut in autumn."));
    repo.commit_all("autumn");
    let report = built(&repo, "");
    assert_eq!((&report["by_model"], &report["by_headings"]), (&json!(2), &json!(0)), "{report}");
    server.finish();
}

#[test]
fn a_build_does_not_fail_for_a_model_that_is_away() {
    let repo = repo(&[("knowledge/a.md", note("Seven days", "It is done within 7 days."))]);
    let refuses = Step { asked: Expected::default(), answer: Given { status: 401, ..Given::default() } };
    let server = server(vec![refuses]);
    with_model(&repo, &server);
    let run = kb(&repo, ["build"]).code(0).says("headings stand in, and the next `kb build` goes on");
    let run = run.prints(&format!("prefixes: 0 by {ENGINE}, 1 by headings, 1 of them pending"));
    assert!(!run.whole().contains(KEY));
    repo.kb(["build"]).code(0).says("holds no key");
    assert_eq!(first(&repo, "seven days").as_deref(), Some("knowledge/a.md"));
    server.finish();
    let error = repo.file("kb.toml", "[search]\nprefixes = \"nobody\"\n").kb(["search", "x"]).code(2);
    assert!(error.stderr.contains("[models.nobody]") && error.stderr.contains("line 2"), "{}", error.stderr);
}
