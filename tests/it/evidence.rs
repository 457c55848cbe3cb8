//! Append-only evidence through git: what a range of commits does to what its base holds. Cases EV-01, EV-02, EV-04,
//! EV-05, EV-07 and EV-08.

use kb::evidence::append_only::{Fault, Violation, violations};
use kb::finding::Severity;
use kb::path::RepoPath;
use kb::port::{GitRead, TreeEntry};
use kb::store::git::Repository;

use crate::TestRepo;

fn entries(repo: &TestRepo, revision: &str) -> Vec<TreeEntry> {
    let reader = Repository::open(&repo.root()).expect("a repository").reader();
    let commit = reader.resolve(revision).expect("a revision");
    reader.entries(&commit, None).expect("entries")
}

/// The violations of `head` against all of `bases`.
fn check(repo: &TestRepo, bases: &[&str], head: &str) -> Vec<Violation> {
    let evidence = RepoPath::new("evidence").expect("a path");
    let bases: Vec<Vec<TreeEntry>> = bases.iter().map(|base| entries(repo, base)).collect();
    let bases: Vec<&[TreeEntry]> = bases.iter().map(Vec::as_slice).collect();
    violations(&evidence, &bases, &entries(repo, head))
}

fn faults(repo: &TestRepo, head: &str) -> Vec<(String, Fault)> {
    check(repo, &["main"], head).into_iter().map(|violation| (violation.path, violation.fault)).collect()
}

fn one(fault: Fault) -> Vec<(String, Fault)> {
    vec![("evidence/1.md".to_owned(), fault)]
}

/// A base with `evidence/1.md`, and a branch for what is tried.
fn base(text: &str) -> TestRepo {
    TestRepo::new().file("evidence/1.md", text).commit("base")
}

fn branch(repo: &TestRepo, name: &str, change: impl FnOnce(&TestRepo)) {
    repo.git(["checkout", "--quiet", "-b", name, "main"]);
    change(repo);
    repo.commit_all(name);
    repo.git(["checkout", "--quiet", "main"]);
}

#[test]
fn ev_01_the_range_counts_and_not_its_last_commit() {
    let repo = base("e1\n");
    branch(&repo, "add", |repo| repo.write("evidence/2.md", "e2\n"));
    branch(&repo, "edit", |repo| repo.write("evidence/1.md", "E1\n"));
    branch(&repo, "del", |repo| repo.remove("evidence/1.md"));
    branch(&repo, "two", |repo| {
        repo.write("evidence/1.md", "X\n");
        repo.commit_all("bad");
        repo.write("note.md", "n\n");
    });
    assert_eq!(faults(&repo, "add"), []);
    assert_eq!(faults(&repo, "edit"), one(Fault::Changed));
    assert_eq!(faults(&repo, "del"), one(Fault::Removed));
    assert_eq!(faults(&repo, "two"), one(Fault::Changed));
    let reader = Repository::open(&repo.root()).expect("a repository").reader();
    assert!(reader.resolve("no-such-base").is_err(), "a base that is not there is no empty base");
}

#[test]
fn ev_02_lines_that_look_like_a_diff_hide_nothing() {
    let repo = base("---\nid: 1\n---\nclaim\n-- signed\n+++ plus\n");
    branch(&repo, "bad", |repo| repo.write("evidence/1.md", "---\nid: 1\nclaim\n"));
    assert_eq!(faults(&repo, "bad"), one(Fault::Changed));
    branch(&repo, "appended", |repo| {
        repo.write("evidence/1.md", "---\nid: 1\n---\nclaim\n-- signed\n+++ plus\nmore\n");
    });
    assert_eq!(faults(&repo, "appended"), one(Fault::Changed));
}

