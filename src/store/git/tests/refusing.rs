//! What cannot be done is refused with a reason, and nothing changes.

use super::*;
use crate::port::{GitError, GitRead as _, GitWrite as _, RefUpdate};

#[test]
fn a_folder_outside_any_repository_says_so() {
    let sandbox = Sandbox::new();
    assert!(matches!(Repository::open(sandbox.temp.path()), Err(GitError::NotARepository(_))));
}

#[test]
fn a_held_lock_is_named_and_kept() {
    let (_sandbox, root) = Sandbox::repository();
    let base = commit(&root, "base", &[("a.md", "a\n")]);
    let writer = open(&root).writer();
    write(&root, "a.md", "b\n");
    let lock = root.join(".git/index.lock");
    std::fs::write(&lock, "").unwrap();
    let result = writer.commit_paths(&[path("a.md")], "b", &ada(), noon());
    assert!(
        matches!(&result, Err(GitError::Locked { path, .. }) if path.ends_with("index.lock")),
        "{result:?}"
    );
    assert!(lock.exists());
    assert_eq!(git(&root, &["rev-parse", "HEAD"]), base.as_str());
    std::fs::remove_file(&lock).unwrap();
    writer.commit_paths(&[path("a.md")], "b", &ada(), noon()).unwrap();

    let lock = root.join(".git/refs/heads/kb/x.lock");
    std::fs::create_dir_all(lock.parent().unwrap()).unwrap();
    std::fs::write(&lock, "").unwrap();
    let update = RefUpdate { name: "refs/heads/kb/x", expected: None, new: Some(&base), log: "kb: test" };
    let result = writer.update_refs(&[update]);
    assert!(matches!(&result, Err(GitError::Locked { path, .. }) if path.ends_with("x.lock")), "{result:?}");
}

#[test]
fn a_detached_head_and_a_merge_under_way_take_no_commit() {
    let (_sandbox, root) = Sandbox::repository();
    commit(&root, "one", &[("a.md", "a\n")]);
    git(&root, &["checkout", "--quiet", "-b", "side"]);
    commit(&root, "side", &[("b.md", "b\n")]);
    git(&root, &["checkout", "--quiet", "main"]);
    commit(&root, "two", &[("c.md", "c\n")]);
    write(&root, "a.md", "edited\n");
    let writer = open(&root).writer();
    git(&root, &["merge", "--quiet", "--no-commit", "side"]);
    let result = writer.commit_paths(&[path("a.md")], "no", &ada(), noon());
    assert!(result.unwrap_err().to_string().contains("merge"));
    git(&root, &["merge", "--abort"]);
    git(&root, &["checkout", "--quiet", "--detach"]);
    let result = writer.commit_paths(&[path("a.md")], "no", &ada(), noon());
    assert!(matches!(result, Err(GitError::DetachedHead)));
    assert!(writer.resolve("HEAD").is_ok());
}

#[test]
fn formats_that_libgit2_knows_not_are_named_with_a_way_out() {
    for (arguments, word, way_out) in [
        (["init", "--quiet", "--ref-format=reftable"], "reftables", "git refs migrate"),
        (["init", "--quiet", "--object-format=sha256"], "sha256", "--object-format=sha1"),
    ] {
        let sandbox = Sandbox::new();
        git(sandbox.temp.path(), &arguments);
        let error = Repository::open(sandbox.temp.path()).err().unwrap().to_string();
        assert!(error.contains(word) && error.contains(way_out), "{error}");
    }
}

#[test]
fn a_sparse_index_is_named_with_a_way_out() {
    let (_sandbox, root) = Sandbox::repository();
    commit(&root, "base", &[("a/a.md", "a\n"), ("b/b.md", "b\n")]);
    git(&root, &["sparse-checkout", "set", "--sparse-index", "a"]);
    write(&root, "a/a.md", "edited\n");
    let result = open(&root).writer().commit_paths(&[path("a/a.md")], "no", &ada(), noon());
    assert!(result.unwrap_err().to_string().contains("--no-sparse-index"));
}

#[test]
fn who_the_user_is_comes_from_the_configuration() {
    let (_sandbox, root) = Sandbox::repository();
    assert_eq!(open(&root).reader().user().unwrap(), ada());
    git(&root, &["config", "user.name", ""]);
    assert!(matches!(open(&root).reader().user(), Err(GitError::NoIdentity)));
}
