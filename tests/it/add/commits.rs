//! `--commit`: exactly the new files, on a branch, or a clear refusal. Cases GI-02, GI-10 and GI-14.

use super::fixture;
use crate::TestRepo;

#[test]
fn exactly_the_new_files_are_committed() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n").file("other.md", "not this\n");
    repo.git(["add", "other.md"]);
    let report = repo.kb(["add", "a.txt", "--commit", "--format", "json"]).code(0).json();
    let head = repo.git(["rev-parse", "HEAD"]);
    assert_eq!(report["commit"].as_str(), Some(head.trim()));
    let id = report["added"][0]["id"].as_str().expect("an id");
    assert_eq!(repo.git(["log", "-1", "--format=%s"]).trim(), format!("evidence: add {id}"));
    let shown = repo.git(["show", "--name-only", "--format="]);
    let folder = report["added"][0]["path"].as_str().expect("a path");
    assert_eq!(shown, format!("{folder}/meta.yaml\n{folder}/source.txt\n"));
    // What the user had staged is still staged.
    assert_eq!(repo.git(["diff", "--cached", "--name-only"]), "other.md\n");
}

#[test]
fn what_a_run_before_left_uncommitted_is_committed() {
    let repo = TestRepo::initialised();
    let path = fixture("call.jsonl");
    repo.kb(["add", &path]).code(0);
    repo.kb(["add", &path, "--commit"]).code(0).prints("already here as").says("committed as");
    assert_eq!(repo.git(["status", "--porcelain"]), "");
    let head = repo.git(["rev-parse", "HEAD"]);
    repo.kb(["add", &path, "--commit"]).code(0).says("next: kb propose");
    assert_eq!(repo.git(["rev-parse", "HEAD"]), head);
}

#[test]
fn the_first_commit_lands_on_the_unborn_branch() {
    let repo = TestRepo::plain().file("a.txt", "It costs 5.\n");
    repo.git(["init", "--quiet", "--initial-branch=trunk"]);
    repo.kb(["add", "a.txt", "--commit"]).code(0);
    assert_eq!(repo.git(["rev-list", "--count", "trunk"]).trim(), "1");
    assert_eq!(repo.git(["status", "--porcelain"]), "?? a.txt\n");
}

#[test]
fn a_detached_head_is_refused_before_anything_is_written() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    repo.git(["checkout", "--quiet", "--detach"]);
    let files = repo.files();
    repo.kb(["add", "a.txt", "--commit"]).code(3).says("HEAD is detached").says("git switch");
    assert_eq!(repo.files(), files);
    repo.kb(["add", "a.txt"]).code(0);
}

#[test]
fn a_held_index_lock_fails_and_the_files_stay() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    repo.write(".git/index.lock", "");
    let run = repo.kb(["add", "a.txt", "--commit"]).code(3).says("index.lock").says("the added files stay");
    assert!(run.stdout.starts_with("added 2026-11-30-document-"), "{}", run.stdout);
    assert!(repo.exists(".git/index.lock"));
    repo.remove(".git/index.lock");
    repo.kb(["add", "a.txt", "--commit"]).code(0).prints("already here as").says("committed as");
}

#[test]
fn in_a_plain_folder_evidence_is_added_and_a_commit_refused() {
    let repo = TestRepo::plain().file("a.txt", "It costs 5.\n");
    repo.kb(["add", "a.txt", "--commit"]).code(3).says("is not in a git repository");
    repo.kb(["add", "a.txt"]).code(0).prints("added 2026-11-30-document-");
}

#[test]
fn a_crash_after_an_item_loses_nothing() {
    let repo = TestRepo::initialised().file("in/a.txt", "It costs 5.\n").file("in/b.txt", "It costs 6.\n");
    let run = repo.kb_with_env(&[("KB_FAULT", "add.after-item")], ["add", "in", "--commit"]);
    assert_eq!(run.status, -1, "{}", run.stderr);
    let report = repo.kb(["add", "in", "--commit", "--format", "json"]).code(0).json();
    let existing: Vec<_> =
        report["added"].as_array().expect("a list").iter().map(|one| one["existing"].clone()).collect();
    assert_eq!(existing, [true, false]);
    assert_eq!(repo.git(["status", "--porcelain", "--", "evidence"]), "");
}
