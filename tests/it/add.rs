//! `kb add`, as a user sees it.

mod bad_input;
mod commits;
mod formats;
mod policies;
mod twice;

use serde_json::Value;

use crate::TestRepo;

/// The path of a fixture.
fn fixture(name: &str) -> String {
    format!("{}/tests/fixtures/evidence/formats/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Adds the fixture `name`; gives what the report says of the one item.
#[track_caller]
fn added(repo: &TestRepo, name: &str) -> Value {
    let report = repo.kb(["add", &fixture(name), "--format", "json"]).code(0).json();
    assert_eq!(report["added"].as_array().map(Vec::len), Some(1), "{report}");
    report["added"][0].clone()
}

/// The text that spans point into.
fn text(repo: &TestRepo, item: &Value) -> String {
    repo.read(item["text"].as_str().expect("a path"))
}

/// The record of an item.
fn meta(repo: &TestRepo, item: &Value) -> String {
    repo.read(&format!("{}/meta.yaml", item["path"].as_str().expect("a path")))
}
