//! The shortest way through: a token, a pull request, a merge.

use serde_json::{Value, json};

use super::client::{call, minted};
use crate::github::{FakeGitHub, PROPOSER, keys};

#[test]
fn a_pull_request_is_opened_and_merged() {
    let github = FakeGitHub::with_kb_apps();
    github.commit("acme/base", "kb/proposal/1", &[("knowledge/a.md", Some("# A\n"))], "a note");
    let token = minted(&github, 101, keys::PROPOSER, &json!({"repositories": ["base"]})).is(201);
    let token = token.json["token"].as_str().expect("a token").to_owned();
    let body = json!({"title": "A note", "head": "kb/proposal/1", "base": "main", "body": "why"});
    let opened = call(&github, &token, "POST pulls", &body).is(201);
    assert_eq!(opened.json["number"], 1);
    let merged =
        call(&github, &token, "PUT pulls/1/merge", &json!({"sha": opened.json["head"]["sha"]})).is(200);
    let tip = github.resolve("acme/base", "main").expect("main");
    assert_eq!(merged.json["sha"], tip.as_str());
    let shown = call(&github, &token, "GET pulls/1", &Value::Null).is(200);
    assert_eq!(
        (&shown.json["merged"], &shown.json["merged_by"]["login"]),
        (&json!(true), &json!("kb-proposer[bot]"))
    );
    assert_eq!(PROPOSER.len(), 4);
    github.finish();
}
