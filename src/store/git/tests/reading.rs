//! Reading: revisions, trees, history, blame, merges.

use super::*;
use crate::port::{Blame, GitError, GitRead as _, LastChange, Merge};

#[test]
fn files_of_a_commit_are_read_without_a_checkout() {
    let (_sandbox, root) = Sandbox::repository();
    let one = commit(&root, "one", &[("a.md", "a\n"), ("a/b.md", "b\n"), ("a-c.md", "c\n")]);
    commit(&root, "two", &[("a.md", "changed\n")]);
    let reader = open(&root).reader();
    let entries = reader.entries(&one, None).unwrap();
    let paths: Vec<&[u8]> = entries.iter().map(|entry| entry.path.as_slice()).collect();
    assert_eq!(paths, [b"a-c.md".as_slice(), b"a.md", b"a/b.md"]);
    assert_eq!(reader.entries(&one, Some(&path("a"))).unwrap().len(), 1);
    assert_eq!(reader.entries(&one, Some(&path("none"))).unwrap(), []);
    assert_eq!(reader.file(&one, &path("a.md")).unwrap().unwrap(), b"a\n");
    assert_eq!(reader.file(&one, &path("a")).unwrap(), None);
    assert!(matches!(reader.resolve("nowhere"), Err(GitError::NoRevision(_))));
    assert_eq!(reader.resolve("HEAD~1").unwrap(), one);
}

#[test]
fn a_line_that_only_the_merge_brought_belongs_to_the_merge() {
    let (_sandbox, root) = Sandbox::repository();
    commit(&root, "base", &[("n.md", "base\nkeep\n")]);
    git(&root, &["checkout", "--quiet", "-b", "side"]);
    commit(&root, "side", &[("n.md", "side\nkeep\n"), ("side.md", "s\n")]);
    git(&root, &["checkout", "--quiet", "main"]);
    let main = commit(&root, "main", &[("n.md", "main\nkeep\n")]);
    git(&root, &["merge", "--quiet", "--strategy=ours", "--no-commit", "side"]);
    let merge = commit(&root, "merge", &[("n.md", "written in the merge\nkeep\n")]);
    let reader = open(&root).reader();
    assert_eq!(reader.blame(&merge, &path("n.md"), 1).unwrap(), Blame::Commit(merge.clone()));
    let base = reader.resolve("main~2").unwrap_or_else(|_| reader.resolve("HEAD~1~1").unwrap());
    assert_eq!(reader.blame(&merge, &path("n.md"), 2).unwrap(), Blame::Commit(base));
    assert_eq!(reader.blame(&merge, &path("n.md"), 3).unwrap(), Blame::Uncommitted);
    assert_eq!(reader.blame(&merge, &path("gone.md"), 1).unwrap(), Blame::Uncommitted);
    let last = reader.last_changes(&merge, None).unwrap();
    assert_eq!(last.get(b"n.md".as_slice()), Some(&LastChange::Commit(merge.clone())));
    assert_eq!(reader.first_parents(&merge, Some(&main)).unwrap(), (vec![merge], false));
}

#[test]
fn a_rename_is_followed_from_half_likeness_on_and_no_further_down() {
    let (_sandbox, root) = Sandbox::repository();
    let lines = |range: std::ops::Range<u32>| range.map(|n| format!("line {n}\n")).collect::<String>();
    let base = commit(&root, "base", &[("kept.md", &lines(100..130)), ("rewritten.md", &lines(200..230))]);
    git(&root, &["mv", "kept.md", "moved.md"]);
    git(&root, &["mv", "rewritten.md", "new.md"]);
    let head = commit(
        &root,
        "rename",
        &[("moved.md", &(lines(100..125) + "tail\n")), ("new.md", &(lines(200..206) + &lines(900..924)))],
    );
    let reader = open(&root).reader();
    assert_eq!(reader.blame(&head, &path("moved.md"), 1).unwrap(), Blame::Commit(base));
    assert_eq!(reader.blame(&head, &path("moved.md"), 26).unwrap(), Blame::Commit(head.clone()));
    assert_eq!(reader.blame(&head, &path("new.md"), 1).unwrap(), Blame::Commit(head));
}

#[test]
fn history_that_was_not_fetched_is_unknown_also_from_a_linked_working_tree() {
    let (sandbox, root) = Sandbox::repository();
    commit(&root, "old", &[("old.md", "old\n")]);
    let new = commit(&root, "new", &[("new.md", "new\n")]);
    let clone = sandbox.temp.path().join("shallow");
    let url = format!("file://{}", root.display());
    git(sandbox.temp.path(), &["clone", "--quiet", "--depth", "1", &url, "shallow"]);
    git(&clone, &["worktree", "add", "--quiet", "../linked", "-b", "linked"]);
    for place in [clone, sandbox.temp.path().join("linked")] {
        let reader = open(&place).reader();
        assert!(reader.is_shallow());
        assert_eq!(reader.blame(&new, &path("old.md"), 1).unwrap(), Blame::Shallow(new.clone()));
        let last = reader.last_changes(&new, None).unwrap();
        assert_eq!(last.get(b"old.md".as_slice()), Some(&LastChange::Shallow(new.clone())));
        assert_eq!(reader.first_parents(&new, None).unwrap(), (vec![new.clone()], true));
    }
    assert!(!open(&root).reader().is_shallow());
}

#[test]
fn merging_gives_a_tree_or_the_paths_in_conflict() {
    let (_sandbox, root) = Sandbox::repository();
    commit(&root, "base", &[("a.md", "a\n"), ("b.md", "b\n")]);
    git(&root, &["checkout", "--quiet", "-b", "side"]);
    let side = commit(&root, "side", &[("a.md", "side\n")]);
    git(&root, &["checkout", "--quiet", "main"]);
    let main = commit(&root, "main", &[("b.md", "main\n")]);
    let clash = commit(&root, "clash", &[("a.md", "clash\n")]);
    let reader = open(&root).reader();
    let Merge::Clean(tree) = reader.merge(&main, &side).unwrap() else { panic!("a conflict") };
    assert_eq!(git(&root, &["show", &format!("{tree}:a.md")]), "side");
    assert_eq!(git(&root, &["show", &format!("{tree}:b.md")]), "main");
    assert_eq!(reader.merge(&clash, &side).unwrap(), Merge::Conflict(vec!["a.md".to_owned()]));
}

#[test]
fn line_endings_are_those_of_the_object_store() {
    let (_sandbox, root) = Sandbox::repository();
    commit(&root, "raw", &[("lf.md", "a\nb\n"), ("crlf.md", "c\r\nd\r\n")]);
    commit(&root, "attributes", &[(".gitattributes", "*.md text=auto eol=crlf\nevidence/** -text\n")]);
    std::fs::remove_file(root.join("lf.md")).unwrap();
    git(&root, &["checkout", "--quiet", "--", "lf.md"]);
    let reader = open(&root).reader();
    let stored = |name: &str| reader.as_stored(&path(name), std::fs::read(root.join(name)).unwrap()).unwrap();
    assert_eq!(read(&root, "lf.md"), "a\r\nb\r\n");
    assert_eq!(stored("lf.md"), b"a\nb\n");
    assert_eq!(stored("crlf.md"), b"c\r\nd\r\n");
    assert_eq!(reader.as_stored(&path("evidence/x"), b"1\r\n".to_vec()).unwrap(), b"1\r\n");
}
