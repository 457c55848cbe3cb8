//! The contract: what breaks it is answered with 599, and fails the test.

use serde_json::{Value, json};

use super::client::send;
use super::stage::Stage;
use crate::github::contract::{Contract, route};
use crate::github::ops::TABLE;

/// Operations of the description that the fake does not play.
const NOT_PLAYED: [&str; 9] = [
    "actions/list-workflow-runs",
    "meta/root",
    "repos/compare-commits",
    "repos/create-attestation",
    "repos/create-release",
    "repos/get-release-by-tag",
    "repos/list-attestations",
    "repos/list-release-assets",
    "repos/upload-release-asset",
];

#[test]
fn every_operation_of_the_description_is_played_or_listed() {
    let played: Vec<&str> = TABLE.iter().map(|(name, ..)| *name).collect();
    let mut missing: Vec<&str> = Contract::official().names().filter(|name| !played.contains(name)).collect();
    missing.sort_unstable();
    assert_eq!(missing, NOT_PLAYED);
    let unknown: Vec<&&str> =
        played.iter().filter(|name| Contract::official().named(name).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn a_request_that_breaks_the_description_is_a_violation() {
    let stage = Stage::opened();
    let body = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    for (line, given, fault) in [
        ("POST pulls", r#"{"head": "a", "base": "main", "tittle": "x"}"#, "unknown key `/tittle`"),
        ("POST pulls", r#"{"title": "x"}"#, "\\\"head\\\" is a required property"),
        ("POST pulls/1/reviews", r#"{"event": "APPROVED"}"#, "is not one of"),
        (
            "POST pulls/1/reviews",
            r#"{"comments": [{"path": "a", "body": "b", "subject_type": "file"}]}"#,
            "subject_type",
        ),
        (
            "POST check-runs",
            r#"{"name": "a", "head_sha": "b", "output": {"title": "t", "sumary": "s"}}"#,
            "sumary",
        ),
        ("GET pulls?status=open", "null", "unknown parameter `status`"),
        ("GET pulls?state=merged", "null", "parameter `state`"),
        ("GET pulls/one", "null", "parameter `pull_number`"),
        ("GET pull/1", "null", "no such operation"),
        ("GET pulls/1", r#"{"a": 1}"#, "takes no body"),
    ] {
        stage.propose(line, &body(given)).says(599, fault);
    }
    assert!(stage.github.take_violations().len() >= 10);
}

#[test]
#[should_panic(expected = "the contract was broken")]
fn a_violation_fails_the_test_at_its_end() {
    let stage = Stage::opened();
    stage.propose("POST pulls", &json!({"head": "a", "base": "b", "labels": []})).is(599);
    stage.github.finish();
}

#[test]
fn a_body_that_is_no_json_is_refused_as_github_does() {
    let stage = Stage::opened();
    let line = "POST /repos/acme/base/pulls";
    send(&stage.github, line, &stage.proposer, "", "{\"head\":").says(400, "Problems parsing JSON");
}

#[test]
fn parameters_may_span_slashes_where_github_lets_them() {
    let find = |method: &str, path: &str| {
        let (operation, params) = Contract::official().find(method, path)?;
        Some((operation.id.as_str(), params))
    };
    let (id, params) = find("GET", "/repos/a/b/git/ref/heads/kb/x").expect("an operation");
    assert_eq!((id, params["ref"].as_str()), ("git/get-ref", "heads/kb/x"));
    let (id, params) = find("GET", "/repos/a/b/git/ref/heads%2Fkb%2Fx").expect("an operation");
    assert_eq!((id, params["ref"].as_str()), ("git/get-ref", "heads/kb/x"));
    let (id, params) = find("GET", "/repos/a/b/commits/kb/x/check-runs").expect("an operation");
    assert_eq!((id, params["ref"].as_str()), ("checks/list-for-ref", "kb/x"));
    let (id, _) = find("GET", "/repos/a/b/rulesets/rule-suites").expect("an operation");
    assert_eq!(id, "repos/get-repo-rule-suites");
    assert!(find("GET", "/repos/a/b/pulls/1/2").is_none());
    assert_eq!(route::decoded("a%2Fb%zz%"), "a/b%zz%");
}

#[test]
fn the_bases_are_the_same_and_addresses_keep_the_one_that_was_asked() {
    let stage = Stage::opened();
    for (base, begins) in [("", ""), ("/api/v3", "/api/v3")] {
        let line = format!("GET {base}/repos/acme/base/pulls/1");
        let shown = send(&stage.github, &line, &stage.proposer, "", "").is(200).json;
        let wanted = format!("{}{begins}/repos/acme/base/pulls/1", stage.github.url());
        assert_eq!(shown["url"], wanted.as_str());
    }
    let line = "GET /repos/acme/base/pulls/1";
    send(&stage.github, line, &stage.proposer, "User-Agent: \r\n", "").says(403, "User-Agent");
}
