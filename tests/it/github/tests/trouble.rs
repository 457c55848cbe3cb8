//! What goes wrong on the way: planned faults, limits, and lines that are cut.

use serde_json::{Value, json};

use super::client::send;
use super::stage::Stage;
use crate::github::fault::Fault;

fn comment(stage: &Stage) -> super::client::Reply {
    stage.propose("POST issues/1/comments", &json!({"body": "hello"}))
}

#[test]
fn a_fault_comes_at_its_call_before_or_after_the_effect() {
    for (fault, status, written) in [
        (Fault::Status(503), 503, 0),
        (Fault::After(502), 502, 1),
        (Fault::Cut, 0, 0),
        (Fault::CutAfter, 0, 1),
        (Fault::Garbage, 201, 1),
    ] {
        let stage = Stage::opened();
        stage.github.fault("issues/create-comment", 1, fault);
        assert_eq!(comment(&stage).status, status, "{fault:?}");
        assert_eq!(stage.github.comments("acme/base", 1).len(), written, "{fault:?}");
        comment(&stage).is(201);
        assert_eq!(stage.github.calls("issues/create-comment").len(), 2);
    }
}

#[test]
fn half_an_answer_is_no_answer() {
    let stage = Stage::opened();
    stage.github.fault("issues/create-comment", 1, Fault::HalfBody);
    let reply = comment(&stage);
    let promised: usize =
        reply.header("content-length").and_then(|length| length.parse().ok()).expect("a length");
    assert!(reply.text.len() < promised && reply.json.is_null());
    assert_eq!(stage.github.comments("acme/base", 1).len(), 1);
}

#[test]
fn plans_count_from_when_they_were_made_and_over_all_operations() {
    let stage = Stage::opened();
    comment(&stage).is(201);
    stage.github.fault("*", 2, Fault::Status(500));
    comment(&stage).is(201);
    stage.propose("GET pulls/1", &Value::Null).is(500);
    stage.propose("GET pulls/1", &Value::Null).is(200);
    stage.github.fault_from("pulls/get", 1, 2, Fault::Status(502));
    stage.propose("GET pulls/1", &Value::Null).is(502);
    stage.propose("GET pulls/1", &Value::Null).is(502);
    stage.propose("GET pulls/1", &Value::Null).is(200);
}

#[test]
fn limits_are_told_apart() {
    let stage = Stage::opened();
    stage.github.fault("issues/create-comment", 1, Fault::Secondary(None));
    let reply = comment(&stage).says(403, "secondary rate limit");
    assert!(reply.header("retry-after").is_none());
    stage.github.fault("issues/create-comment", 1, Fault::Secondary(Some(3)));
    assert_eq!(comment(&stage).is(403).header("retry-after"), Some("3"));
    stage.github.fault("issues/create-comment", 1, Fault::Primary(120));
    let reply = comment(&stage).says(403, "API rate limit exceeded");
    assert_eq!(reply.header("x-ratelimit-remaining"), Some("0"));
    comment(&stage).is(201);
}

#[test]
fn graphql_says_with_200_that_the_limit_is_used_up() {
    let stage = Stage::opened();
    stage.github.fault("graphql/Viewer", 1, Fault::Primary(60));
    let ask = || {
        super::client::graphql(
            &stage.github,
            &stage.proposer,
            "query Viewer { viewer { login } }",
            &Value::Null,
        )
    };
    let limited = ask().is(200);
    assert_eq!(limited.json["errors"][0]["type"], "RATE_LIMITED");
    assert_eq!(limited.header("x-ratelimit-remaining"), Some("0"));
    stage.github.fault("graphql/Viewer", 1, Fault::Secondary(Some(2)));
    ask().says(403, "secondary rate limit");
    assert!(ask().is(200).json["errors"].is_null());
}

#[test]
fn the_primary_limit_is_counted_a_token_and_begins_anew() {
    let stage = Stage::opened();
    stage.github.world().limits.hourly = 3;
    let get = || stage.propose("GET pulls/1", &Value::Null);
    // Opening the pull request was the first.
    get().is(200);
    assert_eq!(get().is(200).header("x-ratelimit-remaining"), Some("0"));
    get().says(403, "API rate limit exceeded");
    stage.review("GET pulls/1", &Value::Null).is(200);
    // To ask how much is left costs nothing.
    let left = send(&stage.github, "GET /rate_limit", &stage.proposer, "", "").is(200).json;
    assert_eq!(left["resources"]["core"]["remaining"], 0);
    stage.github.advance(3_601);
    get().says(401, "Bad credentials");
}

#[test]
fn too_much_content_a_minute_is_too_much() {
    let stage = Stage::opened();
    stage.github.advance(61);
    stage.github.world().limits.content = Some(2);
    comment(&stage).is(201);
    comment(&stage).is(201);
    assert_eq!(comment(&stage).says(403, "secondary rate limit").header("retry-after"), Some("60"));
    stage.propose("GET pulls/1", &Value::Null).is(200);
    stage.github.advance(61);
    comment(&stage).is(201);
}

#[test]
fn what_was_asked_is_told() {
    let stage = Stage::opened();
    comment(&stage).is(201);
    stage.review("GET pulls/1", &Value::Null).is(200);
    let writes: Vec<(String, String)> =
        stage.github.writes().into_iter().map(|seen| (seen.operation, seen.login)).collect();
    let by = |operation: &str| (operation.to_owned(), "kb-proposer[bot]".to_owned());
    assert_eq!(writes, [by("pulls/create"), by("issues/create-comment")]);
    assert_eq!(stage.github.counts()["pulls/get"], 1);
    assert_eq!(stage.github.calls("pulls/get")[0].target, "/api/v3/repos/acme/base/pulls/1");
}
