//! Tests of fetching and pushing, with git itself, between repositories on this machine.

use std::cell::Cell;
use std::process::Command;
use std::rc::Rc;

use tempfile::TempDir;

use super::*;

struct Pair {
    temp: TempDir,
}

impl Pair {
    /// A repository with a commit on `main`, and one that was cloned from it bare.
    fn new() -> Pair {
        let pair = Pair { temp: tempfile::tempdir().unwrap() };
        let (here, there) = (pair.path("here"), pair.path("there.git"));
        pair.git(".", &["init", "--quiet", "--initial-branch=main", &here]);
        pair.commit("one");
        pair.git(".", &["clone", "--quiet", "--bare", &here, &there]);
        pair
    }

    fn path(&self, name: &str) -> String {
        self.temp.path().join(name).to_str().unwrap().to_owned()
    }

    fn git(&self, folder: &str, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .current_dir(self.temp.path().join(folder))
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn commit(&self, text: &str) -> CommitId {
        std::fs::write(self.temp.path().join("here/note.md"), text).unwrap();
        self.git("here", &["add", "note.md"]);
        self.git("here", &["commit", "--quiet", "--message", text]);
        CommitId(self.git("here", &["rev-parse", "HEAD"]))
    }

    fn remote(&self) -> RemoteRepository {
        let remote = RemoteRepository::new(self.temp.path().join("here"), self.path("there.git"), None);
        RemoteRepository { pause: |_| {}, ..remote }
    }
}

const NAME: &str = "refs/heads/kb/proposal/x";

#[test]
fn a_branch_is_pushed_where_it_is_expected_and_nowhere_else() {
    let pair = Pair::new();
    let remote = pair.remote();
    let (first, second) = (pair.commit("first"), pair.commit("second"));
    let push = |new, expected| remote.push(&[Push { name: NAME, new, expected }]);
    push(Some(&first), None).expect("a new branch");
    push(Some(&first), None).expect("it is so already");
    let fault = push(Some(&second), None).expect_err("it is there");
    assert!(matches!(&fault, RemoteFault::Moved { name, .. } if name == NAME), "{fault}");
    push(Some(&second), Some(&first)).expect("as expected");
    assert_eq!(remote.refs("refs/heads/kb/"), Ok(vec![(NAME.to_owned(), second.clone())]));
    let third = pair.commit("third");
    let both = remote.push(&[
        Push { name: "refs/heads/kb/ledger", new: Some(&third), expected: None },
        Push { name: NAME, new: Some(&third), expected: Some(&first) },
    ]);
    assert!(matches!(&both, Err(RemoteFault::Moved { name, .. }) if name == NAME), "{both:?}");
    assert_eq!(remote.refs("refs/heads/kb/").expect("refs").len(), 1, "all or none");
    push(None, Some(&second)).expect("removed");
    assert_eq!(remote.refs("refs/heads/kb/"), Ok(Vec::new()));
}

#[test]
fn main_is_moved_by_nobody_here() {
    let pair = Pair::new();
    let remote = pair.remote();
    let commit = pair.commit("mine");
    for name in [
        "refs/heads/main",
        "refs/tags/kb/x",
        "refs/heads/kb/*",
        "refs/heads/kb/x:refs/heads/main",
        "refs/heads/kb/../main",
    ] {
        let fault = remote.push(&[Push { name, new: Some(&commit), expected: None }]).expect_err(name);
        assert_eq!(fault, RemoteFault::Forbidden(name.to_owned()));
    }
    let fetch = Fetch { from: "refs/heads/main", to: "refs/heads/main" };
    assert_eq!(remote.fetch(&[fetch]), Err(RemoteFault::Forbidden("refs/heads/main".to_owned())));
}

#[test]
fn what_is_fetched_is_kept_apart_from_branches() {
    let pair = Pair::new();
    let remote = pair.remote();
    let there = CommitId(pair.git("there.git", &["rev-parse", "main"]));
    pair.git("there.git", &["update-ref", "refs/pull/7/head", there.as_str()]);
    let mine = pair.commit("mine");
    let fetches = [
        Fetch { from: "refs/heads/main", to: "refs/remotes/origin/main" },
        Fetch { from: "refs/pull/7/head", to: "refs/kb/pull/7" },
    ];
    remote.fetch(&fetches).expect("fetched");
    for name in ["refs/remotes/origin/main", "refs/kb/pull/7"] {
        assert_eq!(pair.git("here", &["rev-parse", name]), there.0);
    }
    assert_eq!(pair.git("here", &["rev-parse", "main"]), mine.0);
    let fault = remote.fetch(&[Fetch { from: "refs/heads/kb/none", to: "refs/kb/none" }]).expect_err("none");
    assert!(matches!(&fault, RemoteFault::Missing { name, .. } if name == "refs/heads/kb/none"), "{fault}");
}

#[test]
fn a_hook_that_refuses_is_heard() {
    use std::os::unix::fs::PermissionsExt as _;
    let pair = Pair::new();
    let hook = pair.temp.path().join("there.git/hooks/pre-receive");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(&hook, "#!/bin/sh\necho 'kb: a symbolic link is refused' >&2\nexit 1\n").unwrap();
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    let commit = pair.commit("mine");
    let fault =
        pair.remote().push(&[Push { name: NAME, new: Some(&commit), expected: None }]).expect_err("refused");
    assert!(matches!(fault, RemoteFault::Refused { .. }), "{fault}");
    assert!(fault.to_string().contains("a symbolic link is refused"), "{fault}");
}

#[test]
fn nobody_there_is_asked_again_with_a_fresh_token_that_shows_nowhere() {
    let pair = Pair::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let asked = Rc::new(Cell::new(0));
    let counting = Rc::clone(&asked);
    let tokens = Box::new(move || {
        counting.set(counting.get() + 1);
        Ok(Secret::new("ghs_0123456789abcdef").unwrap())
    });
    let url = format!("http://user:hidden-in-url@127.0.0.1:{port}/acme/base.git");
    let remote = RemoteRepository::new(pair.temp.path().join("here"), url, Some(tokens));
    let remote = RemoteRepository { pause: |_| {}, ..remote };
    assert_eq!(remote.place(), format!("127.0.0.1:{port}/acme/base"));
    let fault = remote.refs("refs/").expect_err("nobody there");
    assert!(matches!(fault, RemoteFault::Unreachable { .. }), "{fault}");
    assert_eq!(asked.get(), 3);
    let told = format!("{fault} {fault:?}");
    assert!(!told.contains("0123456789") && !told.contains("hidden-in-url"), "{told}");
}

#[test]
fn a_patch_is_what_the_head_changed_since_it_left() {
    let pair = Pair::new();
    let base = CommitId(pair.git("here", &["rev-parse", "HEAD"]));
    pair.git("here", &["switch", "--quiet", "--create", "side"]);
    let head = pair.commit("two\n");
    pair.git("here", &["switch", "--quiet", "main"]);
    let moved = pair.commit("three\n");
    let patch = pair.remote().patch(&moved, &head).expect("a patch");
    assert_eq!(patch, pair.remote().patch(&base, &head).expect("a patch"));
    let text = String::from_utf8(patch).unwrap();
    assert!(text.contains("--- a/note.md\n+++ b/note.md\n@@ -1 +1 @@\n-one\n"), "{text}");
    assert_eq!(remote_url(&pair.temp.path().join("here"), "origin"), Ok(None));
    pair.git("here", &["remote", "add", "origin", "git@github.com:acme/base.git"]);
    let url = remote_url(&pair.temp.path().join("here"), "origin");
    assert_eq!(url, Ok(Some("git@github.com:acme/base.git".to_owned())));
}
