//! Git over HTTP: the same tokens and rulesets, real pushes.

use std::process::{Command, Output};

use serde_json::json;
use tempfile::TempDir;

use super::stage::Stage;
use crate::github::fault::Fault;
use crate::github::{FakeGitHub, MERGER};

/// A clone to push from.
struct Clone {
    folder: TempDir,
    url: String,
}

impl Clone {
    fn of(github: &FakeGitHub, token: &str) -> Clone {
        let folder = tempfile::tempdir().expect("a folder");
        let clone = Clone { folder, url: github.git_url("acme/base") };
        clone.git("", &["init", "--quiet", "--initial-branch=main"]);
        let fetched = clone.git(token, &["fetch", "--quiet", &clone.url, "main"]);
        assert!(fetched.status.success(), "{}", said(&fetched));
        clone.git("", &["reset", "--quiet", "--hard", "FETCH_HEAD"]);
        clone
    }

    fn git(&self, token: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new("git");
        command
            .current_dir(self.folder.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_TERMINAL_PROMPT", "0")
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]);
        if !token.is_empty() {
            command.args(["-c", &format!("http.extraHeader=Authorization: Bearer {token}")]);
        }
        command.args(arguments).output().expect("the git program")
    }

    fn commit(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a file");
        self.git("", &["add", "--all"]);
        assert!(self.git("", &["commit", "--quiet", "-m", "change"]).status.success());
    }

    fn push(&self, token: &str, refspecs: &[&str]) -> Output {
        self.git(token, &[&["push", &self.url][..], refspecs].concat())
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn refused(output: &Output, words: &str) {
    assert!(!output.status.success() && said(output).contains(words), "no `{words}` in:\n{}", said(output));
}

fn writer_rules(stage: &Stage) {
    for (name, include, exclude, rules) in [
        (
            "main-writer",
            json!(["~DEFAULT_BRANCH"]),
            json!([]),
            json!([{"type": "update"}, {"type": "deletion"}]),
        ),
        (
            "branches",
            json!(["~ALL"]),
            json!(["refs/heads/kb/**/*", "refs/heads/main"]),
            json!([{"type": "creation"}, {"type": "update"}]),
        ),
        ("no-force", json!(["refs/heads/kb/fixed/*"]), json!([]), json!([{"type": "non_fast_forward"}])),
    ] {
        stage.github.ruleset(
            "acme/base",
            json!({
                "name": name, "enforcement": "active",
                "bypass_actors": [{"actor_type": "Integration", "actor_id": 103, "bypass_mode": "always"}],
                "conditions": {"ref_name": {"include": include, "exclude": exclude}}, "rules": rules,
            }),
        );
    }
}

#[test]
fn each_part_pushes_what_it_may() {
    let stage = Stage::new();
    writer_rules(&stage);
    let clone = Clone::of(&stage.github, &stage.proposer);
    clone.commit("knowledge/n.md", "new\n");
    let kb = "HEAD:refs/heads/kb/proposal/1";
    refused(&clone.push(&stage.reviewer, &[kb]), "403");
    refused(&clone.push("ghs_wrong", &[kb]), "could not read Username");
    let pushed = clone.push(&stage.proposer, &[kb]);
    assert!(pushed.status.success(), "{}", said(&pushed));
    refused(&clone.push(&stage.proposer, &["HEAD:refs/heads/main"]), "Cannot update this protected ref");
    refused(&clone.push(&stage.proposer, &["HEAD:refs/heads/other"]), "GH013");
    refused(&clone.push(&stage.proposer, &["HEAD:refs/pull/7/head"]), "hidden ref");
    let both = ["--atomic", "HEAD:refs/heads/kb/proposal/2", "HEAD:refs/heads/main"];
    refused(&clone.push(&stage.proposer, &both), "remote rejected");
    assert_eq!(stage.github.resolve("acme/base", "refs/heads/kb/proposal/2"), None);
    let pushed = clone.push(&stage.merger, &["HEAD:refs/heads/main"]);
    assert!(pushed.status.success(), "{}", said(&pushed));
    assert_eq!(stage.github.resolve("acme/base", "main"), stage.github.resolve("acme/base", "kb/proposal/1"));
}

#[test]
fn a_forced_push_is_seen_as_one() {
    let stage = Stage::new();
    writer_rules(&stage);
    let clone = Clone::of(&stage.github, &stage.proposer);
    clone.commit("knowledge/n.md", "one\n");
    for branch in ["kb/fixed/a", "kb/free/a"] {
        assert!(clone.push(&stage.proposer, &[&format!("HEAD:refs/heads/{branch}")]).status.success());
    }
    clone.git("", &["reset", "--quiet", "--hard", "HEAD~1"]);
    clone.commit("knowledge/n.md", "two\n");
    refused(&clone.push(&stage.proposer, &["+HEAD:refs/heads/kb/fixed/a"]), "Cannot force-push");
    let pushed = clone.push(&stage.proposer, &["+HEAD:refs/heads/kb/free/a"]);
    assert!(pushed.status.success(), "{}", said(&pushed));
}

#[test]
fn a_push_moves_the_pull_request_and_its_head_can_be_fetched() {
    let stage = Stage::opened();
    let clone = Clone::of(&stage.github, &stage.proposer);
    let fetched = clone.git(&stage.reviewer, &["fetch", "--quiet", &clone.url, "refs/pull/1/head"]);
    assert!(fetched.status.success(), "{}", said(&fetched));
    clone.git("", &["reset", "--quiet", "--hard", "FETCH_HEAD"]);
    clone.commit("knowledge/m.md", "more\n");
    assert!(clone.push(&stage.proposer, &["HEAD:refs/heads/kb/proposal/1"]).status.success());
    let head = String::from_utf8_lossy(&clone.git("", &["rev-parse", "HEAD"]).stdout).trim().to_owned();
    assert_eq!(stage.head(), head);
    assert!(stage.github.calls("git/receive-pack").iter().all(|seen| seen.login == "kb-proposer[bot]"));
}

#[test]
fn a_push_that_was_answered_badly_may_have_arrived() {
    let stage = Stage::new();
    let clone = Clone::of(&stage.github, &stage.proposer);
    clone.commit("knowledge/n.md", "new\n");
    stage.github.fault("git/receive-pack", 1, Fault::After(502));
    refused(&clone.push(&stage.proposer, &["HEAD:refs/heads/kb/a"]), "502");
    assert!(stage.github.resolve("acme/base", "refs/heads/kb/a").is_some());
    stage.github.fault("git/info-refs", 1, Fault::Cut);
    assert!(!clone.push(&stage.proposer, &["HEAD:refs/heads/kb/b"]).status.success());
    assert!(clone.push(&stage.proposer, &["HEAD:refs/heads/kb/b"]).status.success());
}

#[test]
fn workflows_ends_of_tokens_and_other_repositories_hold_for_git_too() {
    let stage = Stage::new();
    let clone = Clone::of(&stage.github, &stage.proposer);
    clone.commit(".github/workflows/x.yml", "on: push\n");
    refused(&clone.push(&stage.proposer, &["HEAD:refs/heads/kb/w"]), "without `workflows` permission");
    let able = stage.github.token("kb-proposer", &[&MERGER[1..2], &[("workflows", "write")]].concat());
    let pushed = clone.push(&able, &["HEAD:refs/heads/kb/w"]);
    assert!(pushed.status.success(), "{}", said(&pushed));
    stage.github.advance(3_601);
    refused(&clone.push(&able, &["HEAD:refs/heads/kb/x"]), "could not read Username");
    let elsewhere = stage.github.git_url("acme/none");
    refused(
        &clone.git(&stage.github.token("kb-proposer", &[("contents", "read")]), &["fetch", &elsewhere]),
        "not found",
    );
}
