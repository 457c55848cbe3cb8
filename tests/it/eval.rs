//! `kb eval`, as a user sees it.

use serde_json::{Value, json};

use crate::test_repo::TestRepo;

const REFUND: &str = "\
---
type: Policy
title: Refund policy
---
# Refund policy

A full refund can be requested within 7 days of receipt.

The fee for shipping back is 1,200 EUR.
";

fn repo() -> TestRepo {
    TestRepo::new()
        .file("knowledge/refund.md", REFUND)
        .file(
            "knowledge/old.md",
            "---\nsuperseded_by: \"[[refund]]\"\n---\n# Old\n\nA refund takes 30 days.\n",
        )
        .file("knowledge/pay.md", "---\nlabels: [finance]\n---\n# Pay\n\nThe salary band is wide.\n")
        .commit("notes")
}

#[track_caller]
fn close(value: &Value, expected: f64) {
    assert!(value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-9), "{value} for {expected}");
}

#[test]
fn questions_are_asked_and_measured_by_language_and_tag() {
    let repo = repo();
    repo.write(
        "eval/a.yaml",
        "\
version: 1
questions:
  - question: when can a refund be requested
    notes: [refund.md]
    claims: [\"requested within 7 days\"]
    facts: [\"fee for shipping back is €1200\"]
    not: [old.md]
    lang: en
    tags: [billing]
  - question: salary band
    notes: [pay]
    caller: {labels: [support]}
    lang: en
  - question: salary band
    notes: [pay]
    caller: {labels: [finance]}
    lang: en
  - question: xylophone zeppelin
    unanswerable: true
    lang: hu
",
    );
    let commit = repo.commit_all("questions");
    let report = repo.kb(["eval", "--format", "json"]).code(0).json();
    assert_eq!((&report["version"], &report["commit"]), (&json!(1), &json!(commit)));
    assert_eq!(report["all"]["questions"], 4);
    close(&report["all"]["values"]["success@5"], 2.0 / 3.0);
    close(&report["all"]["values"]["recall@10"], 2.0 / 3.0);
    close(&report["all"]["values"]["failure_rate"], 1.0 / 3.0);
    close(&report["all"]["values"]["abstention"], 1.0);
    close(&report["all"]["values"]["violation_rate"], 0.0);
    close(&report["all"]["values"]["stale_served"], 0.0);
    close(&report["all"]["values"]["ghost_rate"], 0.0);
    close(&report["by_tag"]["billing"]["values"]["mrr"], 1.0);
    close(&report["by_lang"]["hu"]["values"]["abstention"], 1.0);
    assert_eq!(report["by_lang"]["hu"]["values"]["mrr"], Value::Null);
    assert_eq!(report["answers"][1]["is_right"], false);
    assert_eq!(report["answers"][1]["outcome"]["targets"][0]["is_known"], true);
    repo.kb(["eval"])
        .code(0)
        .prints("success@5")
        .prints("lang hu")
        .prints("missing: pay  not among 0 results")
        .says("3 of 4 questions answered right");
    let english = repo.kb(["eval", "--lang", "en", "--tag", "billing", "--format", "json"]).code(0).json();
    assert_eq!(english["all"]["questions"], 1);
}

#[test]
fn a_missed_requirement_and_a_broken_question_end_with_findings() {
    let repo = repo();
    repo.write(
        "eval/a.yaml",
        "\
version: 1
require: {success@5: 0.9, failure_rate: 0.6, abstention: 1}
questions:
  - question: when can a refund be requested
    facts: [7 days]
  - question: what is the moon made of
    facts: [cheese]
",
    );
    let report = repo.kb(["eval", "--format", "json"]).code(1).json();
    let met: Vec<&Value> =
        report["required"].as_array().expect("a list").iter().map(|r| &r["is_met"]).collect();
    let names = ["abstention", "failure_rate", "success@5"];
    assert_eq!(met, [&json!(false), &json!(true), &json!(false)], "{names:?}");
    repo.kb(["eval"])
        .code(1)
        .prints("missed  success@5 0.500 (>= 0.900, eval/a.yaml)")
        .prints("missed  abstention not measured: no such question")
        .prints("missing: cheese  the knowledge does not have it");
    repo.write(
        "eval/a.yaml",
        "version: 1\nquestions:\n  - question: refund\n    note: [x.md]\n  - question: refund\n    notes: [refund.md]\n",
    );
    repo.kb(["eval"])
        .code(1)
        .prints("eval/a.yaml:4")
        .prints("`note`")
        .says("1 of 1 questions answered right");
}

#[test]
fn no_question_and_no_file_say_what_to_do() {
    let repo = repo();
    repo.kb(["eval"]).code(2).says("no golden question to ask in eval/*.yaml").says("kb eval init");
    repo.kb(["eval", "eval/none.yaml"]).code(2).says("there is no file `eval/none.yaml`");
    repo.write("eval/a.yaml", "version: 1\nquestions:\n  - question: refund\n    notes: [refund]\n");
    repo.kb(["eval", "--tag", "other"]).code(2).says("no golden question to ask with --tag other");
}

#[test]
fn questions_of_claims_are_answered_from_the_first_day() {
    let repo = repo();
    repo.kb(["eval", "init", "--dry-run"]).code(0).prints("+version: 1");
    assert!(!repo.exists("eval"));
    let made = repo.kb(["eval", "init", "--format", "json"]).code(0).json();
    assert_eq!((&made["claims"], &made["kept"], &made["by_hand"]), (&json!(3), &json!(0), &json!(0)));
    let text = repo.read("eval/claims.yaml");
    assert!(!text.contains("30 days"), "what is superseded is not asked for: {text}");
    let report = repo.kb(["eval", "--format", "json"]).code(0).json();
    close(&report["all"]["values"]["success@1"], 1.0);
    close(&report["all"]["values"]["abstention"], 1.0);
    repo.kb(["eval", "init"]).code(0).says("0 new, 0 changed, 0 gone");
    assert_eq!(repo.read("eval/claims.yaml"), text);
}

#[test]
fn making_questions_again_keeps_those_written_by_hand_and_says_what_changed() {
    let repo = repo();
    repo.kb(["eval", "init"]).code(0);
    let by_hand = "\
# mine
- question: \"shipping?\"
  claims: ['The fee for shipping back is 1,200 EUR.']
- question: \"broken
";
    let made = repo.read("eval/claims.yaml").replace("\n  - ", "\n- ").replace("\n    ", "\n  ");
    repo.write("eval/claims.yaml", made.replacen("questions:\n", &format!("questions:\n{by_hand}"), 1));
    repo.write(
        "knowledge/refund.md",
        REFUND.replace("within 7 days of receipt", "within 14 days of delivery"),
    );
    repo.commit_all("a claim changed");
    let report = repo.kb(["eval", "init", "--format", "json"]).code(0).json();
    assert_eq!(report["by_hand"], 2);
    let asked = |list: &str| report[list].as_array().expect("a list").len();
    assert_eq!((asked("added"), asked("removed")), (1, 2), "{report}");
    let text = repo.read("eval/claims.yaml");
    assert!(text.contains(by_hand) && text.contains("14 days"), "{text}");
    assert_eq!(
        text.matches("The fee for shipping").count(),
        1,
        "what is asked by hand is not made again: {text}"
    );
}

#[test]
fn a_file_that_a_machine_cannot_write_stays_as_it_is() {
    let repo = repo();
    let text = "{\"version\": 1, \"questions\": []}\n";
    repo.write("eval/claims.yaml", text);
    repo.kb(["eval", "init"]).code(2).says("nothing was written");
    assert_eq!(repo.read("eval/claims.yaml"), text);
}

#[test]
fn two_commits_or_settings_are_compared_question_by_question() {
    let repo = repo();
    let questions = "\
version: 1
questions:
  - question: when can a refund be requested
    notes: [refund.md]
  - question: where is the lighthouse keeper
    notes: [keeper.md]
  - question: shipping back fee
    facts: [1200 EUR]
";
    repo.write("eval/a.yaml", questions);
    let before = repo.commit_all("questions");
    repo.write("knowledge/keeper.md", "# Keeper\n\nThe lighthouse keeper is in the tower.\n");
    repo.write("knowledge/refund.md", REFUND.replace("1,200 EUR", "high"));
    repo.commit_all("a note came and a figure went");
    let compared = repo.kb(["eval", "--compare", &before, "--format", "json"]).code(0).json();
    assert_eq!((&compared["other"]["name"], &compared["alike"]), (&json!(before), &json!(1)));
    assert_eq!(compared["better"][0]["question"], "shipping back fee");
    assert_eq!(compared["worse"][0]["question"], "where is the lighthouse keeper");
    assert_eq!(compared["worse"][0]["now"]["ranks"], json!([1]));
    repo.kb(["eval", "--compare", &before]).code(0).prints("worse with").says("1 better, 1 worse, 1 alike");
    repo.write("other.toml", "[search]\nembedding = \"none\"\n");
    let compared = repo.kb(["eval", "--compare", "other.toml", "--format", "json"]).code(0).json();
    assert_eq!(compared["other"]["commit"], compared["now"]["commit"]);
    repo.write("other.toml", "[search]\nembeding = \"none\"\n");
    repo.kb(["eval", "--compare", "other.toml"]).code(2).says("other.toml, line 2").says("embeding");
    repo.kb(["eval", "--compare", "none.toml"]).code(2).says("none.toml");
}

#[test]
fn thresholds_come_from_questions_with_and_without_an_answer() {
    let repo = repo();
    repo.write(
        "eval/a.yaml",
        "version: 1\nquestions:\n  - question: refund requested\n    notes: [refund]\n",
    );
    repo.kb(["eval", "calibrate"]).code(2).says("1 questions got a right answer and 0 have none");
    repo.kb(["eval", "init"]).code(0);
    let found = repo.kb(["eval", "calibrate", "--format", "json"]).code(0).json();
    let words = &found["legs"][0];
    assert_eq!(
        (&words["leg"], &words["kept"], &words["refused"]),
        (&json!("words"), &json!(1.0), &json!(1.0))
    );
    repo.kb(["eval", "calibrate"]).code(0).prints("[search]").prints("min_text = ");
    repo.write("kb.toml", "[search]\nmin_text = 1.0\nmin_meaning = 1.0\n");
    let again = repo.kb(["eval", "calibrate", "--format", "json"]).code(0).json();
    assert_eq!(again["legs"], found["legs"], "thresholds that are set are not what is measured");
}

#[test]
fn thresholds_of_kb_toml_hold_in_search_and_ask() {
    let repo = repo();
    let search = |settings: &str, arguments: &[&str]| -> Value {
        repo.write("kb.toml", format!("[search]\nembedding = \"none\"\n{settings}"));
        let mut command = repo.kb_command();
        let run = repo.run(command.args(["search", "--format", "json", "--explain"]).args(arguments), b"");
        run.code(0).json()
    };
    let vague = "which refund does the customer of the shop get on a holiday in spring";
    let open = search("", &[vague]);
    assert!(open["results"].as_array().is_some_and(|results| !results.is_empty()), "{open}");
    assert_eq!(open["results"][0]["explanation"]["thresholds"], Value::Null);
    let shut = search("min_text = 0.9\n", &[vague]);
    assert_eq!(shut["results"], json!([]));
    assert!(shut["reason"].as_str().is_some_and(|reason| reason.contains("min_text")), "{shut}");
    repo.kb(["ask", vague]).code(1);
    let asked = search("min_text = 0.9\n", &[vague, "--min-score", "0"]);
    assert_eq!(asked["results"][0]["path"], open["results"][0]["path"]);
    let held = search("min_text = 0.5\nmin_meaning = 0.25\n", &["refund within 7 days"]);
    assert_eq!(held["results"][0]["explanation"]["thresholds"], json!({"text": 0.5, "meaning": 0.25}));
    repo.kb(["search", "refund within 7 days", "--explain"])
        .code(0)
        .prints("at least of the question 0.50 or meaning 0.25");
    repo.write("kb.toml", "[search]\nbudget = 9\nmin_text = 1.5\n");
    repo.kb(["search", "refund"]).code(2).says("kb.toml, line 3").says("`min_text` is a number from 0 to 1");
}