#[cfg(unix)]
#[test]
fn ev_04_names_modes_and_types_count() {
    let text: String = (1..=40).map(|number| format!("{number}\n")).collect();
    let repo = base(&text);
    branch(&repo, "ren", |repo| {
        repo.git(["mv", "evidence/1.md", "evidence/9.md"]);
        repo.write("evidence/9.md", text.replace("20\n", "twenty\n"));
    });
    branch(&repo, "moved", |repo| {
        repo.git(["mv", "evidence/1.md", "evidence/9.md"]);
    });
    branch(&repo, "out", |repo| {
        repo.git(["mv", "evidence/1.md", "old.md"]);
    });
    branch(&repo, "link", |repo| {
        repo.write("copy.md", &text);
        repo.remove("evidence/1.md");
        std::os::unix::fs::symlink("../copy.md", repo.path("evidence/1.md")).expect("a link");
    });
    branch(&repo, "mode", |repo| {
        repo.git(["update-index", "--chmod=+x", "evidence/1.md"]);
        std::fs::set_permissions(
            repo.path("evidence/1.md"),
            std::os::unix::fs::PermissionsExt::from_mode(0o755),
        )
        .expect("rights");
    });
    branch(&repo, "case", |repo| {
        repo.git(["mv", "evidence/1.md", "evidence/1.MD"]);
    });
    assert_eq!(faults(&repo, "ren"), one(Fault::Removed));
    assert_eq!(faults(&repo, "moved"), one(Fault::Renamed { to: "evidence/9.md".to_owned() }));
    assert_eq!(faults(&repo, "out"), one(Fault::Removed));
    assert_eq!(faults(&repo, "link"), one(Fault::TypeChanged));
    assert_eq!(faults(&repo, "case"), one(Fault::CaseRenamed { to: "evidence/1.MD".to_owned() }));
    let mode = check(&repo, &["main"], "mode");
    assert_eq!(
        mode.iter().map(|one| (&one.fault, one.severity())).collect::<Vec<_>>(),
        [(&Fault::ModeChanged, Severity::Warning)]
    );
}

#[test]
fn ev_05_a_list_of_hashes_inside_the_change_is_no_reference() {
    let repo = TestRepo::new()
        .file("evidence/1.md", "claim\n")
        .file("evidence/manifest.json", "{\"1.md\":\"a\"}\n")
        .commit("base");
    branch(&repo, "forge", |repo| {
        repo.write("evidence/1.md", "forged\n");
        repo.write("evidence/manifest.json", "{\"1.md\":\"b\"}\n");
    });
    let found = faults(&repo, "forge");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(_, fault)| *fault == Fault::Changed), "{found:?}");
}

#[test]
fn ev_07_a_merge_that_loses_a_side_is_found_from_that_side() {
    let repo = TestRepo::new().file("evidence/log.md", "l1\n").commit("base");
    branch(&repo, "x", |repo| repo.write("evidence/log.md", "l1\nfrom-x\n"));
    branch(&repo, "y", |repo| repo.write("evidence/log.md", "l1\nfrom-y\n"));
    repo.git(["merge", "--quiet", "--ff-only", "x"]);
    repo.git(["merge", "--quiet", "-X", "ours", "-m", "lossy", "y"]);
    assert_eq!(check(&repo, &["main^1"], "main"), []);
    let found = check(&repo, &["main^1", "main^2"], "main");
    assert_eq!(found.iter().map(|one| one.path.as_str()).collect::<Vec<_>>(), ["evidence/log.md"]);
}

#[test]
fn ev_07_evidence_of_two_branches_merges_without_conflict() {
    let repo = TestRepo::initialised()
        .file("x.txt", "It costs 5.\n")
        .file("y.txt", "It costs 6.\n")
        .commit("sources");
    for name in ["x", "y"] {
        repo.git(["checkout", "--quiet", "-b", name, "main"]);
        repo.kb(["add", &format!("{name}.txt"), "--commit"]).code(0);
    }
    repo.git(["checkout", "--quiet", "main"]);
    repo.git(["merge", "--quiet", "--ff-only", "x"]);
    repo.git(["merge", "--quiet", "--no-edit", "y"]);
    assert_eq!(check(&repo, &["main^1", "main^2"], "main"), []);
}

#[test]
fn ev_08_a_rewritten_history_shows_against_the_head_that_was_verified() {
    let repo = base("claim\n");
    repo.git(["tag", "verified"]);
    repo.write("evidence/1.md", "forged\n");
    repo.git(["add", "--all"]);
    repo.git(["commit", "--quiet", "--amend", "--message", "one"]);
    assert_eq!(check(&repo, &["verified"], "main").len(), 1);
    let reader = Repository::open(&repo.root()).expect("a repository").reader();
    let commit = |revision: &str| reader.resolve(revision).expect("a revision");
    assert!(!reader.is_ancestor(&commit("verified"), &commit("main")).expect("an answer"));
}

#[test]
fn ev_08_a_shallow_clone_cannot_be_verified() {
    let repo = TestRepo::initialised();
    repo.write("a.txt", "It costs 5.\n");
    repo.kb(["add", "a.txt", "--commit"]).code(0);
    let url = format!("file://{}", repo.root().display());
    repo.git(["clone", "--quiet", "--depth", "1", &url, "shallow"]);
    let run = repo.kb(["-C", "shallow", "audit", "--verify"]).code(1);
    assert!(run.whole().contains("shallow"), "{}", run.whole());
}
