//! `kb build`, as a user sees it.

use crate::test_repo::TestRepo;

fn notes() -> TestRepo {
    TestRepo::new()
        .file("knowledge/a.md", "# Alpha\n\nThe alpha pump runs at 40 bar.\n")
        .file("knowledge/b.md", "# Beta\n\nThe beta pump runs at 60 bar.\n")
        .commit("notes")
}

#[test]
fn only_what_changed_is_indexed_again() {
    let repo = notes();
    repo.kb(["build"]).code(0).prints("2 notes, 2 changed, 0 removed, 0 unchanged");
    repo.kb(["build"]).code(0).prints("2 notes, 0 changed, 0 removed, 2 unchanged");
    repo.write("knowledge/b.md", "# Beta\n\nThe beta pump runs at 65 bar.\n");
    repo.git(["mv", "knowledge/a.md", "knowledge/Ä.md"]);
    repo.commit_all("edits");
    let report = repo.kb(["build", "--format", "json"]).code(0).json();
    assert_eq!(report["notes"], 2);
    assert_eq!(report["changed"], 2);
    assert_eq!(report["removed"], 1);
    repo.kb(["search", "beta", "--format", "json"]).code(0).prints("65 bar");
}

#[test]
fn a_commit_without_changes_to_notes_indexes_none() {
    let repo = notes().with(["build"]).file("README.md", "hello\n").commit("readme");
    repo.kb(["build"]).code(0).prints("0 changed, 0 removed, 2 unchanged");
    assert_eq!(repo.kb(["search", "beta", "--format", "json"]).json()["fresh"], true);
}

#[test]
fn a_dry_run_says_what_would_be_done_and_does_nothing() {
    let repo = notes();
    repo.kb(["build", "--dry-run"]).code(0).prints("would index").prints("2 changed");
    assert!(!repo.exists(".kb/index"));
}

#[test]
fn touching_a_file_changes_nothing_in_a_plain_folder() {
    let repo = TestRepo::plain();
    for number in 1..=5 {
        repo.write(&format!("n{number}.md"), format!("note {number}\n"));
    }
    repo.kb(["build"]).code(0).prints("5 notes, 5 changed");
    for number in 1..=5 {
        repo.write(&format!("n{number}.md"), format!("note {number}\n"));
    }
    repo.kb(["build"]).code(0).prints("0 changed, 0 removed, 5 unchanged");
}

#[test]
fn an_index_whose_commit_is_gone_is_brought_up_to_date_by_content() {
    let repo = notes().with(["build"]);
    repo.write("knowledge/b.md", "# Beta\n\nThe beta pump runs at 70 bar.\n");
    repo.git(["add", "--all"]);
    repo.git(["commit", "--quiet", "--amend", "--message", "rewritten"]);
    repo.git(["reflog", "expire", "--expire=now", "--all"]);
    repo.git(["gc", "--quiet", "--prune=now"]);
    let report = repo.kb(["build", "--format", "json"]).code(0).json();
    assert_eq!((report["changed"].as_u64(), report["full"].as_bool()), (Some(1), Some(false)));
    repo.kb(["search", "beta"]).code(0).prints("70 bar");
}

#[test]
fn moving_the_knowledge_folder_indexes_everything_again() {
    let repo = notes().with(["build"]);
    repo.git(["mv", "knowledge", "wissen"]);
    repo.write("kb.toml", "[layout]\nknowledge = \"wissen\"\n");
    repo.commit_all("moved");
    let report = repo.kb(["build", "--format", "json"]).code(0).json();
    assert_eq!((report["notes"].as_u64(), report["full"].as_bool()), (Some(2), Some(true)));
    repo.kb(["search", "alpha"]).code(0).prints("wissen/a.md");
}

#[test]
fn an_unknown_revision_is_named() {
    notes().kb(["build", "--rev", "nowhere"]).code(3).says("nowhere");
}

#[test]
fn a_build_killed_anywhere_leaves_an_index_that_answers_and_the_next_one_finishes() {
    for point in ["build.filled", "build.before-commit", "build.after-commit"] {
        let repo = notes().with(["build"]);
        repo.write("knowledge/b.md", "# Beta\n\nThe beta pump runs at 65 bar.\n");
        repo.commit_all("edit");
        let killed = repo.kb_with_env(&[("KB_FAULT", point)], ["build"]);
        assert_eq!(killed.status, -1, "{point}: {}", killed.stderr);
        let answer = repo.kb(["search", "alpha", "--format", "json"]).code(0).json();
        assert_eq!(answer["results"][0]["path"], "knowledge/a.md", "{point}");
        repo.kb(["build"]).code(0).prints("2 notes");
        repo.kb(["search", "beta"]).code(0).prints("65 bar");
        repo.kb(["build"]).code(0).prints("0 changed");
    }
}

#[test]
fn the_first_build_killed_leaves_nothing_that_looks_like_an_index() {
    let repo = notes();
    assert_eq!(repo.kb_with_env(&[("KB_FAULT", "build.before-commit")], ["build"]).status, -1);
    repo.kb(["search", "alpha"]).code(0).prints("knowledge/a.md");
    repo.kb(["build"]).code(0).prints("2 notes");
}
