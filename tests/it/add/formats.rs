//! Every format: what the item is, and what can be cited in it.

use super::{added, fixture, meta, text};
use crate::TestRepo;

#[test]
fn json_lines_stay_as_they_are_and_line_n_is_turn_n() {
    let repo = TestRepo::initialised();
    let item = added(&repo, "call.jsonl");
    assert_eq!(item["media_type"], "application/jsonl");
    assert_eq!(item["kind"], "conversation");
    assert_eq!((item["lines"].as_u64(), item["turns"].as_u64()), (Some(4), Some(2)));
    assert_eq!(item["captured_at"], "2024-11-15T10:30:00Z");
    let id = item["id"].as_str().expect("an id");
    assert!(id.starts_with("2024-11-15-conversation-"), "{id}");
    assert_eq!(item["path"], format!("evidence/2024/11/{id}"));
    assert_eq!(item["text"], format!("evidence/2024/11/{id}/source.jsonl"));
    let bytes = std::fs::read(fixture("call.jsonl")).expect("a fixture");
    assert_eq!(text(&repo, &item).as_bytes(), bytes);
}

#[test]
fn front_matter_fills_the_record() {
    let repo = TestRepo::initialised();
    let item = added(&repo, "note.md");
    assert_eq!(item["kind"], "call");
    assert_eq!(item["title"], "Refund call");
    let meta = meta(&repo, &item);
    for line in [
        "origin: https://tickets.example.org/7",
        "- refunds",
        "- support",
        "captured_by: Ada Tester <ada@example.org>",
    ] {
        assert!(meta.contains(line), "no `{line}` in\n{meta}");
    }
}

#[test]
fn options_come_before_what_the_source_says_and_labels_add_up() {
    let repo = TestRepo::initialised();
    let path = fixture("note.md");
    let report = repo
        .kb([
            "add",
            &path,
            "--kind",
            "ticket",
            "--origin",
            "T-7",
            "--title",
            "Other",
            "--subject",
            "Ann",
            "--label",
            "board",
            "--tenant",
            "acme",
            "--at",
            "2026-01-02T23:30:00-08:00",
            "--format",
            "json",
        ])
        .code(0)
        .json();
    let item = &report["added"][0];
    assert!(item["id"].as_str().is_some_and(|id| id.starts_with("2026-01-02-ticket-")), "{item}");
    assert_eq!(item["captured_at"], "2026-01-03T07:30:00Z");
    let meta = meta(&repo, item);
    for line in ["origin: T-7", "title: Other", "- Ann", "- refunds", "- board", "- support", "tenant: acme"]
    {
        assert!(meta.contains(line), "no `{line}` in\n{meta}");
    }
}

#[test]
fn a_transcript_is_turns() {
    let repo = TestRepo::initialised();
    let item = added(&repo, "transcript.txt");
    assert_eq!(item["media_type"], "text/plain");
    assert_eq!(item["turns"], 3);
    assert_eq!(item["captured_at"], "2026-11-28T00:00:00Z");
}

#[test]
fn several_conversations_of_a_file_are_one_item_with_a_turn_a_line() {
    let repo = TestRepo::initialised();
    let item = added(&repo, "history.yaml");
    assert_eq!(item["media_type"], "application/yaml");
    assert_eq!(item["turns"], 3);
    let text = text(&repo, &item);
    for line in [
        "## c1",
        "- business: Bank",
        "**user:** My account number is 4429853327. ## Not a heading",
        "## c2",
        "**user:** Close it.",
    ] {
        assert!(text.lines().any(|have| have == line), "no line `{line}` in\n{text}");
    }
    assert_eq!(added(&repo, "chat.json")["turns"], 2);
}

#[test]
fn tickets_become_fields() {
    let repo = TestRepo::initialised();
    let item = added(&repo, "tickets.csv");
    assert_eq!(item["kind"], "table");
    assert_eq!(item["captured_at"], "2026-11-27T00:00:00Z");
    let text = text(&repo, &item);
    assert!(text.contains("\n- body: It is late. Very late, \"indeed\".\n"), "{text}");
}

