//! `kb search` with a model that finds other words for a question, as a user sees it.

use serde_json::{Value, json};

use crate::model_server::scene::{Expected, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::{Run, TestRepo};

const QUESTION: &str = "Meddig küldhetem vissza a csomagot?";

fn note(title: &str, more: &str, text: &str) -> String {
    format!("---\ntype: Note\ntitle: {title}\n{more}---\n{text}\n")
}

fn repo() -> TestRepo {
    let english = "The office is open from Monday to Friday, and it is closed on the days of the holidays.";
    TestRepo::initialised()
        .file(
            "knowledge/returns.md",
            note("Returns", "", "A parcel can be sent back within 14 days of the delivery, if it is whole."),
        )
        .file("knowledge/office.md", note("Office", "", english))
        .file(
            "knowledge/garden.md",
            note("Garden", "", "The roses are cut in the spring and it is done by the caretaker."),
        )
        .file(
            "knowledge/staff.md",
            note(
                "Stock",
                "labels: [staff]\n",
                "A parcel sent back goes to the shelf of the staff in the cellar.",
            ),
        )
        .commit("notes")
}

/// Makes the model of `server` find other words.
fn expands(repo: &TestRepo, server: &ModelServer) {
    let text = repo.read("kb.toml").replace("[roles]\n", "[roles]\nexpander = \"small\"\n");
    let model = server.table("small", "openai-compatible", "qwen3", "");
    repo.write("kb.toml", format!("{text}\n{model}"));
    repo.commit_all("a model");
    repo.kb(["build"]).code(0);
}

fn kb<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Run {
    repo.kb_with_env(&[("TEST_API_KEY", KEY)], arguments)
}

fn server(asked: Expected, phrasings: &[&str], translations: &[&str]) -> ModelServer {
    let text = json!({"phrasings": phrasings, "translations": translations}).to_string();
    let step = Step { asked, answer: Given { text, ..Given::default() } };
    ModelServer::of(Scene { name: "expansion".to_owned(), _about: String::new(), steps: vec![step] })
}

fn paths(report: &Value) -> Vec<&str> {
    report["results"].as_array().into_iter().flatten().filter_map(|result| result["path"].as_str()).collect()
}

#[test]
fn a_question_in_another_language_finds_the_note_and_is_translated_once() {
    let asked = Expected {
        system: vec!["by their codes: en.".to_owned()],
        last: vec![QUESTION.to_owned()],
        nowhere: vec!["parcel".to_owned(), "caretaker".to_owned()],
        shape: Some(true),
        ..Expected::default()
    };
    let repo = repo();
    let server = server(asked, &["csomag visszaküldése"], &["until when can I send a parcel back"]);
    expands(&repo, &server);
    let typed = kb(&repo, ["search", QUESTION, "--no-expand", "--format", "json"]).code(0).json();
    assert!(
        typed["expansion"].is_null()
            && !paths(&typed).first().is_some_and(|path| path.ends_with("returns.md"))
    );

    let report = kb(&repo, ["search", QUESTION, "--label", "public", "--format", "json"]).code(0).json();
    assert_eq!(paths(&report)[0], "knowledge/returns.md", "{report}");
    assert_eq!(report["results"][0]["via"], "expansion");
    assert!(
        !paths(&report).contains(&"knowledge/staff.md"),
        "who may not see it does not get it by other words"
    );
    assert_eq!(report["expansion"]["by"], "qwen3/expander-1");
    assert_eq!(report["expansion"]["words"][1], "until when can I send a parcel back");
    server.finish();

    // The same question again needs no server, whoever asks.
    drop(server);
    let run = repo.kb(["search", QUESTION, "--explain"]).code(0);
    assert!(
        run.stdout.contains("14 days") && run.stdout.contains("other words than those typed"),
        "{}",
        run.whole()
    );
    assert!(run.stderr.contains("also looked for, by qwen3/expander-1: csomag"), "{}", run.stderr);
}

#[test]
fn no_other_words_come_before_a_note_that_holds_every_word() {
    let repo = repo();
    let long = "It is one of many things that the caretaker of the house does for us in a year. ".repeat(8);
    repo.write("knowledge/long.md", note("House", "", &format!("{long} The cellar has a boiler. {long}")));
    repo.commit_all("long");
    let server =
        server(Expected::default(), &["roses cut in the spring", "garden roses", "path:staff -roses"], &[]);
    expands(&repo, &server);
    let report = kb(&repo, ["search", "boiler", "--format", "json"]).code(0).json();
    assert_eq!(paths(&report)[..2], ["knowledge/long.md", "knowledge/garden.md"], "{report}");
    assert!(report["results"][0]["score"].as_f64() > report["results"][1]["score"].as_f64());
    for query in ["\"the boiler\"", "HTTP-403"] {
        let report = kb(&repo, ["search", query, "--format", "json"]).code(0).json();
        assert!(report["expansion"].is_null(), "{query} is wanted as it stands");
    }
    server.finish();
}

#[test]
fn without_the_model_the_words_typed_answer_and_that_is_said() {
    let repo = repo();
    let answer = Given { status: 401, ..Given::default() };
    let step = Step { asked: Expected::default(), answer };
    let server =
        ModelServer::of(Scene { name: "refuses".to_owned(), _about: String::new(), steps: vec![step] });
    expands(&repo, &server);
    for run in [
        kb(&repo, ["search", "parcel", "--format", "json"]),
        repo.kb(["search", "parcel", "--format", "json"]).says("holds no key"),
    ] {
        let run = run.code(0).says("not expanded by qwen3/expander-1").says("the words typed answered alone");
        let report = run.json();
        assert!(paths(&report).contains(&"knowledge/returns.md"), "{report}");
        assert!(
            report["expansion"]["failed"].is_string() && report["expansion"]["words"] == json!([]),
            "{report}"
        );
        assert!(!run.whole().contains(KEY));
    }
    server.finish();
}
