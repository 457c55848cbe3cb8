//! The permission matrix: what each part may do under the rulesets that kb asks for, each cell asserted.

use serde_json::{Value, json};

use super::client::{call, graphql, send};
use super::stage::{OLD, Stage};
use crate::github::FakeGitHub;

/// The parts, in the order of the columns: proposer, reviewer, merger, a workflow's token that only reads, nobody.
const PARTS: [&str; 5] = ["proposer", "reviewer", "merger", "workflow", "nobody"];

/// Operation, and the status for each part. Who may not see the repository is not told that it is there.
const MATRIX: &[(&str, [u16; 5])] = &[
    ("read a file", [200, 200, 200, 200, 404]),
    ("make a branch kb/*", [201, 403, 201, 403, 404]),
    ("move a branch kb/*", [200, 403, 200, 403, 404]),
    ("make another branch", [422, 403, 422, 403, 404]),
    ("make a tag", [422, 403, 422, 403, 404]),
    ("move main", [422, 403, 422, 403, 404]),
    ("delete main", [422, 403, 422, 403, 404]),
    ("bring a workflow", [403, 403, 403, 403, 404]),
    ("open a pull request", [201, 201, 201, 403, 404]),
    ("change its title", [200, 200, 200, 403, 404]),
    ("approve it", [422, 200, 200, 403, 404]),
    ("report kb/review", [403, 201, 201, 403, 404]),
    ("comment on it", [201, 201, 201, 403, 404]),
    ("resolve a thread", [200, 403, 200, 403, 401]),
    ("merge it", [405, 403, 200, 403, 404]),
    ("make a ruleset", [403, 403, 403, 403, 404]),
    ("start a workflow", [403, 403, 403, 403, 404]),
];

/// The rulesets: who, what, and where else.
fn rulesets(github: &FakeGitHub) {
    let merger = json!([{"actor_type": "Integration", "actor_id": 103, "bypass_mode": "always"}]);
    let check = |name: &str, app: u64| json!({"context": name, "integration_id": app});
    let quality = json!([
        {"type": "pull_request", "parameters": {
            "dismiss_stale_reviews_on_push": true, "require_code_owner_review": true,
            "require_last_push_approval": false, "required_approving_review_count": 0,
            "required_review_thread_resolution": true,
        }},
        {"type": "required_status_checks", "parameters": {
            "strict_required_status_checks_policy": false,
            "required_status_checks": [check("kb/review", 102), check("kb/merge-guard", 103)],
        }},
        {"type": "non_fast_forward"}, {"type": "deletion"},
    ]);
    let guarded = json!([{"type": "creation"}, {"type": "update"}, {"type": "deletion"}]);
    for (name, target, bypass, include, exclude, rules) in [
        ("main-writer", "branch", merger, json!(["~DEFAULT_BRANCH"]), json!([]), guarded.clone()),
        ("main-quality", "branch", json!([]), json!(["~DEFAULT_BRANCH"]), json!([]), quality),
        (
            "branches",
            "branch",
            json!([]),
            json!(["~ALL"]),
            json!(["refs/heads/kb/**/*", "~DEFAULT_BRANCH"]),
            guarded.clone(),
        ),
        ("tags", "tag", json!([]), json!(["~ALL"]), json!([]), guarded),
    ] {
        github.ruleset(
            "acme/base",
            json!({
                "name": name, "target": target, "enforcement": "active", "bypass_actors": bypass,
                "conditions": {"ref_name": {"include": include, "exclude": exclude}}, "rules": rules,
            }),
        );
    }
}

/// A pull request that may go in, and the id of a resolved thread in it.
fn ready() -> (Stage, String) {
    let stage = Stage::opened();
    stage.push("kb/more", &OLD.replace("\n20\n", "\ntwenty\n"));
    stage.github.commit("acme/base", "kb/flow", &[(".github/workflows/a.yml", Some("on: push\n"))], "flow");
    rulesets(&stage.github);
    stage.comment_on(10).is(200);
    let mut world = stage.github.world();
    let comment = &mut world.repos[0].pulls[0].comments[0];
    comment.resolved = Some(comment.author.clone());
    let thread = crate::github::account::node("PRRT", comment.id);
    drop(world);
    for (token, name) in [(&stage.reviewer, "kb/review"), (&stage.merger, "kb/merge-guard")] {
        let check = json!({"name": name, "head_sha": stage.head(), "conclusion": "success"});
        call(&stage.github, token, "POST check-runs", &check).is(201);
    }
    (stage, thread)
}

