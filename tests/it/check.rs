//! `kb check`, as a user sees it.

mod changed;
mod kept;

use crate::TestRepo;

/// A knowledge base with one note that is broken in two ways.
fn broken() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "")
        .file("knowledge/index.md", "# Knowledge\n\n* [Orders](orders.md)\n* [Refunds](refund-policy.md)\n")
        .file("knowledge/refund-policy.md", "---\ntype: Policy\n---\n# Refund policy\n")
        .file(
            "knowledge/orders.md",
            "---\ntype: Note\n---\n# Orders\n\nSee also [[refund-polcy]].\n\nOrders close at noon.\n",
        )
}

#[test]
fn findings_show_the_line_and_end_with_one() {
    let run = broken().kb(["check"]);
    assert_eq!(run.status, 1);
    insta::assert_snapshot!(run.stdout, @r##"
    error[broken-link]: no note or file answers to `[[refund-polcy]]`
     --> knowledge/orders.md:6:10
      |
    6 | See also [[refund-polcy]].
      |          ^^^^^^^^^^^^^^^^ did you mean `refund-policy`?
      |
      = fix: replace it with `refund-policy`

    warning[uncited-claim]: this claim cites no evidence
     --> knowledge/orders.md:8:1
      |
    8 | Orders close at noon.
      | ^^^^^^^^^^^^^^^^^^^^^
      |
      = help: add a footnote that links to lines of evidence, or leave the sentence out

    1 error, 1 warning in 3 notes and 3 links
    `kb explain RULE` says more, for example `kb explain broken-link`
    "##);
}

#[test]
fn an_empty_answer_says_what_was_examined() {
    let repo = broken();
    repo.write("knowledge/orders.md", "---\ntype: Note\n---\n# Orders\n");
    let run = repo.kb(["check"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, "no findings in 3 notes and 2 links\n"));
    let one = repo.kb(["check", "knowledge/orders.md"]);
    assert_eq!((one.status, one.stdout.as_str()), (0, "no findings in 1 note and 0 links\n"));
}

#[test]
fn json_has_the_shape_that_others_rely_on() {
    let run = broken().kb(["check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["examined"], serde_json::json!({"notes": 3, "evidence": 0, "links": 3}));
    let finding = &report["findings"][0];
    for key in
        ["rule", "severity", "path", "line", "column", "end_line", "end_column", "message", "help", "fix"]
    {
        assert!(finding.get(key).is_some(), "{key}");
    }
    assert_eq!(
        (&finding["rule"], &finding["line"], &finding["column"]),
        (&"broken-link".into(), &6.into(), &10.into())
    );
    assert_eq!(finding["fix"]["edits"][0]["text"], "refund-policy");
}

#[test]
fn a_commit_is_checked_with_its_own_configuration() {
    let repo = broken().commit("broken");
    repo.write("kb.toml", "[check.rules]\nbroken-link = \"off\"\nuncited-claim = \"info\"\n");
    let now = repo.kb(["check"]);
    assert_eq!(now.status, 0, "{}", now.stdout);
    assert!(now.stdout.contains("1 info in"), "{}", now.stdout);
    let then = repo.kb(["check", "--rev", "HEAD"]);
    assert_eq!(then.status, 1);
    assert!(then.stdout.contains("error[broken-link]"), "{}", then.stdout);
    assert_eq!(repo.kb(["check", "--rev", "nowhere"]).status, 3);
}

#[test]
fn a_plain_folder_is_checked_without_demands() {
    let repo = TestRepo::plain();
    repo.write("Daily/2026-11-30.md", "Met [[Ada Lovelace]] about [[Engines|the engine]].\n");
    repo.write("People/Ada Lovelace.md", "# Ada\n\nShe wrote the first program.\n");
    repo.write(".obsidian/app.json", "{}");
    let run = repo.kb(["check"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("warning[broken-link]: no note or file answers to `[[Engines|the engine]]`"));
    assert!(run.stdout.contains("1 warning in 2 notes and 2 links"), "{}", run.stdout);
}

#[test]
fn what_was_typed_wrong_says_what_to_do() {
    let repo = broken();
    for (arguments, words) in [
        (["check", "nowhere.md"], "`nowhere.md` is no note"),
        (["check", "../outside"], "lies outside"),
        (["explain", "brokn-link"], "there is no rule `brokn-link`"),
    ] {
        let run = repo.kb(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(words) && run.stderr.contains("hint:"), "{}", run.stderr);
    }
    repo.write("kb.toml", "[check.rules]\nbrokn-link = \"off\"\n");
    let run = repo.kb(["check"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("there is no rule `brokn-link`"), "{}", run.stderr);
}

#[test]
fn rules_are_listed_and_explained() {
    let repo = TestRepo::plain();
    let list = repo.kb(["explain"]);
    assert!(list.stdout.lines().any(|line| line.starts_with("quote-mismatch")), "{}", list.stdout);
    let one = repo.kb(["explain", "quote-mismatch"]);
    assert!(one.stdout.starts_with("# quote-mismatch\n"), "{}", one.stdout);
}

#[test]
fn one_bad_file_never_stops_the_rest() {
    let repo = broken();
    repo.write("knowledge/latin.md", b"---\ntype: Note\n---\ncaf\xe9\n");
    repo.write("knowledge/nul.md", b"---\ntype: Note\n---\na\0b\n");
    repo.write("knowledge/bomb.md", "---\na: [1\n---\nbody\n");
    repo.write("evidence/2026/11/2026-11-30-call-3f9a2c/meta.yaml", "id: [");
    let run = repo.kb(["check"]);
    assert_eq!(run.status, 1);
    for rule in ["not-utf8", "nul-byte", "front-matter", "evidence-broken", "broken-link", "uncited-claim"] {
        assert!(run.stdout.contains(&format!("[{rule}]")), "{rule}: {}", run.stdout);
    }
}

#[test]
fn endless_lines_and_large_files_are_read_up_to_the_limit() {
    let repo = TestRepo::plain();
    repo.write("line.md", "word ".repeat(4 << 20));
    repo.write("long.md", "a".repeat(40_000));
    repo.write("table.md", format!("| a |\n|---|\n{}", "| x |\n".repeat(200_000)));
    repo.write("brackets.md", "[".repeat(80_000));
    repo.write("ok.md", "findme\n");
    let run = repo.kb(["check"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("warning[file-too-large]"), "{}", run.stdout);
    assert!(run.stdout.contains("in 5 notes"), "{}", run.stdout);
    assert!(run.stdout.len() < 20_000);
}
