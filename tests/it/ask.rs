//! `kb ask`, as a user sees it.

use serde_json::{Value, json};

use crate::test_repo::TestRepo;

const REFUND: &str = "\
---
type: Policy
title: Refund policy
---
# Refund policy

## Deadline

A full refund can be requested within 7 days of receipt.[^window] Shipping is never refunded.

## Approval

Disputed: A refund above 500 EUR is approved by the team lead.[^lead]

[^window]: [call](../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L12-L14)
    \"full refund within seven days of getting it\"
[^lead]: [call](../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L20)
";

fn repo() -> TestRepo {
    TestRepo::new()
        .file("knowledge/refund.md", REFUND)
        .file("knowledge/copy.md", "# Copy\n\nA full refund can be requested within 7 days of receipt.\n")
        .file(
            "knowledge/pump.md",
            "# Pump\n\nThe pump runs on Mondays.\n\nIts filter is changed twice a year.\n",
        )
        .file(
            "knowledge/pay.md",
            "---\nlabels: [finance]\n---\n# Pay\n\nThe salary band of engineers is wide.\n",
        )
        .file(
            "knowledge/offer.md",
            "---\nvalid_until: 2026-06-30\n---\n# Spring offer\n\nThe spring discount is 20 percent.\n",
        )
        .commit("notes")
}

fn sentences(answer: &Value) -> Vec<&str> {
    let all = answer["sentences"].as_array().expect("sentences");
    all.iter().map(|sentence| sentence["text"].as_str().expect("a text")).collect()
}

#[test]
fn an_answer_is_the_claims_themselves_each_with_its_own_lines_and_evidence() {
    let repo = repo();
    let answer = repo.kb(["ask", "when can a full refund be requested?", "--format", "json"]).code(0).json();
    assert_eq!((&answer["is_answered"], &answer["family"]), (&json!(true), &json!("rules")));
    let first = &answer["sentences"][0];
    assert_eq!(first["text"], "A full refund can be requested within 7 days of receipt.");
    assert_eq!((&first["path"], &first["lines"]), (&json!("knowledge/refund.md"), &json!([9, 9])));
    assert_eq!(first["citations"], json!([{"evidence": "2026-11-30-call-3f9a2c", "lines": [12, 14]}]));
    assert_eq!(first["marks"], json!([]));
    let said = sentences(&answer);
    assert_eq!(said.iter().filter(|text| text.contains("within 7 days")).count(), 1, "none twice: {said:?}");
    assert!(!said.iter().any(|text| text.contains("pump")), "{said:?}");
    repo.kb(["ask", "--single", "when can a full refund be requested?"])
        .code(0)
        .prints("Refund policy > Deadline")
        .prints("knowledge/refund.md:9  2026-11-30-call-3f9a2c#L12-L14");
}

#[test]
fn what_is_not_in_the_base_is_said_with_what_was_examined() {
    let repo = repo();
    repo.kb(["ask", "xylophone zeppelin?"]).code(1).prints("not in the base").says("5 notes examined");
    let thin = repo.kb(["ask", "on which planet does the Martian pump colony live", "--format", "json"]);
    let thin = thin.code(1).json();
    assert_eq!((&thin["is_answered"], sentences(&thin).len()), (&json!(false), 0));
    assert!(thin["reason"].as_str().is_some_and(|why| why.contains("`planet`")), "{thin}");
}

#[test]
fn what_is_disputed_uncited_or_over_is_marked() {
    let repo = repo();
    let answer = repo.kb(["ask", "who approves a refund above 500 EUR", "--format", "json"]).code(0).json();
    let lead = answer["sentences"].as_array().expect("sentences").iter();
    let lead = lead.clone().find(|one| one["text"].as_str().is_some_and(|text| text.contains("team lead")));
    assert_eq!(lead.expect("the claim")["marks"], json!(["disputed"]));
    let pump = repo.kb(["ask", "when does the pump run", "--format", "json"]).code(0).json();
    assert_eq!(pump["sentences"][0]["marks"], json!(["uncited"]));
    repo.kb(["ask", "what is the spring discount"]).code(1).says("not valid on 2026-11-30");
    let then = repo.kb(["ask", "what is the spring discount", "--as-of", "2026-05-01", "--format", "json"]);
    assert_eq!(then.code(0).json()["sentences"][0]["marks"], json!(["expired", "uncited"]));
}

#[test]
fn labels_and_budget_hold() {
    let repo = repo();
    let asked = ["ask", "how wide is the salary band of engineers", "--label", "support"];
    repo.kb(asked).code(1).prints("not in the base").says("4 notes examined");
    repo.kb(["ask", "how wide is the salary band of engineers", "--label", "finance"]).code(0).prints("wide");
    let one = ["ask", "pump filter Mondays", "--limit", "1", "--format", "json"];
    assert_eq!(sentences(&repo.kb(one).code(0).json()).len(), 1);
    let small = repo.kb(["ask", "pump filter Mondays", "--budget", "8", "--format", "json"]).code(0).json();
    assert_eq!(sentences(&small).len(), 1, "{small}");
}
