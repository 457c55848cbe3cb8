//! GitHub's own examples through the contract: what it finds in them is known, and it finds nothing else.

use serde_json::Value;

use crate::github::contract::Contract;

/// The examples, requests and responses.
pub const EXAMPLES: &str = include_str!("../../../fixtures/github/examples.json");

/// Examples of GitHub that break GitHub's own description.
const BROKEN: &[(&str, &str)] = &[
    ("repos/get", "language"),
    ("repos/get-branch-protection", "checks"),
    ("repos/list-pull-requests-associated-with-commit", "requested_teams"),
    ("repos/get-commit", "contents_url"),
    ("issues/get", "assignee"),
    // The example of a pinned comment is the comment, not the issue.
    ("issues/get", "assignee"),
    ("pulls/list", "requested_teams"),
    ("pulls/create", "requested_teams"),
    ("pulls/get", "requested_teams"),
    ("pulls/update", "requested_teams"),
    ("pulls/remove-requested-reviewers", "requested_teams"),
    ("pulls/list-requested-reviewers", "type"),
    ("pulls/request-reviewers", "requested_teams"),
    ("repos/get-repo-rulesets", "enforcement"),
];

#[test]
fn the_official_examples_pass_but_for_those_that_break_their_own_schema() {
    let contract = Contract::official();
    let examples: Vec<Value> = serde_json::from_str(EXAMPLES).expect("examples");
    let mut broken: Vec<(String, String)> = Vec::new();
    let mut passed = 0;
    for example in &examples {
        let text = |key: &str| example[key].as_str().unwrap_or_default();
        if example["kind"] != "response" {
            continue;
        }
        let status = example["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0);
        let faults = contract.response_faults(text("operation"), status, &example["value"]);
        let faults: Vec<String> =
            faults.into_iter().filter(|fault| !fault.starts_with("unknown key")).collect();
        if faults.is_empty() {
            passed += 1;
        } else {
            broken.push((text("operation").to_owned(), faults.join(" | ")));
        }
    }
    assert!(passed > 70, "{passed} passed");
    let names: Vec<&str> = broken.iter().map(|(operation, _)| operation.as_str()).collect();
    assert_eq!(names, BROKEN.iter().map(|(operation, _)| *operation).collect::<Vec<_>>(), "{broken:#?}");
    for ((operation, faults), (_, about)) in broken.iter().zip(BROKEN) {
        assert!(faults.contains(about), "{operation}: {faults}");
    }
}
