//! Tests of the client against a small server that plays canned answers.

mod limits;
mod pulls;
mod reviews;
mod secrets;
mod server;
mod summary;
mod threads;
mod tokens;

use std::rc::Rc;

use serde_json::{Value, json};

use self::server::Server;
use super::time::StoppedTime;
use super::*;

/// The moment at which tests begin, in seconds of the epoch.
const NOW: i64 = 1_796_029_200;

/// A personal token, for all that is no test of tokens.
const TOKEN: &str = "personal-token-0123456789abcdef";

/// The key of an app that was made for these tests and opens nothing.
const PEM: &str = include_str!("../../../../tests/fixtures/forge/app-pkcs1.pem");

fn site(server: &Server) -> Site {
    Site {
        host: "ghe.example.org".to_owned(),
        server: "https://ghe.example.org".to_owned(),
        rest: format!("{}/api/v3", server.url),
        graphql: format!("{}/api/graphql", server.url),
        owner: "acme".to_owned(),
        name: "base".to_owned(),
    }
}

fn environment(name: &str) -> Option<String> {
    match name {
        "GH_TOKEN" => Some(TOKEN.to_owned()),
        "KB_REVIEWER_KEY" => Some(PEM.to_owned()),
        _ => None,
    }
}

/// The client of a small set-up, and its clock.
fn client(server: &Server) -> (GitHub, Rc<StoppedTime>) {
    patient_client(server, 900)
}

/// The same, that waits at most `patience` seconds.
fn patient_client(server: &Server, patience: u64) -> (GitHub, Rc<StoppedTime>) {
    let config = ForgeConfig { token_env: Some("GH_TOKEN".to_owned()), patience, ..ForgeConfig::default() };
    let time = StoppedTime::at(NOW);
    let github =
        GitHub::new(site(server), ForgeRole::Reviewer, &config, &environment, Box::new(Rc::clone(&time)));
    (github, time)
}

/// The path of `below` in the repository.
fn at(line: &str) -> String {
    let (method, below) = line.split_once(' ').unwrap();
    format!("{method} /api/v3/repos/acme/base{below}")
}

/// The answer to who this is.
fn me() -> server::Answer {
    server::says(200, json!({ "login": "Ada" }))
}

/// A pull request as GitHub shows it.
fn pull_json(number: u64, change: Value) -> Value {
    let mut pull = json!({
        "number": number, "node_id": format!("PR_{number}"), "html_url": format!("https://h/acme/base/pull/{number}"),
        "state": "open", "draft": false, "title": "Refunds", "body": "Why.", "merged_at": null,
        "user": { "login": "ada" }, "labels": [{ "name": "kb" }, { "name": "help" }], "merge_commit_sha": "c0ffee",
        "head": { "ref": "kb/proposal/x", "sha": "a1", "repo": { "full_name": "acme/base" } },
        "base": { "ref": "main", "sha": "b0", "repo": { "full_name": "Acme/base" } },
    });
    for (key, value) in change.as_object().into_iter().flatten() {
        pull[key] = value.clone();
    }
    pull
}
