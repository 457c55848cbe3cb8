//! `kb fix`, as a user sees it.

use crate::TestRepo;

fn base() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "[check.rules]\nuncited-claim = \"off\"\n")
        .file("knowledge/index.md", "# Knowledge\r\n\r\n* [Orders](orders.md)\r\n")
        .file("knowledge/refund-policy.md", "---\ntype: Policy\ndescription: Money back.\n---\n# Refund policy\n")
        .file(
            "knowledge/orders.md",
            "---\ntype: Note\n---\n# Orders\n\nSee [[refund-polcy]] and [r](Refund-Policy.md), not `[r](Refund-Policy.md)`.\n",
        )
}

#[test]
fn safe_fixes_are_applied_and_the_rest_is_shown() {
    let repo = base();
    let run = repo.kb(["fix"]).code(1);
    insta::assert_snapshot!(run.stdout, @r"
    mended knowledge/orders.md:6:26  broken-link: replace it with `refund-policy.md`
    mended knowledge/refund-policy.md:1:1  missing-index-entry: list it in `knowledge/index.md`

    2 findings mended in 2 files; what is left:
    error[broken-link]: no note or file answers to `[[refund-polcy]]`
     --> knowledge/orders.md:6:5
      |
    6 | See [[refund-polcy]] and [r](refund-policy.md), not `[r](Refund-Policy.md)`.
      |     ^^^^^^^^^^^^^^^^ did you mean `refund-policy`?
      |
      = fix: replace it with `refund-policy`

    1 error in 3 notes and 4 links
    `kb explain broken-link` says more

    1 more fix with --unsafe, which may change the meaning
    ");
    assert_eq!(
        repo.read("knowledge/index.md"),
        "# Knowledge\r\n\r\n* [Orders](orders.md)\r\n* [Refund policy](refund-policy.md) - Money back.\r\n"
    );
    assert!(
        repo.read("knowledge/orders.md")
            .contains("See [[refund-polcy]] and [r](refund-policy.md), not `[r](Refund-Policy.md)`.")
    );
    let again = repo.kb(["fix"]).code(1).prints("nothing to mend");
    assert!(!again.stdout.contains("mended "), "{}", again.stdout);
    repo.kb(["fix", "--unsafe"]).code(0).prints("no findings");
    assert!(repo.read("knowledge/orders.md").contains("See [[refund-policy]] and"));
    repo.kb(["check"]).code(0);
}

#[test]
fn showing_writes_nothing() {
    let repo = base();
    let before = (repo.read("knowledge/index.md"), repo.read("knowledge/orders.md"));
    let run = repo.kb(["fix", "--unsafe", "--dry-run"]).code(0).prints("would mend");
    assert!(run.stdout.contains("+* [Refund policy](refund-policy.md) - Money back."), "{}", run.stdout);
    assert_eq!((repo.read("knowledge/index.md"), repo.read("knowledge/orders.md")), before);
}

#[test]
fn rules_and_paths_narrow_what_is_mended() {
    let repo = base();
    repo.kb(["fix", "--rule", "broken-link", "orders"]).code(1).prints("1 finding mended in 1 file");
    assert!(!repo.read("knowledge/index.md").contains("refund-policy"));
    repo.kb(["fix", "knowledge/refund-policy.md"]).code(0).prints("no findings in 1 note");
    assert!(repo.read("knowledge/index.md").contains("refund-policy"));
    repo.kb(["fix", "--rule", "brokn-link"]).code(2).says("there is no rule `brokn-link`").says("hint:");
    repo.kb(["fix", "nowhere"]).code(2).says("`nowhere` is no note");
}

#[test]
fn programs_read_what_was_done() {
    let repo = base();
    let report = repo.kb(["fix", "--format", "json"]).code(1).json();
    assert_eq!(report["written"], true);
    assert_eq!(report["files"], serde_json::json!(["knowledge/index.md", "knowledge/orders.md"]));
    assert_eq!(report["mended"][0]["rule"], "broken-link");
    assert_eq!(report["mended"][0]["title"], "replace it with `refund-policy.md`");
    assert_eq!(report["held"], serde_json::json!([]));
    assert_eq!(report["left"]["findings"][0]["message"], "no note or file answers to `[[refund-polcy]]`");
}

/// WL-34.
#[test]
fn content_is_never_damaged() {
    let text = "# T\n\n> ```\n> root/\n> └── nested/\n>     └── file.txt\n> ```\n\n`f(x)[0], '<c>'` as test, where `<c>` is (a)[b].\n";
    let repo = TestRepo::plain().file("q.md", text);
    for arguments in [["fix", "--unsafe", "q.md"], ["fix", "--unsafe", "."]] {
        let mut command = repo.kb_command();
        repo.run(command.args(arguments), b"");
        assert_eq!(repo.read("q.md"), text);
    }
}

#[test]
fn bytes_that_are_no_text_are_left_alone() {
    let repo = base();
    repo.write("knowledge/index.md", b"# Knowledge caf\xe9\n\n* [Orders](orders.md)\n");
    let run = repo.kb(["fix"]).code(1).prints("the note holds bytes that are not its text");
    assert!(run.stdout.contains("error[not-utf8]"), "{}", run.stdout);
    assert_eq!(
        std::fs::read(repo.path("knowledge/index.md")).expect("a file"),
        b"# Knowledge caf\xe9\n\n* [Orders](orders.md)\n"
    );
}

/// WL-02.
#[test]
fn a_pipe_in_a_table_is_escaped_in_its_row_only() {
    let page = "| Blank | Cost |\n|---|---|\n| [[entities/gildan|Gildan]] | 2 |\n\nProse [[entities/gildan|Gildan]] here.\n\n\
                ```\n| [[entities/gildan|Gildan]] | code |\n```\n";
    let repo = TestRepo::plain().file("entities/gildan.md", "# Gildan\n").file("page.md", page);
    repo.kb(["fix", "page.md"]);
    let expected =
        page.replacen("| [[entities/gildan|Gildan]] | 2 |", "| [[entities/gildan\\|Gildan]] | 2 |", 1);
    assert_eq!(repo.read("page.md"), expected);
}
