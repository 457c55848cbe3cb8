//! `kb okf`: bundles in and out.

use std::fs;

use super::TestRepo;
use super::stage::approved;

fn base() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "")
        .file(
            "knowledge/index.md",
            "# Knowledge\n\n* [Orders](orders.md) - how\n* [Plan](plan.md) - to sell\n",
        )
        .file("knowledge/orders.md", "---\ntype: Note\n---\n# Orders\n\nSee [[plan]].\n")
        .file("knowledge/plan.md", "---\ntype: Note\nlabels: [board]\n---\n# Plan\n")
}

#[test]
fn check_tells_what_the_format_requires() {
    let repo = base();
    let run = repo.kb(["okf", "check"]).code(0);
    insta::assert_snapshot!(run.stdout, @r##"
    info[okf-wiki-link]: a wiki-link is text to other readers; `kb okf export` writes it as a Markdown link
     --> knowledge/orders.md:6:5
      |
    6 | See [[plan]].
      |     ^^^^^^^^

    1 info in 3 notes and 3 links
    "##);
    repo.write("bundle/a.md", "# No front matter\n");
    repo.write("bundle/log.md", "# Log\n\n## Monday\n");
    let run = repo.kb(["okf", "check", "bundle", "--format", "concise"]).code(1);
    assert_eq!(
        run.stdout,
        "bundle/a.md:1:1: error[okf-front-matter] a concept starts with front matter, and this file has none\n\
         bundle/log.md:3:1: error[okf-log] a log's entries stand under dates such as `## 2026-05-22`\n"
    );
    repo.kb(["okf", "check", "bundle/a.md"]).code(2).says("is no folder");
    repo.kb(["okf", "check", "nowhere"]).code(3).says("does not exist");
    repo.write("empty/a.txt", "");
    repo.kb(["okf", "check", "empty"]).code(2).says("holds no Markdown file");
}

#[test]
fn export_writes_what_the_caller_may_see_and_nothing_else() {
    let repo = base();
    repo.kb(["okf", "export", "../all", "--dry-run"]).code(0).prints("../all: 3 Markdown files");
    assert!(!repo.exists("../all"));
    repo.kb(["okf", "export", "../all"]).code(0).prints("../all: 3 Markdown files");
    assert_eq!(repo.read("../all/orders.md"), "---\ntype: Note\n---\n# Orders\n\nSee [plan](plan.md).\n");
    assert_eq!(repo.read("../all/plan.md"), "---\ntype: Note\n---\n# Plan\n", "labels are never written");
    repo.kb(["okf", "check", "../all"]).code(0).prints("no findings in 3 notes");

    repo.kb(["okf", "export", "../public", "--label", "public"]).code(0);
    assert!(!repo.exists("../public/plan.md"));
    assert_eq!(
        repo.read("../public/index.md"),
        "---\nokf_version: \"0.2\"\n---\n# Knowledge\n\n* [Orders](orders.md) - how\n"
    );
}

#[test]
fn export_overwrites_nothing() {
    let repo = base();
    repo.kb(["okf", "export", "knowledge/out"]).code(2).says("is part of this knowledge base");
    repo.kb(["okf", "export", "knowledge/../knowledge"]).code(2).says("is part of this knowledge base");
    repo.kb(["okf", "export", "evidence/out"]).code(2).says("is part of this knowledge base");
    repo.kb(["okf", "export", "."]).code(2).says("is not empty");
    repo.write("out/file", "");
    repo.kb(["okf", "export", "out"]).code(2).says("is not empty");
    assert_eq!(repo.read("out/file"), "");
    assert!(!repo.exists("knowledge/out"));
}

#[test]
fn trust_comes_from_the_ledger() {
    let (repo, _) = approved();
    repo.kb(["merge"]).code(0);
    let report = repo.kb(["okf", "export", "../out", "--format", "json"]).code(0).json();
    assert_eq!((&report["generated"], &report["verified"]), (&1.into(), &1.into()), "{report}");
    let note = repo.read("../out/refunds.md");
    assert!(note.contains("generated: { by: \"human:ada@example.org\", at: 20"), "{note}");
    assert!(note.contains("verified:\n  - { by: \"auditor/"), "{note}");
    assert!(note.contains("resource: \"urn:kb:evidence:2026-"), "{note}");
    assert!(note.contains("](urn:kb:evidence:2026-"), "{note}");
    // What is not committed yet is nobody's word.
    let text = repo.read("knowledge/refunds.md");
    repo.write("knowledge/refunds.md", text + "\nAnother claim.\n");
    repo.kb(["okf", "export", "../later"]).code(0);
    let note = repo.read("../later/refunds.md");
    assert!(!note.contains("generated:") && !note.contains("verified:"), "{note}");
}

#[test]
fn import_believes_nothing_and_overwrites_nothing() {
    let repo = base();
    repo.write("../in/index.md", "# Theirs\n\n* [Orders](orders.md)\n");
    repo.write("../in/orders.md", "---\ntype: Theirs\n---\nOverwritten?\n");
    repo.write(
        "../in/deep/metric.md",
        "---\ntype: Metric\nverified: { by: human:ann, at: 2026-06-25T09:00:00Z }\n---\nSee [orders](/orders.md).\n",
    );
    repo.write("../in/deep/run.sql", "SELECT 1\n");
    repo.write("../in/bad.md", b"---\ntype: A\n---\n\xff\n");
    let dry = repo.kb(["okf", "import", "../in", "--dry-run"]).code(1);
    assert!(dry.stdout.contains("+++ b/knowledge/deep/metric.md"), "{}", dry.stdout);
    assert!(!repo.exists("knowledge/deep/metric.md"));

    let run = repo.kb(["okf", "import", "../in"]).code(1);
    insta::assert_snapshot!(run.stdout, @r##"
    note knowledge/deep/metric.md
    file knowledge/deep/run.sql
    not believed knowledge/deep/metric.md: verified
    left out bad.md: it is not UTF-8 (byte 16)
    left out index.md: `knowledge/index.md` stands there already
    left out orders.md: `knowledge/orders.md` stands there already
    1 notes and 1 other files, 3 left out
    "##);
    assert_eq!(repo.read("knowledge/orders.md"), "---\ntype: Note\n---\n# Orders\n\nSee [[plan]].\n");
    assert_eq!(
        repo.read("knowledge/deep/metric.md"),
        "---\ntype: Metric\nstanding: unconfirmed\n---\nSee [orders](../orders.md).\n"
    );
}

#[test]
fn import_takes_a_bundle_into_a_folder_with_labels() {
    let repo = base();
    repo.write("../in/index.md", "---\nokf_version: \"0.2\"\n---\n# Theirs\n\n* [Orders](/orders.md)\n");
    repo.write("../in/orders.md", "---\ntype: Theirs\n---\nText.\n");
    let arguments = ["okf", "import", "../in", "--into", "knowledge/acme", "--label", "staff"];
    repo.kb(arguments).code(0);
    assert_eq!(repo.read("knowledge/acme/index.md"), "# Theirs\n\n* [Orders](orders.md)\n");
    assert_eq!(
        repo.read("knowledge/acme/orders.md"),
        "---\ntype: Theirs\nstanding: unconfirmed\nlabels: [\"staff\"]\n---\nText.\n"
    );
    repo.kb(["okf", "import", "../in", "--into", "src"]).code(2).says("`src` is no folder of the knowledge");
}

#[test]
fn what_has_no_place_is_told_of() {
    let repo = base();
    repo.write("../in/a.md", "---\ntype: A\n---\n");
    repo.write("../in/A.md", "---\ntype: A\n---\n");
    repo.write("../in/con.md", "---\ntype: A\n---\n");
    repo.write("../in/huge.md", vec![b'x'; 20 << 20]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(repo.path("kb.toml"), repo.path("../in/link.md")).expect("a link");
    if fs::read_dir(repo.path("../in")).expect("a folder").count() < 5 {
        return;
    }
    let run = repo.kb(["okf", "import", "../in"]).code(1);
    for words in [
        "`knowledge/a.md` has the name of another file of the bundle, but for case",
        "`con` is a device on Windows",
        "bytes are more than",
        "1 symbolic links were not followed",
    ] {
        assert!(run.stdout.contains(words), "{words}: {}", run.stdout);
    }
    assert!(!repo.exists("knowledge/link.md"));
}
