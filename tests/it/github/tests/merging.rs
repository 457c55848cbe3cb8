//! Merges: real ones, of the head that was decided on, when the rules allow it.

use serde_json::{Value, json};

use super::stage::{OLD, Stage};

fn ruleset(name: &str, bypass: Value, rules: Value) -> Value {
    json!({
        "name": name, "target": "branch", "enforcement": "active", "bypass_actors": bypass,
        "conditions": {"ref_name": {"include": ["~DEFAULT_BRANCH"], "exclude": []}}, "rules": rules,
    })
}

fn checks(app: u64) -> Value {
    json!([{"type": "required_status_checks", "parameters": {
        "strict_required_status_checks_policy": false,
        "required_status_checks": [{"context": "kb/review", "integration_id": app}],
    }}])
}

#[test]
fn a_merge_has_both_parents_and_the_message_that_was_given() {
    let stage = Stage::opened();
    let (main, head) = (stage.github.resolve("acme/base", "main").expect("main"), stage.head());
    let body = json!({
        "sha": head, "merge_method": "merge", "commit_title": "kb: a change",
        "commit_message": "Why.\n\nKb-Proposal: 1\nKb-Base: x",
    });
    let merged = stage.merge("PUT pulls/1/merge", &body).is(200).json;
    let commit = stage.get(&format!("git/commits/{}", merged["sha"].as_str().expect("a commit")));
    assert_eq!(commit["message"], "kb: a change\n\nWhy.\n\nKb-Proposal: 1\nKb-Base: x");
    let parents: Vec<&Value> =
        commit["parents"].as_array().expect("parents").iter().map(|parent| &parent["sha"]).collect();
    assert_eq!(parents, [&json!(main), &json!(head)]);
    assert_eq!(commit["author"]["name"], "kb-merger[bot]");
    stage.propose("GET pulls/1/merge", &Value::Null).is(204);
    stage.merge("PUT pulls/1/merge", &body).says(405, "not mergeable");
}

#[test]
fn a_stale_head_a_draft_and_a_conflict_are_refused() {
    let stage = Stage::opened();
    let head = stage.head();
    stage.push("kb/proposal/1", "else\n");
    stage.merge("PUT pulls/1/merge", &json!({"sha": head})).says(409, "Head branch was modified");
    stage.push("main", "third\n");
    stage.merge("PUT pulls/1/merge", &json!({"sha": stage.head()})).says(405, "not mergeable");
    stage.push("kb/draft", &format!("{OLD}21\n"));
    let draft = json!({"title": "a", "head": "kb/draft", "base": "main", "draft": true});
    stage.propose("POST pulls", &draft).is(201);
    stage.merge("PUT pulls/2/merge", &json!({})).says(405, "still a draft");
    stage.review("PUT pulls/1/merge", &json!({})).says(403, "Resource not accessible by integration");
}

#[test]
fn squash_and_rebase_leave_one_parent() {
    for (method, commits) in [("squash", 1), ("rebase", 2)] {
        let stage = Stage::opened();
        stage.github.commit("acme/base", "kb/proposal/1", &[("knowledge/b.md", Some("b\n"))], "second");
        let main = stage.github.resolve("acme/base", "main").expect("main");
        let tree = stage.github.git("acme/base", &["rev-parse", "kb/proposal/1^{tree}"]);
        stage.merge("PUT pulls/1/merge", &json!({"merge_method": method})).is(200);
        let count = stage.github.git("acme/base", &["rev-list", "--count", &format!("{main}..main")]);
        assert_eq!(count.trim(), commits.to_string(), "{method}");
        assert_eq!(stage.github.git("acme/base", &["rev-parse", "main^{tree}"]), tree, "{method}");
    }
}

#[test]
fn the_settings_of_the_repository_say_how_it_is_merged() {
    let stage = Stage::opened();
    stage.github.world().repos[0].merge_methods = vec!["squash"];
    let shown = stage.get("");
    assert_eq!((&shown["allow_merge_commit"], &shown["allow_squash_merge"]), (&json!(false), &json!(true)));
    stage.merge("PUT pulls/1/merge", &json!({})).says(405, "Merge commits are not allowed");
    stage.merge("PUT pulls/1/merge", &json!({"merge_method": "squash"})).is(200);
}

#[test]
fn only_who_may_bypass_updates_main() {
    let stage = Stage::opened();
    let merger = json!([{"actor_type": "Integration", "actor_id": 103, "bypass_mode": "always"}]);
    let rules = json!([{"type": "update"}, {"type": "creation"}, {"type": "deletion"}]);
    stage.github.ruleset("acme/base", ruleset("main-writer", merger, rules));
    stage.propose("PUT pulls/1/merge", &json!({})).says(405, "Cannot update this protected ref");
    let head = json!({"sha": stage.head()});
    stage.propose("PATCH git/refs/heads/main", &head).says(422, "Cannot update this protected ref");
    stage.propose("DELETE git/refs/heads/main", &Value::Null).says(422, "Cannot delete");
    stage.merge("PUT pulls/1/merge", &json!({})).is(200);
    let world = stage.github.world();
    let results: Vec<&Value> = world.repos[0].suites.iter().map(|suite| &suite["result"]).collect();
    assert_eq!(results, ["fail", "fail", "fail", "bypass"]);
}

