//! Check runs and statuses: the last of a name and an App, changed by the App that made it.

use serde_json::{Value, json};

use super::client::call;
use super::stage::Stage;

#[test]
fn the_latest_of_each_name_and_app_is_listed() {
    let stage = Stage::opened();
    let head = stage.head();
    let check = |conclusion: &str| {
        json!({"name": "kb/check", "head_sha": head, "status": "completed", "conclusion": conclusion,
               "output": {"title": "t", "summary": "s"}})
    };
    stage.review("POST check-runs", &check("failure")).is(201);
    stage.review("POST check-runs", &check("success")).is(201);
    stage.merge("POST check-runs", &check("neutral")).is(201);
    let list = |query: &str| {
        let shown = stage.review(&format!("GET commits/{head}/check-runs{query}"), &Value::Null).is(200).json;
        let runs = shown["check_runs"].as_array().expect("runs").clone();
        runs.iter().map(|run| run["conclusion"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(list(""), ["neutral", "success"]);
    assert_eq!(list("?app_id=102"), ["success"]);
    assert_eq!(list("?filter=all").len(), 3);
    assert!(list("?check_name=kb/review").is_empty());
}

#[test]
fn an_app_changes_only_its_own() {
    let stage = Stage::opened();
    let begun =
        json!({"name": "kb/review", "head_sha": stage.head(), "status": "in_progress", "external_id": "r1"});
    let made = stage.review("POST check-runs", &begun).is(201).json;
    assert_eq!((&made["app"]["id"], &made["conclusion"]), (&json!(102), &Value::Null));
    let path = format!("check-runs/{}", made["id"]);
    stage.merge(&format!("PATCH {path}"), &json!({"conclusion": "success"})).says(403, "Invalid app_id");
    let annotation = json!({
        "path": "knowledge/n.md", "start_line": 10, "end_line": 10, "annotation_level": "failure", "message": "no",
    });
    let done = json!({
        "conclusion": "action_required",
        "output": {"title": "t", "summary": "s", "annotations": [annotation]},
    });
    let done = stage.review(&format!("PATCH {path}"), &done).is(200).json;
    assert_eq!((&done["status"], &done["external_id"]), (&json!("completed"), &json!("r1")));
    let listed = stage.review(&format!("GET {path}/annotations"), &Value::Null).is(200).json;
    assert_eq!(listed[0]["start_line"], 10);
    let nowhere = json!({"name": "a", "head_sha": "0123456789012345678901234567890123456789"});
    stage.review("POST check-runs", &nowhere).says(422, "No commit found");
}

#[test]
fn statuses_are_combined_by_context() {
    let stage = Stage::opened();
    let token = stage.github.token("kb-merger", &[("contents", "read"), ("statuses", "write")]);
    let head = stage.head();
    let post = |state: &str, context: &str| {
        let body = json!({"state": state, "context": context, "description": "d"});
        call(&stage.github, &token, &format!("POST statuses/{head}"), &body).is(201);
    };
    let long = json!({"state": "success", "description": "x".repeat(141)});
    call(&stage.github, &token, &format!("POST statuses/{head}"), &long).says(422, "too long");
    post("failure", "a");
    post("success", "a");
    post("pending", "b");
    let combined =
        call(&stage.github, &token, &format!("GET commits/{head}/status"), &Value::Null).is(200).json;
    assert_eq!((&combined["state"], &combined["total_count"]), (&json!("pending"), &json!(2)));
    let all = call(&stage.github, &token, &format!("GET commits/{head}/statuses"), &Value::Null).is(200).json;
    assert_eq!(all.as_array().map(Vec::len), Some(3));
}
