//! The same source again: the same id, nothing written twice, nothing leaked or lowered.

use super::{added, fixture, meta};
use crate::TestRepo;

#[test]
fn the_same_bytes_give_the_same_id_and_write_nothing() {
    let repo = TestRepo::initialised();
    let first = added(&repo, "call.jsonl");
    let files = repo.files();
    let run = repo.kb(["add", &fixture("call.jsonl"), "--kind", "call", "--at", "2020-01-01"]).code(0);
    assert!(
        run.stdout.starts_with(&format!("already here as {}", first["id"].as_str().expect("an id"))),
        "{}",
        run.stdout
    );
    assert_eq!(repo.files(), files);
}

#[test]
fn a_source_without_a_time_keeps_its_id_on_another_day() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    let first = repo.kb(["add", "a.txt", "--format", "json"]).json();
    let mut later = repo.kb_command();
    later.args(["add", "a.txt", "--format", "json"]).env("KB_TEST_NOW", "2027-05-01T00:00:00Z");
    let again = repo.run(&mut later, b"").code(0).json();
    assert_eq!(again["added"][0]["id"], first["added"][0]["id"]);
    assert_eq!(again["added"][0]["existing"], true);
}

#[test]
fn another_tenant_gets_an_item_of_its_own_that_tells_nothing_of_the_first() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    let add = |tenant: &str| {
        repo.kb(["add", "a.txt", "--tenant", tenant, "--format", "json"]).code(0).json()["added"][0].clone()
    };
    let (acme, globex) = (add("acme"), add("globex"));
    assert_ne!(acme["id"], globex["id"]);
    assert_eq!(globex["existing"], false);
    assert!(meta(&repo, &globex).contains("tenant: globex"));
    // The id is the one that it has where nobody else holds these bytes.
    let alone = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    let report = alone.kb(["add", "a.txt", "--tenant", "globex", "--format", "json"]).json();
    assert_eq!(report["added"][0]["id"], globex["id"]);
}

#[test]
fn labels_are_never_lowered_and_never_promised_in_vain() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    let first = repo.kb(["add", "a.txt", "--label", "finance", "--format", "json"]).code(0).json();
    repo.kb(["add", "a.txt"]).code(0).says("keeps its labels: finance");
    assert!(meta(&repo, &first["added"][0]).contains("- finance"));
    repo.kb(["add", "a.txt", "--label", "board"]).code(1).says("without the label `board`");
}

#[test]
fn two_copies_in_one_run_are_one_item() {
    let repo = TestRepo::initialised().file("in/a.txt", "It costs 5.\n").file("in/b.txt", "It costs 5.\n");
    for arguments in
        [["add", "in", "--dry-run", "--format", "json"], ["add", "in", "--commit", "--format", "json"]]
    {
        let report = repo.kb(arguments).code(0).json();
        assert_eq!(report["added"][0]["id"], report["added"][1]["id"]);
        assert_eq!(report["added"][1]["existing"], true);
    }
}

#[test]
fn ids_that_share_six_digits_get_longer() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    let report = repo.kb(["add", "a.txt", "--dry-run", "--format", "json"]).json();
    let (id, path) = (
        report["added"][0]["id"].as_str().expect("an id"),
        report["added"][0]["path"].as_str().expect("a path"),
    );
    repo.write(&format!("{path}/meta.yaml"), "an item of other bytes\n");
    let again = repo.kb(["add", "a.txt", "--format", "json"]).code(0).json();
    let longer = again["added"][0]["id"].as_str().expect("an id");
    assert!(longer.starts_with(id) && longer.len() == id.len() + 1, "{id} {longer}");
}

#[test]
fn an_item_whose_bytes_are_gone_is_named() {
    let repo = TestRepo::initialised();
    let item = added(&repo, "call.jsonl");
    repo.remove(item["text"].as_str().expect("a path"));
    repo.kb(["add", &fixture("call.jsonl")]).code(1).says("missing or changed").says("git checkout --");
}
