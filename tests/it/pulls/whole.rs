//! From evidence to main over pull requests: opened, rejected on the right line, revised, approved, merged; and each command
//! again, which changes nothing.

use super::stage::Stage;

#[test]
fn evidence_reaches_main_through_three_roles() {
    let stage = Stage::new();
    let proposed = stage.proposer.kb(["propose", "--publish"]).code(0);
    assert!(proposed.whole().contains("#1"), "{}", proposed.whole());
    let pull = stage.github.pull("acme/base", 1);
    let body = pull.body.unwrap_or_default();
    assert!(body.contains("| claim | where | verdict | evidence |"), "{body}");
    stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(0).prints("approved");
    let merged = stage.merger.kb(["merge", "--run"]).code(0).prints("merged");
    let main = stage.github.resolve("acme/base", "refs/heads/main").expect("main");
    assert!(merged.whole().contains(&main[..8]), "{} is not in {}", &main[..8], merged.whole());
    assert_eq!(stage.merger.repo.git(["rev-parse", "main"]).trim(), main);
    let branches =
        stage.github.git("acme/base", &["for-each-ref", "--format=%(refname)", "refs/heads/kb/proposal"]);
    assert_eq!(branches.trim(), "", "the branch goes with the merge");
    stage.merger.kb(["audit", "--verify"]).code(0);
    let why = stage.merger.kb(["why", "knowledge/refunds.md", "--format", "json"]).code(0).json();
    let claims = why["claims"].as_array().unwrap_or_else(|| panic!("{why}"));
    let url = format!("{}/acme/base/pull/1", stage.github.url());
    assert!(!claims.is_empty() && claims.iter().all(|claim| claim["pull_request"] == url.as_str()), "{why}");
}

#[test]
fn each_command_again_writes_nothing() {
    let stage = Stage::new();
    stage.proposer.kb(["propose", "--publish"]).code(0);
    let steps: [(&str, &dyn Fn()); 4] = [
        ("sync", &|| drop(stage.proposer.kb(["proposal", "sync"]).code(0))),
        ("review", &|| drop(stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(0))),
        ("merge", &|| drop(stage.merger.kb(["merge", "--run"]).code(0))),
        ("sync after the merge", &|| drop(stage.merger.kb(["merge", "--run"]).code(0))),
    ];
    for (name, step) in steps {
        step();
        let before = writes(&stage);
        step();
        assert_eq!(writes(&stage), before, "{name}, again");
    }
    assert_eq!(stage.github.pulls("acme/base").len(), 1);
}

/// What was asked for that changes something; a token is nothing that lasts.
fn writes(stage: &Stage) -> Vec<String> {
    let writes = stage.github.writes().into_iter().map(|seen| seen.operation);
    writes.filter(|operation| !operation.contains("access-token")).collect()
}
