//! `kb mv`, as a user sees it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::TestRepo;

const ITEM: &str = "evidence/2026/11/2026-11-30-call-3f9a2c";

fn tree(repo: &TestRepo) -> BTreeMap<String, Vec<u8>> {
    repo.files()
        .into_iter()
        .map(|path| {
            let bytes = fs::read(repo.path(&path)).expect("a file");
            (path, bytes)
        })
        .collect()
}

/// WL-23.
fn self_links() -> TestRepo {
    TestRepo::plain()
        .file("old.md", "# S\n\n[[old]] and `[[old]]`\n")
        .file("older.md", "x\n")
        .file("b.md", "---\nup: \"[[old]]\"\n---\n![[old#S|x]] [m](old.md#s) [[older]]\n")
}

fn base() -> TestRepo {
    let source = "one\ntwo\n";
    let meta = format!(
        "id: 2026-11-30-call-3f9a2c\nkind: call\ncaptured_at: 2026-11-30T10:00:00Z\nsha256: {}\n\
         media_type: text/markdown\nsource: source.md\n",
        kb::digest::Sha256Hex::of(source.as_bytes())
    );
    TestRepo::new()
        .file("kb.toml", "")
        .file(".gitignore", "/knowledge/private/\n*.tmp\n")
        .file(&format!("{ITEM}/meta.yaml"), meta)
        .file(&format!("{ITEM}/source.md"), source)
        .file(
            "knowledge/index.md",
            "# Knowledge\n\n* [Refunds](refunds.md) - money back\n* [Billing](billing/)\n",
        )
        .file(
            "knowledge/billing/index.md",
            "# Billing\r\n\r\n* [Orders](orders.md) - and [refunds](../refunds.md#rule)\r\n",
        )
        .file(
            "knowledge/billing/orders.md",
            "---\r\ntype: Note\r\nrelated: [\"[[refunds]]\"]\r\n---\r\n# Orders\r\n\r\n[[refunds|money]]\r\n",
        )
        .file(
            "knowledge/refunds.md",
            format!(
                "---\ntype: Note\n---\n# Rule\n\nIt is so.[^1] See [orders](billing/orders.md).\n\n\
                 [^1]: [call](../{ITEM}/source.md#L2)\n    \"two\"\n"
            ),
        )
        .commit("base")
}

#[test]
fn self_links_heading_links_and_embeds() {
    let repo = self_links();
    repo.kb(["mv", "old.md", "new.md"])
        .code(0)
        .prints("moved old.md -> new.md")
        .prints("4 links rewritten in 2 notes");
    assert!(!repo.exists("old.md"));
    assert_eq!(repo.read("new.md"), "# S\n\n[[new]] and `[[old]]`\n");
    assert_eq!(repo.read("b.md"), "---\nup: \"[[new]]\"\n---\n![[new#S|x]] [m](new.md#s) [[older]]\n");
    repo.kb(["check"]).code(0);
}

