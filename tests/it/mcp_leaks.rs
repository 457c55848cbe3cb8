//! I7 over the server: what a caller may not see changes nothing in what an agent of theirs gets, byte for byte.
//!
//! Two bases, one with everything, one with only what the caller may see, get the same requests; commits aside, every message
//! of both servers must be the same: answers, errors, and progress with its counts.

use std::collections::BTreeMap;

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use super::TestRepo;
use super::leaks::{Put, ids, put, repo};
use super::mcp::client::Client;
use super::stage::{evidence, note, propose};

/// Every way of asking. What changes the base comes last.
fn requests() -> Vec<(&'static str, Value)> {
    let mut requests = vec![
        ("tools/list", json!({})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({ "name": "answer", "arguments": { "question": "oil?" } })),
        ("resources/templates/list", json!({})),
        ("resources/list", json!({})),
        ("resources/list", json!({ "cursor": "kb://_/knowledge/b.md" })),
        ("tools/call", json!({ "name": "sarch", "arguments": {} })),
        ("nothing/such", json!({})),
    ];
    let mut call = |tool: &str, arguments: Value| {
        let params =
            json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": requests.len() } });
        requests.push(("tools/call", params));
    };
    for query in [
        "pump pressure bar",
        "which days to oil the motor",
        "\"oil the seal\"",
        "xyzzy nothing here",
        "ann@example.com",
        "folder:a pump type:note",
        "path:a/b valve",
        "tag:machine",
        "-pump valve",
        "motr",
        "",
    ] {
        call("search", json!({ "query": query }));
        call("search", json!({ "query": query, "budget": 60 }));
        call("search", json!({ "query": query, "deprecated": true }));
        call("search", json!({ "query": query, "as_of": "2019-06-30" }));
        call("search", json!({ "query": query, "evidence": true }));
    }
    call("search", json!({ "query": "pump", "tenant": "u", "labels": ["y"] }));
    let mut names: Vec<String> =
        ["pump", "press", "nowhere", "a", "a/b", "c", ".", "knowledge", "evidence", "kb.toml"]
            .map(str::to_owned)
            .to_vec();
    for folder in ["", "a/", "a/b/", "c/"] {
        for name in ["index", "pump", "valve", "seal", "motor"] {
            names.push(format!("knowledge/{folder}{name}.md"));
        }
    }
    for id in ids() {
        names.push(format!("evidence/2026/11/{id}/source.md#L1"));
        names.push(id);
    }
    for name in &names {
        for level in 0..=2 {
            call("read", json!({ "uri": name, "level": level }));
        }
        call("read", json!({ "uri": format!("{name}#Care") }));
        call("read", json!({ "uri": format!("{name}#L999") }));
        call("browse", json!({ "folder": name }));
        call("browse", json!({ "folder": name, "depth": 5, "budget": 80 }));
        call("neighbours", json!({ "uri": name }));
        call("why", json!({ "uri": name }));
        call("why", json!({ "uri": format!("{name}#L10") }));
        call("proposal", json!({ "id": name }));
    }
    call("browse", json!({ "depth": 5 }));
    call("proposal", json!({}));
    for name in names.iter().filter(|name| name.contains('/')) {
        for tenant in ["_", "t", "u", "nobody"] {
            let uri = format!("kb://{tenant}/{name}");
            requests.push(("resources/read", json!({ "uri": uri })));
            requests.push(("tools/call", json!({ "name": "read", "arguments": { "uri": uri } })));
        }
    }
    let words = "Dana: who oils the pump?\nRavi: The fitter oils the pump every 9 days.\n";
    for propose in [false, true] {
        let arguments = json!({ "text": words, "kind": "call", "title": "Oil", "propose": propose });
        requests.push(("tools/call", json!({ "name": "remember", "arguments": arguments })));
    }
    requests.push(("tools/call", json!({ "name": "proposal", "arguments": {} })));
    requests
}

/// Every message that answers `requests`, commits and moments aside.
fn said(repo: &TestRepo, requests: &[(&str, Value)]) -> Vec<String> {
    let mut client = Client::start(repo, ["--as", "reader"]);
    let mut said = vec![client.hello("leaks").to_string()];
    for (method, params) in requests {
        let answer = client.ask(method, params.clone());
        let mut messages = client.others();
        messages.push(answer);
        said.push(messages.iter().map(|message| format!("{message}\n")).collect());
    }
    client.close();
    let commits = repo.git(["rev-list", "--all"]);
    let mut clean: Vec<String> = said;
    for text in &mut clean {
        for commit in commits.lines() {
            *text = text.replace(commit, "[COMMIT]").replace(&commit[..8], "[COMMIT]");
        }
        *text = without_times(text);
    }
    clean
}

/// `text` with `[TIME]` in place of every moment.
fn without_times(text: &str) -> String {
    let mut clean = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("2026-11-30T") {
        let end = rest[at..].find('Z').map_or(rest.len(), |end| at + end + 1);
        clean += &rest[..at];
        clean += "[TIME]";
        rest = &rest[end..];
    }
    clean + rest
}

/// A proposal of a note that the reader may not see, from evidence that they may not see.
fn hidden_proposal(repo: &TestRepo) -> String {
    let id = evidence(repo, "The plan is hidden.\n", "labels: [y]\n");
    let text = note("Plan", "The plan is hidden.", &id, 1, "The plan is hidden.");
    let text = text.replacen("---\n", "---\nlabels: [y]\n", 1);
    propose(repo, "knowledge/plan.md", &text)
}

#[test]
fn what_a_caller_may_not_see_changes_nothing_that_their_agent_gets() {
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[11; 32]);
    let mut runner =
        TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, seed);
    let notes = proptest::collection::vec(put(), 4..14);
    for (round, derived) in [false, true].into_iter().enumerate() {
        let notes = notes.new_tree(&mut runner).expect("notes").current();
        let notes: BTreeMap<String, Put> = notes.into_iter().map(|put| (put.path.clone(), put)).collect();
        let (whole, rest) = (repo(&notes, true, derived), repo(&notes, false, derived));
        let mut requests = requests();
        if round == 0 {
            let id = hidden_proposal(&whole);
            requests.insert(0, ("tools/call", json!({ "name": "proposal", "arguments": { "id": id } })));
        }
        let (one, other) = (said(&whole, &requests), said(&rest, &requests));
        assert_eq!(one[0], other[0], "the greeting");
        let mut told = 0;
        for ((request, one), other) in requests.iter().zip(&one[1..]).zip(&other[1..]) {
            assert_eq!(one, other, "{request:?} of {notes:#?}");
            told += usize::from(one.contains("pump") && !one.contains("\"error\""));
        }
        assert!(told > 30, "the reader was told {told} things, so that there was something to compare");
    }
}

#[test]
fn what_the_reader_may_not_see_is_there_for_the_owner() {
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[12; 32]);
    let mut runner =
        TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, seed);
    let hidden =
        put().prop_filter("hidden", |put| !put.seen).new_tree(&mut runner).expect("a note").current();
    let path = hidden.path.clone();
    let whole = repo(&BTreeMap::from([(path.clone(), hidden)]), true, false);
    let read = |arguments: &[&str]| {
        let mut client = match arguments {
            [] => Client::greet(&whole, "t", []),
            _ => Client::greet(&whole, "t", ["--as", "reader"]),
        };
        client.call("read", json!({ "uri": path.clone() }))["isError"] == json!(true)
    };
    assert_eq!((read(&[]), read(&["reader"])), (false, true));
}
