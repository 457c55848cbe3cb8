//! The scripts of the workflows, run as the workflows run them: a fresh checkout a job, and what the job's step has in its environment.

use std::path::Path;

use crate::canned_registry::Canned;
use crate::github::{FakeGitHub, keys};
use crate::pulls::stage::{CALL, FORGE};
use crate::test_repo::{Run, TestRepo};

/// GitHub, with a base that `kb github init` furnished, and the secrets of its environments.
struct Hosted {
    github: FakeGitHub,
    admin: String,
    reviewer_key: String,
}

impl Hosted {
    fn new() -> Hosted {
        let github = FakeGitHub::with_kb_apps();
        let first = TestRepo::initialised();
        let config = first.read("kb.toml");
        first.write("kb.toml", format!("{config}{FORGE}"));
        first.kb(["github", "init"]).code(0);
        first
            .kb_with_input(["add", "-", "--kind", "call", "--title", "Refunds", "--at", "2026-11-30"], CALL)
            .code(0);
        first.commit_all("evidence");
        let admin = github.person("ada", crate::github::token::Role::Admin);
        let url = github.git_url("acme/base").replace("http://", &format!("http://ada:{admin}@"));
        first.git(["push", "--quiet", "--force", &url, "main:main"]);
        Hosted { github, admin, reviewer_key: first.read(".kb/keys/reviewer").trim().to_owned() }
    }

    /// What `actions/checkout` leaves with the whole depth and no credential kept.
    fn checkout(&self) -> TestRepo {
        let url = self.github.git_url("acme/base");
        let with_token = url.replace("http://", &format!("http://ada:{}@", self.admin));
        let repo = TestRepo::new();
        repo.git(["remote", "add", "origin", &with_token]);
        repo.git(["fetch", "--quiet", "origin", "+refs/heads/*:refs/remotes/origin/*"]);
        repo.git(["checkout", "--quiet", "-B", "main", "refs/remotes/origin/main"]);
        repo.git(["remote", "set-url", "origin", &url]);
        repo
    }

    /// Runs a script in a checkout with `secrets` in its environment.
    fn step(&self, repo: &TestRepo, script: &str, secrets: &[(&str, &str)]) -> Run {
        let mut command = repo.command("bash");
        let kb = Path::new(env!("CARGO_BIN_EXE_kb")).parent().expect("the folder of kb").to_owned();
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .arg(script)
            .env("PATH", format!("{}:{path}", kb.display()))
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_SERVER_URL", self.github.url())
            .env("GITHUB_API_URL", self.github.api_url())
            .env("GITHUB_GRAPHQL_URL", self.github.graphql_url())
            .envs(secrets.iter().copied());
        repo.run(&mut command, b"")
    }
}

/// Hands an artefact from one job to the next.
fn hand(from: &TestRepo, to: &TestRepo, name: &str) {
    std::fs::copy(from.path(name), to.path(name)).expect("the artefact");
}

#[test]
fn the_workflows_bring_evidence_into_main_and_publish_it() {
    let hosted = Hosted::new();
    let github = &hosted.github;

    // kb-propose: the job with the model has no credential at all.
    let propose = hosted.checkout();
    hosted.step(&propose, "ci/workflow/propose", &[]).code(0).prints("kb-proposals.bundle");
    assert_eq!(github.pulls("acme/base").len(), 0);
    let publish = hosted.checkout();
    hand(&propose, &publish, "kb-proposals.bundle");
    let key = [("KB_PROPOSER_KEY", keys::PROPOSER)];
    hosted.step(&publish, "ci/workflow/sync", &key).code(0).prints("opened");
    // It runs again on its schedule: nothing new, and one pull request.
    let again = hosted.checkout();
    hosted.step(&again, "ci/workflow/propose", &[]).code(0).prints("nothing new");
    hosted.step(&again, "ci/workflow/sync", &key).code(0);
    let pulls = github.pulls("acme/base");
    assert_eq!(pulls.len(), 1);
    let number = pulls[0].number.to_string();

    // kb-review: the job with the model has a token that reads, and no key; the one with the key has no model.
    let read = github.workflow_token(&[("contents", "read"), ("pull_requests", "read")]);
    let review = hosted.checkout();
    let secrets = [("KB_PR", number.as_str()), ("KB_READ_TOKEN", &read)];
    hosted.step(&review, "ci/workflow/review", &secrets).code(0);
    for operation in ["pulls/create-review", "checks/create", "issues/create-comment"] {
        assert!(github.calls(operation).is_empty(), "who asks the model writes nothing: {operation}");
    }
    let post = hosted.checkout();
    hand(&review, &post, "kb-review.txt");
    let secrets = [
        ("KB_PR", number.as_str()),
        ("KB_REVIEWER_KEY", keys::REVIEWER),
        ("KB_REVIEWER_SIGNING_KEY", &hosted.reviewer_key),
    ];
    hosted.step(&post, "ci/workflow/post", &secrets).code(0).prints("approved");
    let checks = github.calls("checks/create").len();
    hosted.step(&post, "ci/workflow/post", &secrets).code(0);
    let again = hosted.checkout();
    hand(&review, &again, "kb-review.txt");
    hosted.step(&again, "ci/workflow/post", &secrets).code(0);
    assert_eq!(github.calls("pulls/create-review").len(), 1, "one review a head, however often it is posted");
    assert_eq!(github.calls("checks/create").len(), checks, "one decision, however often it is posted");

    // kb-merge, twice.
    for _ in 0..2 {
        let merge = hosted.checkout();
        hosted.step(&merge, "ci/workflow/merge", &[("KB_MERGER_KEY", keys::MERGER)]).code(0);
    }
    assert_eq!(github.calls("pulls/merge").len(), 1);

    // kb-publish.
    let before = github.resolve("acme/base", "refs/heads/main");
    let summaries = hosted.checkout();
    let merger = [("KB_MERGER_KEY", keys::MERGER)];
    hosted.step(&summaries, "ci/workflow/summaries", &merger).code(0);
    let secrets = [("KB_PR", "2"), ("KB_REVIEWER_KEY", keys::REVIEWER)];
    hosted
        .step(&hosted.checkout(), "ci/workflow/review", &[("KB_PR", "2"), ("KB_READ_TOKEN", &read)])
        .code(0);
    hosted.step(&hosted.checkout(), "ci/workflow/post", &secrets).code(0).prints("every byte is the same");
    hosted.step(&hosted.checkout(), "ci/workflow/merge", &merger).code(0);
    let after = github.resolve("acme/base", "refs/heads/main");
    assert_ne!(before, after, "the summaries are on main");
    let registry = Canned::start();
    let index = hosted.checkout();
    let place = registry.place();
    let secrets = [("KB_REGISTRY", place.as_str()), ("KB_REGISTRY_TOKEN", "s3cret-token")];
    let published = hosted.step(&index, "ci/workflow/publish", &secrets).code(0);
    assert!(published.stdout.contains(&format!("published {place}@sha256:")), "{}", published.whole());
    let secrets = [secrets[0], secrets[1], ("GITHUB_OUTPUT", "output.txt")];
    let next = hosted.checkout();
    hosted.step(&next, "ci/workflow/publish", &secrets).code(0);
    assert!(next.read("output.txt").contains("digest=sha256:"), "{}", next.read("output.txt"));
    hosted.step(&hosted.checkout(), "ci/workflow/check", &[]).code(0);
    hosted.github.finish();
}

