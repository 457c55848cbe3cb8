//! Fetching and pushing over HTTP, with the token of a role.

use std::process::Command;

use kb::digest::CommitId;
use kb::port::{Fetch, Push, Remote as _, RemoteFault};
use kb::store::remote::RemoteRepository;

use super::*;

const NAME: &str = "refs/heads/kb/proposal/y";

fn git(folder: &std::path::Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("git");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

#[test]
fn a_role_fetches_and_pushes_what_it_may() {
    let github = fake();
    let pull = opened(&github);
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "--quiet", "--initial-branch=main"]);
    // What `actions/checkout` leaves behind: a header of somebody else for the whole host.
    let key = format!("http.{}/.extraheader", github.url());
    git(folder.path(), &["config", &key, "AUTHORIZATION: basic bm9ib2R5Om5vdGhpbmc="]);
    let remote = |role| {
        let forge = client(&github, role);
        let url = forge.git_url();
        RemoteRepository::new(folder.path().to_owned(), url, Some(Box::new(move || forge.git_token())))
    };
    let proposer = remote(ForgeRole::Proposer);
    let fetches = [
        Fetch { from: "refs/heads/main", to: "refs/remotes/origin/main" },
        Fetch { from: "refs/pull/1/head", to: "refs/kb/pull/1" },
    ];
    proposer.fetch(&fetches).expect("fetched");
    assert_eq!(git(folder.path(), &["rev-parse", "refs/kb/pull/1"]), pull.head.0);
    let commit = CommitId(git(folder.path(), &["rev-parse", "refs/remotes/origin/main"]));
    let push = Push { name: NAME, new: Some(&commit), expected: None };
    proposer.push(&[push]).expect("pushed");
    proposer.push(&[push]).expect("it is so already");
    assert_eq!(proposer.refs(NAME), Ok(vec![(NAME.to_owned(), commit.clone())]));
    let stale = proposer.push(&[Push { new: Some(&pull.head), ..push }]).expect_err("it is there");
    assert!(matches!(stale, RemoteFault::Moved { .. }), "{stale}");
    let denied =
        remote(ForgeRole::Reviewer).push(&[Push { new: Some(&pull.head), expected: Some(&commit), ..push }]);
    let denied = denied.expect_err("the reviewer pushes nothing");
    assert!(matches!(denied, RemoteFault::Denied { .. } | RemoteFault::Refused { .. }), "{denied}");
    assert!(!denied.to_string().contains("ghs_"), "{denied}");
    let config = std::fs::read_to_string(folder.path().join(".git/config")).expect("settings");
    assert!(!config.contains("ghs_"), "{config}");
}
