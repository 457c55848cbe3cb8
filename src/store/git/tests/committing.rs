//! Writing commits, refs and the current branch.

use super::*;
use crate::change::ChangeSet;
use crate::port::{GitError, GitRead as _, GitWrite as _, NewCommit, RefUpdate};

fn new_commit<'a>(parents: &'a [CommitId], changes: &'a ChangeSet, person: &'a Person) -> NewCommit<'a> {
    NewCommit { parents, changes, message: "kb: change", person, time: noon() }
}

#[test]
fn a_commit_is_its_parent_and_the_changes_and_moves_nothing() {
    let (_sandbox, root) = Sandbox::repository();
    let base = commit(&root, "base", &[("knowledge/a.md", "a\n"), ("old/only.md", "x\n"), ("f", "file\n")]);
    let mut changes = ChangeSet::new();
    changes.edit(path("knowledge/a.md"), b"a\n", b"b\n".to_vec());
    changes.remove(path("old/only.md"), b"x\n");
    changes.remove(path("f"), b"file\n");
    changes.create(path("f/now-a-folder.md"), b"n\n".to_vec());
    let writer = open(&root).writer();
    let parents = [base.clone()];
    let head = writer.write_commit(&new_commit(&parents, &changes, &ada())).unwrap();
    assert_eq!(
        git(&root, &["ls-tree", "-r", "--name-only", head.as_str()]),
        "f/now-a-folder.md\nknowledge/a.md"
    );
    assert_eq!(
        git(&root, &["show", "-s", "--format=%an %aI %s", head.as_str()]),
        "Ada 2026-11-30T12:00:00Z kb: change"
    );
    assert_eq!(git(&root, &["rev-parse", "HEAD"]), base.as_str());
    assert_eq!(git(&root, &["status", "--porcelain"]), "");
}

#[test]
fn a_pre_image_that_does_not_fit_is_refused() {
    let (_sandbox, root) = Sandbox::repository();
    let base = [commit(&root, "base", &[("a.md", "a\n")])];
    let writer = open(&root).writer();
    let mut stale = ChangeSet::new();
    stale.edit(path("a.md"), b"other\n", b"b\n".to_vec());
    let mut exists = ChangeSet::new();
    exists.create(path("a.md"), b"b\n".to_vec());
    for changes in [stale, exists] {
        let result = writer.write_commit(&new_commit(&base, &changes, &ada()));
        assert!(matches!(result, Err(GitError::Change(_))), "{result:?}");
    }
}

#[test]
fn refs_move_by_compare_and_swap_and_below_kb_only() {
    let (_sandbox, root) = Sandbox::repository();
    let one = commit(&root, "one", &[("a.md", "a\n")]);
    let two = commit(&root, "two", &[("a.md", "b\n")]);
    let writer = open(&root).writer();
    let update = |name, expected, new| RefUpdate { name, expected, new, log: "kb: test" };
    writer.update_refs(&[update("refs/heads/kb/x", None, Some(&one))]).unwrap();
    for stale in
        [update("refs/heads/kb/x", None, Some(&two)), update("refs/heads/kb/x", Some(&two), Some(&one))]
    {
        let result = writer.update_refs(&[update("refs/heads/kb/y", None, Some(&one)), stale]);
        assert!(matches!(result, Err(GitError::RefMoved(name)) if name == "refs/heads/kb/x"));
    }
    assert_eq!(writer.reference("refs/heads/kb/y").unwrap(), None, "all or none");
    for name in ["refs/heads/main", "refs/heads/kb", "refs/heads/kb/../main", "refs/tags/kb/x"] {
        assert!(writer.update_refs(&[update(name, None, Some(&one))]).is_err(), "{name}");
    }
    assert_eq!(writer.references("refs/heads/kb/").unwrap(), [("refs/heads/kb/x".to_owned(), one.clone())]);
    writer.update_refs(&[update("refs/heads/kb/x", Some(&one), None)]).unwrap();
    assert_eq!(writer.reference("refs/heads/kb/x").unwrap(), None);
}

#[test]
fn exactly_the_named_files_are_committed_and_what_is_staged_stays_staged() {
    let (_sandbox, root) = Sandbox::repository();
    commit(&root, "base", &[("a.md", "a\n"), ("gone.md", "g\n"), (".gitignore", "*.log\n")]);
    write(&root, "a.md", "staged\n");
    git(&root, &["add", "a.md"]);
    write(&root, "untracked.md", "u\n");
    write(&root, "evidence/x/source.log", "s\n");
    std::fs::remove_file(root.join("gone.md")).unwrap();
    let paths = [path("evidence/x/source.log"), path("gone.md")];
    let writer = open(&root).writer();
    let head = writer.commit_paths(&paths, "evidence: x", &ada(), noon()).unwrap();
    assert_eq!(git(&root, &["rev-parse", "main"]), head.as_str());
    assert_eq!(
        git(&root, &["show", "--name-status", "--format=%s", "HEAD"]),
        "evidence: x\n\nA\tevidence/x/source.log\nD\tgone.md"
    );
    assert_eq!(git(&root, &["status", "--porcelain"]), "M  a.md\n?? untracked.md");
    assert_eq!(writer.commit_paths(&paths, "again", &ada(), noon()).unwrap(), head, "nothing differs");
    assert_eq!(git(&root, &["reflog", "-1", "--format=%gs"]), "commit: evidence: x");
}

#[test]
fn the_first_commit_lands_on_the_branch_that_head_names() {
    let (_sandbox, root) = Sandbox::repository();
    git(&root, &["symbolic-ref", "HEAD", "refs/heads/trunk"]);
    write(&root, "a.md", "a\n");
    let writer = open(&root).writer();
    assert!(matches!(writer.resolve("HEAD"), Err(GitError::NoCommits)));
    let head = writer.commit_paths(&[path("a.md")], "first", &ada(), noon()).unwrap();
    assert_eq!(git(&root, &["rev-parse", "refs/heads/trunk"]), head.as_str());
    assert_eq!(git(&root, &["status", "--porcelain"]), "");
}

#[test]
fn in_a_linked_working_tree_its_own_branch_gets_the_commit() {
    let (sandbox, root) = Sandbox::repository();
    let base = commit(&root, "base", &[("a.md", "a\n")]);
    git(&root, &["worktree", "add", "--quiet", "../side", "-b", "side"]);
    let side = sandbox.temp.path().join("side");
    write(&side, "b.md", "b\n");
    let head = open(&side).writer().commit_paths(&[path("b.md")], "b", &ada(), noon()).unwrap();
    assert_eq!(git(&root, &["rev-parse", "side"]), head.as_str());
    assert_eq!(git(&root, &["rev-parse", "main"]), base.as_str());
    assert_eq!(git(&side, &["status", "--porcelain"]), "");
}
