//! `kb new`, as a user sees it.

use crate::TestRepo;

fn base() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "")
        .file(".gitignore", "/knowledge/private/\n")
        .file("knowledge/index.md", "# Knowledge\n\n* [Orders](orders.md)\n")
        .file(
            "knowledge/orders.md",
            "---\ntype: Note\ntitle: Orders\naliases: [purchases]\n---\n# Orders\n\n[[refund-policy]]\n",
        )
        .file("knowledge/billing/index.md", "# Billing\n")
}

#[test]
fn a_title_becomes_a_note_that_is_listed() {
    let repo = base();
    let run = repo
        .kb([
            "new",
            "Refund policy",
            "--folder",
            "billing",
            "--type",
            "Policy",
            "--description",
            "Who: gets money back.",
        ])
        .code(0)
        .says("listed in knowledge/billing/index.md");
    assert_eq!(run.stdout, "knowledge/billing/refund-policy.md\n");
    assert_eq!(
        repo.read("knowledge/billing/refund-policy.md"),
        "---\ntype: Policy\ntitle: Refund policy\ndescription: \"Who: gets money back.\"\n---\n# Refund policy\n"
    );
    assert_eq!(
        repo.read("knowledge/billing/index.md"),
        "# Billing\n\n* [Refund policy](refund-policy.md) - Who: gets money back.\n"
    );
    repo.kb(["check"]).code(0);
}

#[test]
fn a_path_is_taken_as_it_is() {
    let repo = base();
    assert_eq!(repo.kb(["new", "billing/late-fees.md"]).code(0).stdout, "knowledge/billing/late-fees.md\n");
    assert!(repo.read("knowledge/billing/late-fees.md").contains("title: Late fees\n"));
    let report = repo.kb(["new", "knowledge/x.md", "--title", "Ex [1]", "--format", "json"]).code(0).json();
    assert_eq!(report["path"], "knowledge/x.md");
    assert_eq!(report["listed_in"], "knowledge/index.md");
    assert!(
        repo.read("knowledge/x.md").ends_with("title: \"Ex [1]\"\n---\n# Ex \\[1\\]\n"),
        "{}",
        repo.read("knowledge/x.md")
    );
}

/// WL-14 and WL-35.
#[test]
fn no_note_is_made_twice() {
    let repo = TestRepo::plain()
        .file("site-roadmap.md", "# Site Roadmap\n")
        .file("A\u{301}bra \u{457}.md", "# x\n")
        .file("🙂1.md", "a\n")
        .file("plan.md", "---\ntitle: The Great Plan\naliases: [GP]\n---\n");
    let before = repo.files();
    for (title, existing) in [
        ("Site Roadmap", "site-roadmap.md"),
        ("site_roadmap", "site-roadmap.md"),
        ("SITE-ROADMAP.md", "site-roadmap.md"),
        ("\u{c1}bra \u{457}", "A\u{301}bra \u{457}.md"),
        ("A\u{301}BRA \u{457}", "A\u{301}bra \u{457}.md"),
        ("the great plan", "plan.md"),
        ("gp", "plan.md"),
    ] {
        repo.kb(["new", title]).code(2).says(&format!("`{existing}` exists already"));
        assert_eq!(repo.files(), before, "{title}");
    }
    repo.kb(["new", "🙀1.md"]).code(0);
    assert_eq!(repo.read("🙂1.md"), "a\n");
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let repo = base();
    repo.write("knowledge/a/same.md", "---\ntype: Note\n---\n");
    repo.write("knowledge/links.md", "---\ntype: Note\n---\n[[same]]\n");
    let before = repo.files();
    for (named, words) in [
        ("...", "no letter or digit"),
        ("../outside.md", "does not lie in the knowledge"),
        ("evidence/x.md", "append-only"),
        ("CON.md", "device on Windows"),
        ("private/x.md", "git ignores"),
        (".hidden/x.md", "starts with a dot"),
        ("b/same.md", "`[[same]]` in knowledge/links.md leads to `knowledge/a/same.md`"),
    ] {
        repo.kb(["new", named]).code(2).says(words).says("hint:");
        assert_eq!(repo.files(), before, "{named}");
    }
    repo.kb(["new", "Shown only", "--dry-run"]).code(0).prints("+++ b/knowledge/shown-only.md");
    assert_eq!(repo.files(), before);
}

#[test]
fn an_open_page_never_lists_what_a_label_hides() {
    let repo = base();
    repo.kb(["new", "Salary bands", "--label", "finance"]).code(0).says("listed in no entry page");
    assert!(!repo.read("knowledge/index.md").contains("Salary"));
    assert!(repo.read("knowledge/salary-bands.md").contains("labels: [finance]\n"));
}