#[test]
fn a_note_keeps_its_citations_and_its_neighbours() {
    let repo = base();
    let before = tree(&repo);
    let run = repo.kb(["mv", "refunds", "billing/money back"]).code(0);
    insta::assert_snapshot!(run.stdout, @r"
    moved knowledge/refunds.md -> knowledge/billing/money back.md
    6 links rewritten in 4 notes
    ");
    let moved = repo.read("knowledge/billing/money back.md");
    assert!(moved.contains("[orders](orders.md)"), "{moved}");
    assert!(moved.contains(&format!("[call](../../{ITEM}/source.md#L2)")), "{moved}");
    assert!(repo.read("knowledge/index.md").contains("* [Refunds](billing/money%20back.md) - money back\n"));
    assert!(repo.read("knowledge/billing/index.md").contains("[refunds](money%20back.md#rule)\r\n"));
    assert_eq!(
        repo.read("knowledge/billing/orders.md"),
        "---\r\ntype: Note\r\nrelated: [\"[[money back]]\"]\r\n---\r\n# Orders\r\n\r\n[[money back|money]]\r\n"
    );
    repo.kb(["check"]).code(0);
    repo.kb(["mv", "billing/money back.md", "refunds.md"]).code(0);
    assert_eq!(tree(&repo), before, "there and back");
}

#[test]
fn a_folder_takes_everything_along() {
    let repo = base();
    repo.write("knowledge/billing/draft.tmp", "ignored");
    repo.write("knowledge/billing/.obsidian/app.json", "{}");
    repo.write("knowledge/billing/run.sh", "#!/bin/sh\n");
    fs::set_permissions(repo.path("knowledge/billing/run.sh"), fs::Permissions::from_mode(0o755))
        .expect("rights");
    let before = tree(&repo);
    repo.kb(["mv", "knowledge/billing", "knowledge/money/all"]).code(0);
    assert!(!repo.exists("knowledge/billing"));
    for path in ["orders.md", "draft.tmp", ".obsidian/app.json", "run.sh"] {
        assert!(repo.exists(&format!("knowledge/money/all/{path}")), "{path}");
    }
    let mode = repo.path("knowledge/money/all/run.sh").metadata().expect("a file").permissions().mode();
    assert_eq!(mode & 0o111, 0o111);
    assert!(repo.read("knowledge/index.md").contains("* [Billing](money/all/)"));
    assert!(repo.read("knowledge/money/all/index.md").contains("[refunds](../../refunds.md#rule)"));
    repo.kb(["check"]).code(0);
    repo.kb(["mv", "money/all", "billing"]).code(0);
    assert_eq!(tree(&repo), before, "there and back");
    repo.kb(["mv", "refunds", "billing/"]).code(0).prints("-> knowledge/billing/refunds.md");
    repo.kb(["mv", "billing/refunds", "knowledge"]).code(0).prints("-> knowledge/refunds.md");
    assert_eq!(tree(&repo), before, "into a folder and out of it");
}

#[test]
fn showing_writes_nothing() {
    let repo = self_links();
    let before = tree(&repo);
    let run = repo.kb(["mv", "old.md", "sub/new.md", "--dry-run"]).code(0);
    assert!(run.stdout.contains("would move old.md -> sub/new.md"), "{}", run.stdout);
    assert!(run.stdout.contains("rename from old.md\nrename to sub/new.md\n"), "{}", run.stdout);
    assert!(run.stdout.contains("-up: \"[[old]]\"\n+up: \"[[new]]\"\n"), "{}", run.stdout);
    assert_eq!(tree(&repo), before);
    let report = repo.kb(["mv", "old.md", "new.md", "--format", "json"]).code(0).json();
    assert_eq!(report["moved"], serde_json::json!([{"from": "old.md", "to": "new.md"}]));
    assert_eq!(report["rewritten"][0], serde_json::json!({"path": "b.md", "places": 3}));
}

#[test]
fn what_would_harm_is_refused_and_nothing_changes() {
    let repo = base();
    repo.write("knowledge/taken.tmp", "ignored");
    let before = tree(&repo);
    let evidence = format!("{ITEM}/source.md");
    for (old, new, words) in [
        ("refunds", "billing/orders", "exists already"),
        ("refunds", "Index.md", "only by case"),
        ("refunds", "CON", "`knowledge/CON_.md` would do"),
        ("refunds", "private/refunds.md", "git ignores `knowledge/private/refunds.md`"),
        ("refunds", "../refunds.md", "does not lie in the knowledge"),
        ("knowledge/refunds.md", "README.md", "does not lie in the knowledge"),
        ("refund", "x", "did you mean `knowledge/refunds.md`?"),
        (evidence.as_str(), "knowledge/source.md", "append-only"),
        ("evidence", "knowledge/evidence", "append-only"),
        ("refunds", evidence.as_str(), "append-only"),
        ("knowledge", "notes", "the folder of the knowledge itself"),
        ("billing", "billing/more/billing", "into itself"),
    ] {
        repo.kb(["mv", old, new]).code(2).says(words).says("error:");
        assert_eq!(tree(&repo), before, "{old} {new}");
    }
}

#[test]
fn a_link_is_never_taken_over_unasked() {
    let repo = TestRepo::plain().file("old.md", "").file("i.md", "[[new]]\n");
    repo.kb(["mv", "old.md", "new.md"])
        .code(2)
        .says("`[[new]]` in i.md:1 leads to no one file now")
        .says("--adopt");
    repo.kb(["mv", "old.md", "new.md", "--adopt"]).code(0).prints("now leads to new.md");
    assert_eq!(repo.read("i.md"), "[[new]]\n");
}

#[test]
fn bytes_that_are_no_text_stay_and_dirty_files_move_as_they_are() {
    let repo = base();
    repo.write("knowledge/latin.md", b"caf\xe9 [[refunds]]\r\n");
    repo.write("knowledge/refunds.md", "dirty\n");
    repo.kb(["mv", "refunds", "back"]).code(0);
    assert_eq!(fs::read(repo.path("knowledge/latin.md")).expect("a file"), b"caf\xe9 [[back]]\r\n");
    assert_eq!(repo.read("knowledge/back.md"), "dirty\n");
    assert_eq!(repo.git(["diff", "--cached", "--name-only"]), "", "the index is the user's");
}

/// With `autocrlf` the working tree has other line ends than git: the file's own stay.
#[test]
fn line_ends_of_the_working_tree_stay() {
    let repo = base();
    repo.git(["config", "core.autocrlf", "true"]);
    repo.write("knowledge/i.md", "a\r\n[[refunds]]\r\n");
    repo.kb(["mv", "refunds", "back"]).code(0);
    assert_eq!(repo.read("knowledge/i.md"), "a\r\n[[back]]\r\n");
}
