//! `kb read`, `kb ls` and `kb tree`, as a user sees them.

use serde_json::{Value, json};

use crate::test_repo::TestRepo;

const REFUND: &str = "\
---
type: Policy
title: Refund policy
description: When and how a customer can get money back.
status: stable
standing: disputed
valid_until: 2026-12-31
aliases: [money back]
---
# Refund policy

A full refund can be requested within 7 days.[^window] Shipping is not refunded.

## Deadline

The deadline is 7 days. It never moves. ^deadline

### Holidays

On holidays it is 9 days.

## Money

Money comes by card.

[^window]: [call](../../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L12-L14)
    \"full refund within seven days\"
";

fn repo() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "[callers.staff]\nlabels = [\"staff\"]\n")
        .file(
            "knowledge/index.md",
            "---\ntitle: Handbook\ndescription: How we work.\n---\n* [Billing](billing/)\n",
        )
        .file("knowledge/billing/refund-policy.md", REFUND)
        .file("knowledge/billing/C++.md", "# Code\n\nC++ is used here.\n")
        .file("knowledge/hr/pay.md", "---\nlabels: [staff]\n---\n# Pay\n\nPay is on the 1st.\n")
        .file("knowledge/hr/refund-policy.md", "---\nlabels: [board]\n---\n# Board refunds\n\nNone.\n")
        .commit("notes")
}

#[test]
fn a_note_is_read_at_three_levels() {
    let repo = repo();
    let text = repo.kb(["read", "knowledge/billing/refund-policy.md", "--as", "staff"]).code(0);
    assert_eq!(text.stdout, REFUND);
    text.says("kb://_/knowledge/billing/refund-policy.md").says("disputed");
    let outline = repo.kb(["read", "money back", "--level", "1"]).code(0);
    assert_eq!(
        outline.stdout,
        "Refund policy\n\
         When and how a customer can get money back.\n\
         - Refund policy (L10-L13): A full refund can be requested within 7 days.\n  \
         - Deadline (L14-L17): The deadline is 7 days.\n    \
         - Holidays (L18-L21): On holidays it is 9 days.\n  \
         - Money (L22-L27): Money comes by card.\n"
    );
    let said = repo.kb(["read", "billing/refund-policy", "--level", "0"]).code(0);
    assert_eq!(said.stdout, "When and how a customer can get money back.\n");
    repo.kb(["read", "C++", "--level", "0"]).code(0).prints("C++ is used here.");
}

#[test]
fn a_report_says_from_where_and_how_far_it_holds() {
    let repo = repo();
    let commit = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    let report =
        repo.kb(["read", "billing/refund-policy", "--level", "0", "--format", "json"]).code(0).json();
    assert_eq!(
        report,
        json!({
            "uri": "kb://_/knowledge/billing/refund-policy.md",
            "path": "knowledge/billing/refund-policy.md",
            "kind": "note",
            "level": 0,
            "title": "Refund policy",
            "commit": commit,
            "fresh": true,
            "text": "When and how a customer can get money back.",
            "lines": [1, 27],
            "status": "stable",
            "standing": "disputed",
            "valid_until": "2026-12-31",
            "holds": true,
            "citations": [{"evidence": "2026-11-30-call-3f9a2c", "lines": [12, 14]}],
        })
    );
    repo.write("knowledge/billing/refund-policy.md", REFUND.replace("7 days", "14 days"));
    let served = repo.kb(["read", "money back"]).code(0);
    assert!(!served.stdout.contains("14 days"), "what is not committed is not served");
    repo.commit_all("longer");
    repo.kb(["read", "money back"]).code(0).prints("within 14 days");
    let old = repo.kb(["read", "money back", "--rev", &commit]).code(0);
    assert!(old.stdout.contains("within 7 days"));
    old.says("not what main has now");
}

#[test]
fn parts_are_named_by_heading_lines_and_block() {
    let repo = repo();
    let part = |name: &str| repo.kb(["read", name, "--format", "json"]).code(0).json();
    let deadline = part("billing/refund-policy#Deadline");
    assert_eq!(deadline["heading"], "Deadline");
    assert_eq!(deadline["lines"], json!([14, 21]));
    let text = deadline["text"].as_str().expect("a text");
    assert!(text.starts_with("## Deadline\n") && text.ends_with("9 days.\n\n"), "{text}");
    assert_eq!(deadline["citations"], json!([]), "the citation stands in another section");
    for same in ["money back#deadline", "kb://_/knowledge/billing/refund-policy.md#Deadline"] {
        assert_eq!(part(same)["text"], deadline["text"], "{same}");
    }
    let sentence = "A full refund can be requested within 7 days.[^window] Shipping is not refunded.\n";
    for lines in ["#L12", ":12", "#L12-L12", ":L12-L12"] {
        assert_eq!(part(&format!("money back{lines}"))["text"], sentence, "{lines}");
    }
    assert_eq!(part("money back#^deadline")["lines"], json!([16, 16]));
    repo.kb(["read", "money back#Nowhere"]).code(2).says("has no heading `Nowhere`").says("--level 1");
    repo.kb(["read", "money back#L99"]).code(2).says("has no line 99");
    repo.kb(["read", "billing#Deadline"]).code(2).says("is a folder");
    let said = repo.kb(["read", "money back#Holidays", "--level", "0"]).code(0);
    assert_eq!(said.stdout, "On holidays it is 9 days.\n");
}