#[test]
fn a_required_check_counts_from_its_app_alone() {
    let stage = Stage::opened();
    stage.github.ruleset("acme/base", ruleset("main-quality", json!([]), checks(102)));
    let check =
        |conclusion: &str| json!({"name": "kb/review", "head_sha": stage.head(), "conclusion": conclusion});
    let merge = || stage.merge("PUT pulls/1/merge", &json!({}));
    merge().says(405, "Required status check \\\"kb/review\\\" is expected");
    // Another App says so, and somebody with a status: neither is the one.
    stage.merge("POST check-runs", &check("success")).is(201);
    let anybody = stage.github.token("kb-proposer", &[("statuses", "write")]);
    let status = json!({"state": "success", "context": "kb/review"});
    super::client::call(&stage.github, &anybody, &format!("POST statuses/{}", stage.head()), &status).is(201);
    merge().says(405, "is expected");
    stage.review("POST check-runs", &check("failure")).is(201);
    merge().says(405, "is failing");
    stage.review("POST check-runs", &check("success")).is(201);
    merge().is(200);
}

#[test]
fn threads_methods_and_direct_pushes_are_held_to_the_rule_on_pull_requests() {
    let stage = Stage::opened();
    let rule = json!([{"type": "pull_request", "parameters": {
        "dismiss_stale_reviews_on_push": true, "require_code_owner_review": false,
        "require_last_push_approval": false, "required_approving_review_count": 0,
        "required_review_thread_resolution": true, "allowed_merge_methods": ["merge"],
    }}]);
    stage.github.ruleset("acme/base", ruleset("main-quality", json!([]), rule));
    stage.comment_on(10).is(200);
    let merge = |method: &str| stage.merge("PUT pulls/1/merge", &json!({"merge_method": method}));
    merge("merge").says(405, "conversation must be resolved");
    stage.github.world().repos[0].pulls[0].comments[0].resolved =
        Some(crate::github::token::Actor::Nobody.account());
    merge("squash").says(405, "Merge method squash is not allowed");
    let head = json!({"sha": stage.head()});
    stage.merge("PATCH git/refs/heads/main", &head).says(422, "through a pull request");
    merge("merge").is(200);
}

#[test]
fn whoever_pushed_last_does_not_approve_the_own_push() {
    let stage = Stage::opened();
    let rule = json!([{"type": "pull_request", "parameters": {
        "dismiss_stale_reviews_on_push": false, "require_code_owner_review": false,
        "require_last_push_approval": true, "required_approving_review_count": 0,
        "required_review_thread_resolution": false,
    }}]);
    stage.github.ruleset("acme/base", ruleset("last-push", json!([]), rule));
    let ada = stage.github.person("ada", crate::github::token::Role::Write);
    let approve = |token: &str| {
        super::client::call(&stage.github, token, "POST pulls/1/reviews", &json!({"event": "APPROVE"}))
            .is(200)
    };
    let tip = stage.github.commit("acme/base", "kb/other", &[("knowledge/z.md", Some("z\n"))], "z");
    super::client::call(
        &stage.github,
        &ada,
        "PATCH git/refs/heads/kb/proposal/1",
        &json!({"sha": tip, "force": true}),
    )
    .is(200);
    approve(&ada);
    stage.merge("PUT pulls/1/merge", &json!({})).says(405, "other than the last pusher");
    let bob = stage.github.person("bob", crate::github::token::Role::Write);
    approve(&bob);
    stage.merge("PUT pulls/1/merge", &json!({})).is(200);
}

#[test]
fn rulesets_that_only_evaluate_or_are_off_hold_nobody_back() {
    for (enforcement, evaluation) in [("evaluate", Some("fail")), ("disabled", None)] {
        let stage = Stage::opened();
        let mut body = ruleset("try", json!([]), checks(102));
        body["enforcement"] = json!(enforcement);
        stage.github.ruleset("acme/base", body);
        stage.merge("PUT pulls/1/merge", &json!({})).is(200);
        let suites = stage.github.world().repos[0].suites.clone();
        let said = suites.first().and_then(|suite| suite["evaluation_result"].as_str());
        assert_eq!(said, evaluation, "{enforcement}");
    }
}

#[test]
fn an_app_without_the_permission_brings_no_workflow() {
    let stage = Stage::new();
    let workflow = [(".github/workflows/x.yml", Some("on: push\n"))];
    stage.github.commit("acme/base", "kb/w", &workflow, "a workflow");
    stage.open("kb/w").is(201);
    stage.merge("PUT pulls/1/merge", &json!({})).says(403, "without `workflows` permission");
    let able = stage.github.token("kb-merger", &[("contents", "write"), ("workflows", "write")]);
    super::client::call(&stage.github, &able, "PUT pulls/1/merge", &json!({})).is(200);
}

#[test]
fn a_branch_is_brought_up_to_its_base() {
    let stage = Stage::opened();
    stage.propose("PUT pulls/1/update-branch", &json!({})).says(422, "no new commits");
    stage.github.commit("acme/base", "main", &[("knowledge/z.md", Some("z\n"))], "more");
    stage.propose("PUT pulls/1/update-branch", &json!({"expected_head_sha": "x"})).is(422);
    let before = stage.head();
    stage.propose("PUT pulls/1/update-branch", &json!({"expected_head_sha": before})).is(202);
    assert_ne!(stage.head(), before);
}