#[test]
fn pages_mail_and_pdf_give_their_text() {
    let repo = TestRepo::initialised();
    let page = added(&repo, "page.html");
    assert_eq!(page["title"], "Refund policy");
    assert!(text(&repo, &page).contains("\nA full refund within seven days.\n"));

    let mail = added(&repo, "mail.eml");
    assert_eq!((mail["kind"].as_str(), mail["title"].as_str()), (Some("mail"), Some("Price")));
    assert_eq!(mail["captured_at"], "2024-11-16T07:30:00Z");
    assert!(
        mail["id"].as_str().is_some_and(|id| id.starts_with("2024-11-15-mail-")),
        "the day must not shift: {mail}"
    );
    assert_eq!((mail["blocks"].as_u64(), mail["turns"].as_u64()), (Some(2), Some(1)));

    let pdf = added(&repo, "prices.pdf");
    assert_eq!((pdf["kind"].as_str(), pdf["title"].as_str()), (Some("document"), Some("Price list")));
    assert!(text(&repo, &pdf).contains("The annual fee is 95 dollars."), "{}", text(&repo, &pdf));
    assert!(repo.exists(&format!("{}/source.pdf", pdf["path"].as_str().expect("a path"))));
}

#[test]
fn a_picture_asks_for_a_description_and_takes_one() {
    let repo = TestRepo::initialised();
    let path = fixture("chart.png");
    let run = repo.kb(["add", &path]).code(0).says("a description of the picture (image/png) is missing");
    assert!(run.stdout.contains("nothing to cite"), "{}", run.stdout);
    let report =
        repo.kb(["add", &path, "--description", "Sales rose to 95.", "--format", "json"]).code(0).json();
    let item = &report["added"][0];
    assert_eq!((item["existing"].as_bool(), item["blocks"].as_u64()), (Some(false), Some(1)));
    assert!(text(&repo, item).contains("Sales rose to 95."));
    // The better item is found again, with and without its description.
    let again =
        repo.kb(["add", &path, "--description", "Sales rose to 95.", "--format", "json"]).code(0).json();
    assert_eq!(again["added"][0]["id"], item["id"]);
    let bare = repo.kb(["add", &path, "--format", "json"]).code(0).json();
    assert_eq!(bare["added"][0]["existing"], true);
}

#[test]
fn text_in_another_encoding_is_kept_and_decoded() {
    let repo = TestRepo::initialised();
    let path = fixture("latin1.txt");
    repo.kb(["add", &path]).code(0).says("is not UTF-8 but windows-1252");
    let item = &repo.kb(["add", &path, "--format", "json"]).json()["added"][0];
    assert!(text(&repo, item).contains("Café closes at 5."));
    let kept = std::fs::read(repo.path(&format!("{}/source.txt", item["path"].as_str().expect("a path"))));
    assert_eq!(kept.expect("a source"), b"Caf\xe9 closes at 5.\n");
}

#[test]
fn standard_input_is_a_source() {
    let repo = TestRepo::initialised();
    let run = repo
        .kb_with_input(["add", "-", "--name", "notes.md", "--format", "json"], "# Notes\n\nIt costs 5.\n")
        .code(0);
    let item = &run.json()["added"][0];
    assert_eq!(item["media_type"], "text/markdown");
    // Nothing says when, so that it is now.
    assert!(item["captured_at"].as_str().is_some_and(|at| at.starts_with("2026-11-30T")), "{item}");
    assert!(meta(&repo, item).contains("origin: notes.md"));
}

#[test]
fn a_person_sees_ids_sizes_and_what_comes_next() {
    let repo = TestRepo::initialised();
    let run = repo.kb(["add", &fixture("call.jsonl")]).code(0);
    assert!(run.stdout.starts_with("added 2024-11-15-conversation-"), "{}", run.stdout);
    assert!(run.stdout.ends_with("  4 lines, 2 turns\n"), "{}", run.stdout);
    run.says("next: commit it");
}