#[test]
fn names_with_signs_go_through_a_uri_and_back() {
    let repo = TestRepo::new()
        .file("knowledge/C++ & C#.md", "# Signs\n\nSigns stay.\n")
        .file("knowledge/ё 100%.md", "---\ntitle: Percent\ntenant: a/b c\n---\n# Percent\n\nHalf.\n")
        .commit("notes");
    for name in ["C++ & C#", "ё 100%", "Percent"] {
        let report = repo.kb(["read", name, "--format", "json"]).code(0).json();
        let uri = report["uri"].as_str().expect("a uri");
        let again = repo.kb(["read", uri, "--format", "json"]).code(0).json();
        assert_eq!(again, report, "{uri}");
        assert!(uri.is_ascii() && !uri.contains([' ', '+', '#']), "{uri}");
    }
    repo.kb(["read", "kb://_/knowledge/%D1%91%20100%25.md"]).code(2).says("nothing answers to");
    repo.kb(["read", "kb://_/../etc/passwd"]).code(2).says("no name of a note");
    repo.kb(["read", "../../etc/passwd"]).code(2);
}

#[test]
fn what_is_hidden_is_as_if_it_were_not_there() {
    let repo = repo();
    let bare = TestRepo::new()
        .file("kb.toml", "[callers.staff]\nlabels = [\"staff\"]\n")
        .file("knowledge/index.md", "# x\n")
        .commit("notes");
    for name in ["knowledge/hr/refund-policy.md", "hr/refund-policy", "Board refunds", "nowhere"] {
        let run = repo.kb(["read", name, "--as", "staff"]).code(2);
        assert_eq!(run.whole(), bare.kb(["read", name, "--as", "staff"]).whole(), "{name}");
    }
    // Two notes have the name; who sees one of them knows of no other.
    repo.kb(["read", "refund-policy"])
        .code(2)
        .says("several notes answer to `refund-policy`: knowledge/billing/refund-policy.md, knowledge/hr/refund-policy.md");
    repo.kb(["read", "refund-policy", "--as", "staff", "--level", "0"]).code(0).prints("When and how");
    repo.kb(["ls", "hr", "--label", "nothing"]).code(2).says("nothing answers to `hr`");
}

#[test]
fn a_folder_is_listed_with_what_it_is() {
    let repo = repo();
    let list = repo.kb(["ls", "--as", "staff"]).code(0);
    assert_eq!(
        list.stdout,
        "billing/  2 notes\n    billing: Code; Refund policy\n\
         hr/  1 notes\n\
         index.md  Handbook\n    How we work.\n"
    );
    list.says("knowledge: 4 notes, commit");
    let report = repo.kb(["ls", "billing", "--format", "json"]).code(0).json();
    let folder = &report["folder"];
    assert_eq!(folder["uri"], "kb://_/knowledge/billing");
    assert_eq!(folder["count"], 2);
    assert_eq!(folder["notes"][1]["abstract"], "When and how a customer can get money back.");
    assert_eq!(folder["notes"][1]["standing"], "disputed");
    assert_eq!(repo.kb(["ls", "kb://_/knowledge/billing/", "--format", "json"]).json(), report);
    repo.kb(["ls", "billing/refund-policy"]).code(2).says("is no folder");
}

#[test]
fn a_tree_shows_folders_and_notes_as_deep_as_asked() {
    let repo = repo();
    let tree = repo.kb(["tree"]).code(0);
    assert_eq!(
        tree.stdout,
        "knowledge/ (5)  Handbook: How we work.\n\
         ├── billing/ (2)  billing: Code; Refund policy\n\
         │   ├── C++.md  Code\n\
         │   └── refund-policy.md  Refund policy  disputed\n\
         ├── hr/ (2)\n\
         │   ├── pay.md  Pay\n\
         │   └── refund-policy.md  Board refunds\n\
         └── index.md  Handbook\n"
    );
    let folders = repo.kb(["tree", "--folders", "--depth", "1", "--as", "staff"]).code(0);
    assert_eq!(
        folders.stdout,
        "knowledge/ (4)  Handbook: How we work.\n\
         ├── billing/ (2)  billing: Code; Refund policy\n\
         └── hr/ (1)\n"
    );
}

#[test]
fn a_folder_is_read_as_its_summary() {
    let repo = repo();
    repo.kb(["read", "billing", "--level", "0"]).code(0).prints("billing: Code; Refund policy\n");
    let overview = repo.kb(["read", "billing"]).code(0);
    assert!(
        overview.stdout.starts_with("# billing\n\n* [Code](C++.md) - C++ is used here.\n"),
        "{}",
        overview.stdout
    );
    let report: Value = repo.kb(["read", ".", "--level", "0", "--format", "json"]).code(0).json();
    assert_eq!((&report["kind"], &report["notes"]), (&json!("folder"), &json!(5)));
}

#[test]
fn a_plain_folder_is_read_as_it_stands() {
    let repo = TestRepo::plain()
        .file("Inbox/Idea.md", "---\naliases: Thought\n---\nThink of it.\n")
        .file("Other.md", "# Other\n\nSee [[Idea]].\n");
    repo.kb(["read", "thought"]).code(0).prints("Think of it.").says("working tree");
    repo.kb(["read", "Inbox/Idea"]).code(0);
    let tree = repo.kb(["tree"]).code(0);
    assert_eq!(
        tree.stdout,
        "./ (2)  Other; Inbox\n├── Inbox/ (1)  Inbox: Think of it.\n│   └── Idea.md  Idea\n└── Other.md  Other\n"
    );
    TestRepo::plain().kb(["ls"]).code(0).says("0 notes");
}

#[test]
fn a_note_does_not_speak_to_the_terminal() {
    let repo = TestRepo::new().file("knowledge/a.md", "# A\u{1b}[2J\n\nB\u{1b}]0;x\u{7}\n").commit("note");
    for arguments in [["read", "a"], ["ls", "."], ["tree", "."]] {
        let run = repo.kb(arguments).code(0);
        assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{}", run.whole());
    }
}