/// Tries an operation on a stage of its own; the status.
fn tried(operation: &str, part: &str) -> u16 {
    let (stage, thread) = ready();
    let github = &stage.github;
    let token = match part {
        "proposer" => stage.proposer.clone(),
        "reviewer" => stage.reviewer.clone(),
        "merger" => stage.merger.clone(),
        "workflow" => github.workflow_token(&[("contents", "read"), ("pull_requests", "read")]),
        _ => String::new(),
    };
    let tip = |name: &str| github.resolve("acme/base", name).expect("a commit");
    let ask = |line: &str, body: Value| call(github, &token, line, &body).status;
    let new = |name: &str| json!({"ref": name, "sha": tip("main")});
    let admin = json!({"name": "x", "enforcement": "active"});
    match operation {
        "read a file" => ask("GET contents/knowledge/n.md", Value::Null),
        "make a branch kb/*" => ask("POST git/refs", new("refs/heads/kb/new")),
        "move a branch kb/*" => {
            let body = json!({"sha": tip("kb/more"), "force": true});
            ask("PATCH git/refs/heads/kb/proposal/1", body)
        }
        "make another branch" => ask("POST git/refs", new("refs/heads/release")),
        "make a tag" => ask("POST git/refs", new("refs/tags/v1")),
        "move main" => ask("PATCH git/refs/heads/main", json!({"sha": stage.head()})),
        "delete main" => ask("DELETE git/refs/heads/main", Value::Null),
        "bring a workflow" => {
            ask("PATCH git/refs/heads/kb/more", json!({"sha": tip("kb/flow"), "force": true}))
        }
        "open a pull request" => ask("POST pulls", json!({"title": "a", "head": "kb/more", "base": "main"})),
        "change its title" => ask("PATCH pulls/1", json!({"title": "b"})),
        "approve it" => ask("POST pulls/1/reviews", json!({"event": "APPROVE"})),
        "report kb/review" => ask(
            "POST check-runs",
            json!({"name": "kb/review", "head_sha": stage.head(), "conclusion": "success"}),
        ),
        "comment on it" => ask("POST issues/1/comments", json!({"body": "hm"})),
        "resolve a thread" => {
            let document = "mutation ResolveThread($input: ResolveReviewThreadInput!) { resolveReviewThread(input: \
                            $input) { thread { id } } }";
            let reply = graphql(github, &token, document, &json!({"input": {"threadId": thread}}));
            if reply.json["errors"][0]["type"] == "FORBIDDEN" { 403 } else { reply.status }
        }
        "merge it" => ask("PUT pulls/1/merge", json!({"sha": stage.head()})),
        "make a ruleset" => ask("POST rulesets", admin),
        "start a workflow" => {
            let line = "POST /repos/acme/base/actions/workflows/a.yml/dispatches";
            send(github, line, &token, "", &json!({"ref": "main"}).to_string()).status
        }
        other => panic!("no operation `{other}`"),
    }
}

fn row(operation: &str) {
    let (_, wanted) = MATRIX.iter().find(|(name, _)| *name == operation).expect("a row");
    for (part, wanted) in PARTS.iter().zip(wanted) {
        assert_eq!(tried(operation, part), *wanted, "{part}: {operation}");
    }
}

/// A test for each row.
macro_rules! rows {
    ($($test:ident $operation:literal;)*) => {
        $(#[test] fn $test() { row($operation); })*

        #[test]
        fn every_row_of_the_matrix_is_tried() {
            let tried = [$($operation),*];
            let rows: Vec<&str> = MATRIX.iter().map(|(name, _)| *name).collect();
            assert_eq!(rows, tried);
        }
    };
}

rows! {
    reading "read a file";
    making_a_branch "make a branch kb/*";
    moving_a_branch "move a branch kb/*";
    making_another_branch "make another branch";
    making_a_tag "make a tag";
    moving_main "move main";
    deleting_main "delete main";
    bringing_a_workflow "bring a workflow";
    opening "open a pull request";
    changing_the_title "change its title";
    approving "approve it";
    reporting "report kb/review";
    commenting "comment on it";
    resolving "resolve a thread";
    merging "merge it";
    making_a_ruleset "make a ruleset";
    starting_a_workflow "start a workflow";
}
