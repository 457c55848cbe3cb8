//! Credentials: JWTs, tokens no wider than asked for, their end, and the permission that each call needs.

use serde_json::{Value, json};

use super::client::{call, jwt, minted, send};
use super::stage::Stage;
use crate::github::contract::Contract;
use crate::github::ops::{Need, TABLE};
use crate::github::token::Role;
use crate::github::{FakeGitHub, clock, keys};

#[test]
fn a_token_is_as_wide_as_was_asked_for() {
    let github = FakeGitHub::with_kb_apps();
    github.repository("acme/other");
    let asked =
        json!({"repositories": ["base"], "permissions": {"contents": "read", "pull_requests": "write"}});
    let given = minted(&github, 101, keys::PROPOSER, &asked).is(201).json;
    let wanted = json!({"contents": "read", "metadata": "read", "pull_requests": "write"});
    assert_eq!(given["permissions"], wanted);
    assert_eq!(given["repository_selection"], "selected");
    assert_eq!(given["repositories"][0]["full_name"], "acme/base");
    assert_eq!(given["expires_at"].as_str().map(|text| &text[..16]), Some("2026-11-30T10:00"));
    let token = given["token"].as_str().expect("a token");
    send(&github, "GET /repos/acme/base", token, "", "").is(200);
    send(&github, "GET /repos/acme/other", token, "", "").is(404);
    let reach = send(&github, "GET /installation/repositories", token, "", "").is(200).json;
    assert_eq!(reach["total_count"], 1);
    let body = json!({"ref": "refs/heads/kb/x", "sha": github.resolve("acme/base", "main")});
    call(&github, token, "POST git/refs", &body).says(403, "Resource not accessible by integration");
}

#[test]
fn a_token_is_never_wider_than_the_installation() {
    let github = FakeGitHub::with_kb_apps();
    let wider = json!({"permissions": {"workflows": "write"}});
    minted(&github, 101, keys::PROPOSER, &wider).says(422, "not granted to this installation");
    let wider = json!({"permissions": {"contents": "write"}});
    minted(&github, 102, keys::REVIEWER, &wider).is(422);
    let elsewhere = json!({"repositories": ["nowhere"]});
    minted(&github, 101, keys::PROPOSER, &elsewhere).says(422, "not accessible to the parent installation");
}

#[test]
fn a_jwt_of_another_key_or_too_long_a_life_opens_nothing() {
    let github = FakeGitHub::with_kb_apps();
    let ask = |jwt: &str| send(&github, "GET /app", jwt, "", "");
    let own = ask(&jwt(101, keys::PROPOSER, clock::START, 540)).is(200).json;
    assert_eq!(own["slug"], "kb-proposer");
    ask(&jwt(101, keys::MERGER, clock::START, 540)).says(401, "could not be decoded");
    ask(&jwt(101, keys::PROPOSER, clock::START, 3_600)).says(401, "too far in the future");
    ask(&jwt(999, keys::PROPOSER, clock::START, 540)).says(401, "Integration not found");
    // A JWT opens what is about the App, and nothing else.
    let jwt = jwt(101, keys::PROPOSER, clock::START, 540);
    send(&github, "GET /repos/acme/base/pulls", &jwt, "", "").is(403);
    let installed = send(&github, "GET /repos/acme/base/installation", &jwt, "", "").is(200).json;
    assert_eq!((&installed["id"], &installed["app_id"]), (&json!(201), &json!(101)));
    let foreign = json!({});
    send(&github, "POST /app/installations/203/access_tokens", &jwt, "", &foreign.to_string()).is(404);
}

#[test]
fn the_times_of_a_jwt_count_where_a_test_says_so() {
    let github = FakeGitHub::with_kb_apps();
    github.strict_jwt_times();
    let ask = |issued: u64| send(&github, "GET /app", &jwt(101, keys::PROPOSER, issued, 540), "", "");
    ask(clock::START).is(200);
    ask(clock::START - 900).says(401, "must be in the future");
    ask(clock::START + 900).says(401, "too far in the future");
}

#[test]
fn a_token_ends_after_an_hour() {
    let github = FakeGitHub::with_kb_apps();
    let token = minted(&github, 101, keys::PROPOSER, &json!({})).is(201).json;
    let token = token["token"].as_str().expect("a token");
    call(&github, token, "GET pulls", &Value::Null).is(200);
    github.advance(3_601);
    call(&github, token, "GET pulls", &Value::Null).says(401, "Bad credentials");
}

#[test]
fn every_operation_refuses_a_token_without_its_permission() {
    let stage = Stage::opened();
    let bare = stage.github.token("kb-proposer", &[]);
    let examples: Vec<Value> = serde_json::from_str(super::examples::EXAMPLES).expect("examples");
    let requests: Vec<&Value> = examples.iter().filter(|example| example["kind"] == "request").collect();
    let mut tried = 0;
    for (operation, need, _) in TABLE {
        let names = match need {
            Need::Read(names) | Need::Write(names) if !names.contains(&"metadata") => names,
            _ => continue,
        };
        let described = Contract::official().named(operation).expect("a described operation");
        let mut path = described.template.clone();
        for (name, value) in
            [("owner", "acme"), ("repo", "base"), ("pull_number", "1"), ("basehead", "main...main")]
        {
            path = path.replace(&format!("{{{name}}}"), value);
        }
        while let (Some(from), Some(to)) = (path.find('{'), path.find('}')) {
            path.replace_range(from..=to, "1");
        }
        let line = format!("{} {path}", described.method);
        let given = requests.iter().find(|example| example["operation"] == *operation);
        let body = match described.method.as_str() {
            "GET" | "DELETE" => String::new(),
            _ => given.map_or_else(|| "{}".to_owned(), |example| example["value"].to_string()),
        };
        let reply = send(&stage.github, &line, &bare, "", &body);
        // A body that the contract refuses never gets as far as the permission.
        if reply.status == 599 {
            continue;
        }
        tried += 1;
        assert_eq!(reply.status, 403, "{line}: {}", reply.text);
        assert!(
            reply.header("x-accepted-github-permissions").is_some_and(|all| all.contains(names[0])),
            "{line}"
        );
    }
    assert!(tried > 60, "{tried} operations were tried");
    stage.github.take_violations();
}

#[test]
fn what_a_person_may_follows_from_the_part() {
    let stage = Stage::opened();
    let (ada, bob) = (stage.github.person("ada", Role::Maintain), stage.github.person("bob", Role::Read));
    let label = json!({"labels": ["kb"]});
    call(&stage.github, &bob, "POST issues/1/labels", &label).says(403, "personal access token");
    call(&stage.github, &ada, "POST issues/1/labels", &label).is(200);
    // Check runs are for Apps.
    let check = json!({"name": "kb/check", "head_sha": stage.head()});
    call(&stage.github, &ada, "POST check-runs", &check).is(403);
    let own = send(&stage.github, "GET /user", &ada, "", "").is(200).json;
    assert_eq!(own["login"], "ada");
    send(&stage.github, "GET /user", &stage.proposer, "", "").is(403);
    send(&stage.github, "GET /user", "ghp_wrong", "", "").says(401, "Bad credentials");
    send(&stage.github, "GET /repos/acme/base", "", "", "").is(404);
}
