//! Rulesets and settings as a doctor reads and writes them.

use serde_json::{Value, json};

use super::client::call;
use super::stage::Stage;
use crate::github::token::Role;

#[test]
fn rulesets_are_made_replaced_as_a_whole_and_read_back() {
    let stage = Stage::new();
    let admin = stage.github.person("ada", Role::Admin);
    let ask = |line: &str, body: &Value| call(&stage.github, &admin, line, body);
    let body = json!({
        "name": "branches", "target": "branch", "enforcement": "evaluate",
        "bypass_actors": [{"actor_type": "RepositoryRole", "actor_id": 5, "bypass_mode": "always"}],
        "conditions": {"ref_name": {"include": ["~ALL"], "exclude": ["refs/heads/kb/**/*"]}},
        "rules": [{"type": "creation"}, {"type": "non_fast_forward"}],
    });
    let made = ask("POST rulesets", &body).is(201).json;
    ask("POST rulesets", &body).says(422, "Name must be unique");
    let path = format!("rulesets/{}", made["id"]);
    // Rules that are not given again are gone.
    let put = json!({"enforcement": "active", "rules": [{"type": "creation"}]});
    let changed = ask(&format!("PUT {path}"), &put).is(200).json;
    assert_eq!((&changed["rules"], &changed["name"]), (&json!([{"type": "creation"}]), &json!("branches")));
    // Who may bypass is shown only to who may change it.
    let seen = stage.get(&path);
    assert!(seen["bypass_actors"].is_null() && changed["bypass_actors"].is_array());
    assert_eq!(stage.get("rules/branches/free")[0]["type"], "creation");
    assert_eq!(stage.get("rules/branches/kb/proposal/1"), json!([]));
    stage.propose("POST rulesets", &body).says(403, "Resource not accessible by integration");
    let main = json!({"ref": "refs/heads/free", "sha": stage.github.resolve("acme/base", "main")});
    stage.propose("POST git/refs", &main).says(422, "creations being restricted");
    ask("POST git/refs", &main).is(201);
    let suites = ask("GET rulesets/rule-suites", &Value::Null).is(200).json;
    assert_eq!((&suites[0]["result"], &suites[1]["result"]), (&json!("bypass"), &json!("fail")));
}

#[test]
fn codeowners_environments_and_protection_are_told() {
    let stage = Stage::new();
    let admin = stage.github.person("ada", Role::Admin);
    stage.propose("GET codeowners/errors", &Value::Null).is(404);
    let owners = "* @nobody\n/knowledge/ @ada\n";
    stage.github.commit("acme/base", "main", &[(".github/CODEOWNERS", Some(owners))], "owners");
    let errors = stage.get("codeowners/errors");
    assert_eq!(
        (&errors["errors"][0]["line"], &errors["errors"][0]["kind"]),
        (&json!(1), &json!("Unknown owner"))
    );
    let policy =
        json!({"deployment_branch_policy": {"protected_branches": true, "custom_branch_policies": false}});
    call(&stage.github, &admin, "PUT environments/kb-merger", &policy).is(200);
    let shown = call(&stage.github, &admin, "GET environments/kb-merger", &Value::Null).is(200).json;
    assert_eq!(shown["deployment_branch_policy"]["protected_branches"], true);
    call(&stage.github, &admin, "GET environments/none", &Value::Null).is(404);
    call(&stage.github, &admin, "GET branches/main/protection", &Value::Null)
        .says(404, "Branch not protected");
}

#[test]
fn an_owner_has_to_approve_where_the_rule_says_so() {
    let stage = Stage::new();
    let owners = "/knowledge/ @ada\n";
    stage.github.commit("acme/base", "main", &[("CODEOWNERS", Some(owners))], "owners");
    stage.github.ruleset(
        "acme/base",
        json!({
            "name": "owners", "enforcement": "active",
            "conditions": {"ref_name": {"include": ["refs/heads/main"], "exclude": []}},
            "rules": [{"type": "pull_request", "parameters": {
                "dismiss_stale_reviews_on_push": false, "require_code_owner_review": true,
                "require_last_push_approval": false, "required_approving_review_count": 0,
                "required_review_thread_resolution": false,
            }}],
        }),
    );
    let (ada, bob) = (stage.github.person("ada", Role::Write), stage.github.person("bob", Role::Write));
    stage.push("kb/proposal/1", "x\n");
    stage.open("kb/proposal/1").is(201);
    call(&stage.github, &bob, "POST pulls/1/reviews", &json!({"event": "APPROVE"})).is(200);
    stage.merge("PUT pulls/1/merge", &json!({})).says(405, "code owner");
    call(&stage.github, &ada, "POST pulls/1/reviews", &json!({"event": "APPROVE"})).is(200);
    stage.merge("PUT pulls/1/merge", &json!({})).is(200);
}

#[test]
fn what_a_workflow_does_starts_no_workflow() {
    let stage = Stage::new();
    let token = stage.github.workflow_token(&[("contents", "write"), ("pull_requests", "write")]);
    stage.push("kb/a", "x\n");
    let body = json!({"title": "a", "head": "kb/a", "base": "main"});
    let opened = call(&stage.github, &token, "POST pulls", &body).is(201).json;
    assert_eq!(opened["user"]["login"], "github-actions[bot]");
    stage.push("kb/b", "y\n");
    stage.open("kb/b").is(201);
    call(&stage.github, &token, "POST dispatches", &json!({"event_type": "go"})).is(204);
    let starting: Vec<(String, bool)> = stage
        .github
        .events()
        .into_iter()
        .filter(|event| event.name != "push")
        .map(|event| (event.name, event.starts_workflows))
        .collect();
    let named = |name: &str, starts: bool| (name.to_owned(), starts);
    let wanted =
        [named("pull_request", false), named("pull_request", true), named("repository_dispatch", true)];
    assert_eq!(starting, wanted);
}
