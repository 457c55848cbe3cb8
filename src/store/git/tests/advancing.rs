//! Moving main together with the working trees that have it checked out.

use super::*;
use crate::port::{Advance, GitError, GitGate as _, GitRead as _};

/// A repository on `main` at the first commit, and a second one that changes, adds and removes.
fn two_commits() -> (Sandbox, PathBuf, CommitId, CommitId) {
    let (sandbox, root) = Sandbox::repository();
    let files = [("a.md", "a\n"), ("old/gone.md", "g\n"), ("other.md", "o\n"), ("swap", "file\n")];
    let from = commit(&root, "from", &files);
    git(&root, &["rm", "--quiet", "-r", "old", "swap"]);
    let to = commit(&root, "to", &[("a.md", "b\n"), ("new/n.md", "n\n"), ("swap/now-a-folder.md", "s\n")]);
    git(&root, &["reset", "--quiet", "--hard", from.as_str()]);
    (sandbox, root, from, to)
}

#[test]
fn the_working_tree_follows_and_unrelated_edits_stay() {
    let (_sandbox, root, from, to) = two_commits();
    write(&root, "other.md", "edited\n");
    write(&root, "untracked.md", "u\n");
    open(&root).gate().advance("refs/heads/main", &from, &to, "kb merge: p-1").unwrap();
    assert_eq!(git(&root, &["rev-parse", "main"]), to.as_str());
    assert_eq!(git(&root, &["status", "--porcelain"]), " M other.md\n?? untracked.md");
    assert_eq!(read(&root, "a.md"), "b\n");
    assert!(!root.join("old").exists());
    assert_eq!(git(&root, &["reflog", "-1", "--format=%gs"]), "kb merge: p-1");
}

#[test]
fn what_would_be_overwritten_is_listed_and_nothing_moves() {
    let (_sandbox, root, from, to) = two_commits();
    let gate = open(&root).gate();
    let refused = |what: &str| match gate.advance("refs/heads/main", &from, &to, "kb") {
        Err(GitError::DirtyTree(list)) => assert_eq!(list, what),
        other => panic!("{other:?}"),
    };
    write(&root, "a.md", "mine\n");
    write(&root, "new/n.md", "mine too\n");
    refused("a.md, new/n.md");
    git(&root, &["add", "a.md"]);
    std::fs::remove_dir_all(root.join("new")).unwrap();
    refused("a.md");
    git(&root, &["reset", "--quiet", "--hard"]);
    std::fs::remove_file(root.join("a.md")).unwrap();
    refused("a.md");
    git(&root, &["reset", "--quiet", "--hard"]);
    std::os::unix::fs::symlink("/tmp", root.join("new")).unwrap();
    refused("new/n.md");
    assert_eq!(git(&root, &["rev-parse", "main"]), from.as_str());
    assert_eq!(gate.interrupted().unwrap(), None);
}

#[test]
fn only_the_expected_value_moves_and_only_a_branch_of_people() {
    let (_sandbox, root, from, to) = two_commits();
    let gate = open(&root).gate();
    assert!(matches!(gate.advance("refs/heads/main", &to, &from, "kb"), Err(GitError::RefMoved(_))));
    for target in ["refs/heads/kb/ledger", "refs/tags/x", "HEAD"] {
        assert!(gate.advance(target, &from, &to, "kb").is_err(), "{target}");
    }
}

#[test]
fn a_linked_working_tree_on_main_follows_too() {
    let (sandbox, root, from, to) = two_commits();
    git(&root, &["checkout", "--quiet", "-b", "elsewhere"]);
    git(&root, &["worktree", "add", "--quiet", "../linked", "main"]);
    let linked = sandbox.temp.path().join("linked");
    open(&root).gate().advance("refs/heads/main", &from, &to, "kb").unwrap();
    assert_eq!(git(&linked, &["status", "--porcelain"]), "");
    assert_eq!(read(&linked, "a.md"), "b\n");
    assert_eq!(read(&root, "a.md"), "a\n");
    assert_eq!(git(&root, &["status", "--porcelain"]), "");
}

#[test]
fn a_bare_repository_moves_the_ref_alone() {
    let (sandbox, root, from, to) = two_commits();
    git(&root, &["branch", "keep", to.as_str()]);
    git(sandbox.temp.path(), &["clone", "--quiet", "--bare", "repo", "bare.git"]);
    let bare = sandbox.temp.path().join("bare.git");
    open(&bare).gate().advance("refs/heads/main", &from, &to, "kb").unwrap();
    assert_eq!(git(&bare, &["rev-parse", "main"]), to.as_str());
}

#[test]
fn a_checkout_with_crlf_gets_crlf() {
    let (_sandbox, root) = Sandbox::repository();
    let from = commit(&root, "from", &[(".gitattributes", "*.md text eol=crlf\n"), ("a.md", "a\n")]);
    let to = commit(&root, "to", &[("a.md", "a\nb\n")]);
    git(&root, &["reset", "--quiet", "--hard", from.as_str()]);
    std::fs::remove_file(root.join("a.md")).unwrap();
    git(&root, &["checkout", "--quiet", "--", "a.md"]);
    open(&root).gate().advance("refs/heads/main", &from, &to, "kb").unwrap();
    assert_eq!(read(&root, "a.md"), "a\r\nb\r\n");
    assert_eq!(git(&root, &["status", "--porcelain"]), "");
}

/// Every state that a process killed in the midst can leave: the journal, the ref, some files, the index.
#[test]
fn what_was_interrupted_is_finished_from_any_state() {
    for files_done in [&[][..], &["a.md"], &["a.md", "new/n.md"]] {
        let (_sandbox, root, from, to) = two_commits();
        let advance = Advance { target: "refs/heads/main".to_owned(), from, to: to.clone() };
        write(&root, ".git/kb/advance.json", serde_json::to_vec(&advance).unwrap());
        git(&root, &["update-ref", "refs/heads/main", to.as_str()]);
        for file in files_done {
            write(&root, file, git(&root, &["show", &format!("{to}:{file}")]) + "\n");
        }
        write(&root, "other.md", "edited since\n");
        let gate = open(&root).gate();
        assert_eq!(gate.interrupted().unwrap(), Some(advance.clone()));
        assert_eq!(gate.finish_advance().unwrap(), Some(advance));
        assert_eq!(git(&root, &["status", "--porcelain"]), " M other.md");
        assert_eq!(gate.finish_advance().unwrap(), None);
    }
}

#[test]
fn a_move_that_never_began_leaves_nothing_to_finish() {
    let (_sandbox, root, from, to) = two_commits();
    let advance = Advance { target: "refs/heads/main".to_owned(), from: from.clone(), to };
    write(&root, ".git/kb/advance.json", serde_json::to_vec(&advance).unwrap());
    let gate = open(&root).gate();
    assert_eq!(gate.finish_advance().unwrap(), None);
    assert_eq!(gate.interrupted().unwrap(), None);
    assert_eq!(git(&root, &["rev-parse", "main"]), from.as_str());
    assert_eq!(git(&root, &["status", "--porcelain"]), "");
}