#[test]
fn scripts_take_numbers_and_commits_and_nothing_else() {
    let hosted = Hosted::new();
    let repo = hosted.checkout();
    for pr in ["", "0", "1;id", "$(id)", "../1", "1 2", "-1"] {
        for script in ["ci/workflow/review", "ci/workflow/post"] {
            let run = hosted.step(&repo, script, &[("KB_PR", pr)]);
            assert_ne!(run.status, 0, "{script} took `{pr}`");
            assert!(run.stderr.contains("name a pull request by its number"), "{}", run.whole());
        }
    }
    for base in ["main", "--help", "0123456789012345678901234567890123456789x", "HEAD~1"] {
        hosted.step(&repo, "ci/workflow/check", &[("KB_BASE", base)]).code(2).says("no commit");
    }
    let head = repo.git(["rev-parse", "HEAD"]);
    hosted.step(&repo, "ci/workflow/check", &[("KB_BASE", head.trim())]).code(0);
    hosted
        .step(&repo, "ci/workflow/check", &[("KB_BASE", head.trim()), ("KB_HEAD", "HEAD")])
        .code(2)
        .says("no commit");
}

/// PR-08: the head is somebody's fork, there is no secret, and nothing of it is checked out.
#[test]
fn a_fork_is_checked_as_objects_and_nothing_is_written() {
    let hosted = Hosted::new();
    let bad = "---\ntype: Note\ntitle: New\n---\n# New\n\nSee [[nowhere]].\n";
    let number = hosted.github.fork_pull("stranger", "patch-1", &[("knowledge/new.md", Some(bad))]);
    let pull = hosted.github.pull("acme/base", number);
    let read = hosted.github.workflow_token(&[("contents", "read")]);
    let repo = hosted.checkout();
    let base = repo.git(["rev-parse", "HEAD"]);
    let secrets = [("KB_BASE", base.trim()), ("KB_HEAD", pull.head.as_str()), ("KB_READ_TOKEN", &read)];
    let before = hosted.github.writes().len();
    let run = hosted.step(&repo, "ci/workflow/check", &secrets).code(1);
    assert!(run.stdout.contains("knowledge/new.md") && run.stdout.contains("nowhere"), "{}", run.whole());
    assert!(!repo.exists("knowledge/new.md"), "nothing is checked out");
    assert_eq!(hosted.github.writes().len(), before, "nothing is written there");
    let good = "---\ntype: Note\ntitle: Good\nlabels: [public]\n---\n# Good\n\nSee [[index]].\n";
    let number = hosted.github.fork_pull("other", "patch-2", &[("knowledge/good.md", Some(good))]);
    let pull = hosted.github.pull("acme/base", number);
    let secrets = [("KB_BASE", base.trim()), ("KB_HEAD", pull.head.as_str()), ("KB_READ_TOKEN", &read)];
    let run = hosted.step(&repo, "ci/workflow/check", &secrets);
    assert!(run.status <= 1 && !run.whole().contains("nowhere"), "{}", run.whole());
}
