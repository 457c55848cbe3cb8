//! Summaries under rulesets that let nobody push to main: a pull request brings them, and a rebuild proves them.

use serde_json::json;

use super::stage::Stage;
use crate::github::repo::CheckRun;
use crate::github::token::Role;

const PLACE: &str = "acme/base";

/// The stage with a note, and with the rulesets of `kb github apply-rulesets` if asked.
fn stage(has_rules: bool) -> Stage {
    let stage = Stage::with(|repo| {
        repo.write("knowledge/desk/opening.md", "# Opening\n\nThe desk opens at eight in the morning.\n");
    });
    if has_rules {
        let admin = stage.github.person("root", Role::Admin);
        let (api, graphql) = (stage.github.api_url(), stage.github.graphql_url());
        let environment = [
            ("KB_ADMIN_TOKEN", admin.as_str()),
            ("GITHUB_API_URL", api.as_str()),
            ("GITHUB_GRAPHQL_URL", graphql.as_str()),
            ("GITHUB_SERVER_URL", stage.github.url()),
        ];
        let repo = &stage.proposer.repo;
        repo.kb_with_env(&environment, ["github", "apply-rulesets", "--active"]).code(0);
    }
    stage
}

/// What GitHub's own workflow says of the head of pull request `number`.
fn checked(stage: &Stage, number: u64) {
    let head = stage.github.pull(PLACE, number).head;
    let check = CheckRun {
        id: 900 + number,
        name: "kb/check".to_owned(),
        app: crate::github::app::ACTIONS,
        head,
        status: "completed".to_owned(),
        conclusion: Some("success".to_owned()),
        external_id: String::new(),
        details_url: None,
        output: json!({}),
        annotations: Vec::new(),
        started: "2026-11-30T08:00:00Z".to_owned(),
        completed: Some("2026-11-30T08:00:01Z".to_owned()),
    };
    stage.github.world().repos[0].checks.push(check);
}

fn main_of(stage: &Stage) -> String {
    stage.github.resolve(PLACE, "refs/heads/main").expect("main")
}

fn has_summaries(stage: &Stage) -> bool {
    stage.github.git(PLACE, &["ls-tree", "-r", "--name-only", "main"]).contains("knowledge/desk/.abstract")
}

#[test]
fn without_rules_a_pull_request_brings_them_too() {
    let stage = stage(false);
    stage.merger.kb(["build", "--commit", "--publish"]).code(0).says("pull request 1 brings the summaries");
    assert!(!has_summaries(&stage), "kb pushes to no main");
    stage.merger.kb(["merge", "--run"]).code(0).prints("made again and the same");
    assert!(has_summaries(&stage));
}

#[test]
fn under_strict_rulesets_a_pull_request_brings_them_and_a_rebuild_proves_them() {
    let stage = stage(true);
    let before = main_of(&stage);
    for _ in 0..2 {
        stage
            .merger
            .kb(["build", "--commit", "--publish"])
            .code(0)
            .says("pull request 1 brings the summaries");
    }
    let pulls = stage.github.pulls(PLACE);
    assert_eq!(
        (pulls.len(), pulls[0].head_ref.as_str()),
        (1, "kb/summaries"),
        "one, however often it is offered"
    );
    assert_eq!(main_of(&stage), before, "nothing moved main");
    checked(&stage, 1);
    // The gate alone is not enough: the reviewer has not said so.
    stage.merger.kb(["merge", "--run"]).code(0);
    assert_eq!(main_of(&stage), before);
    stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(0).prints("every byte is the same");
    stage.merger.kb(["merge", "--run"]).code(0).prints("summaries of folders, made again and the same");
    assert!(has_summaries(&stage));
    assert_eq!(stage.github.resolve(PLACE, "refs/heads/kb/summaries"), None, "the branch goes");
    stage.merger.kb(["build", "--commit", "--publish"]).code(0).prints("are current");
    stage.merger.kb(["audit", "--verify"]).code(0);
}

#[test]
fn a_branch_that_brings_anything_else_is_refused() {
    for (path, text) in [
        ("knowledge/desk/.abstract", "---\nkb: summary\n---\nThe desk never closes.\n"),
        ("knowledge/desk/extra.md", "# Extra\n\nThe desk never closes.\n"),
        ("kb.toml", "version = 1\n"),
    ] {
        let stage = stage(true);
        stage.merger.kb(["build", "--commit", "--publish"]).code(0);
        let before = main_of(&stage);
        // Whoever may push to kb/* puts something else on the branch, on the same base.
        let repo = &stage.proposer.repo;
        repo.git(["checkout", "--quiet", "-B", "kb/summaries", &before]);
        repo.write(path, text);
        repo.commit_all("kb build: summaries of 2 folders");
        let made = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
        let from = repo.root().join(".git");
        let from = from.to_str().expect("UTF-8");
        stage.github.git(PLACE, &["fetch", "--quiet", from, &format!("+{made}:refs/heads/kb/summaries")]);
        stage.github.world().repos[0].pulls[0].head.clone_from(&made);
        checked(&stage, 1);
        stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(1).prints("rejected");
        stage.merger.kb(["merge", "--run"]).code(0);
        assert_eq!(main_of(&stage), before, "{path}");
    }
}

#[test]
fn when_main_moves_on_they_are_made_afresh() {
    let stage = stage(true);
    stage.merger.kb(["build", "--commit", "--publish"]).code(0);
    let moved = stage.github.commit(
        PLACE,
        "main",
        &[("knowledge/desk/closing.md", Some("# Closing\n\nAt six.\n"))],
        "x",
    );
    let pull_main = |clone: &super::stage::Clone| {
        let from = stage.github.git(PLACE, &["rev-parse", "--absolute-git-dir"]);
        clone.repo.git(["pull", "--quiet", from.trim(), "main"]);
    };
    pull_main(&stage.merger);
    pull_main(&stage.reviewer);
    stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(0).prints("main moved on");
    stage.merger.kb(["build", "--commit", "--publish"]).code(0).says("pull request 1 brings the summaries");
    checked(&stage, 1);
    stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(0).prints("every byte is the same");
    stage.merger.kb(["merge", "--run"]).code(0).prints("made again and the same");
    assert_ne!(main_of(&stage), moved);
    assert!(has_summaries(&stage));
}
