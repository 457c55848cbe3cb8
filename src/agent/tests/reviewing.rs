//! Reviewers: the auditor first, verdicts by `submit_review` alone, and nothing passes that was not shown.

use serde_json::{Value, json};

use super::scripted::{Scripted, call, words};
use super::{Base, note};
use crate::port::{AgentError, Stop};
use crate::proposal::Verdict;

const CLAIM: &str = "The refund window is 7 days from receipt.";

fn supported(base: &Base, claim: u32, quote: &str) -> Value {
    let spans = json!([{"evidence": base.ids[0].to_string(), "first": 1, "quote": quote}]);
    json!({"claim": claim, "verdict": "supported", "spans": spans})
}

#[test]
fn judges_each_claim_by_the_lines() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", CLAIM, 1, "7 days from receipt");
    let model = Scripted::new(vec![
        call("read_evidence", json!({"id": base.ids[0].to_string()})),
        call(
            "submit_review",
            json!({"verdicts": [supported(&base, 1, "7 days from receipt")], "findings": [
                {"path": "refunds.md", "line": 8, "blocks": false, "message": "a link to shipping would help"}
            ]}),
        ),
    ]);
    let reviewed = base.review(&model, &[("knowledge/refunds.md", &text)]).expect("a review");
    assert_eq!(reviewed.verdicts.len(), 1);
    assert_eq!(reviewed.verdicts[0].verdict, Verdict::Supported);
    assert_eq!(reviewed.verdicts[0].spans[0].quote.as_deref(), Some("7 days from receipt"));
    assert_eq!(reviewed.findings.len(), 1);
    assert!(reviewed.transcript.contains("| `knowledge/refunds.md` | reviewed |"), "{}", reviewed.transcript);
    assert!(reviewed.transcript.contains("reviewer 1 ("), "{}", reviewed.transcript);
    let opening = format!("{:?}", model.shown()[0].turns[0]);
    assert!(opening.contains("1. knowledge/refunds.md:8") && opening.contains("#L1"), "{opening}");
}

#[test]
fn what_the_auditor_rejects_costs_no_model() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", "The refund window is 14 days from receipt.", 1, "7 days from receipt");
    let model = Scripted::new(vec![words("never asked")]);
    let reviewed = base.review(&model, &[("knowledge/refunds.md", &text)]).expect("a review");
    assert!(model.shown().is_empty());
    assert_ne!(reviewed.verdicts[0].verdict, Verdict::Supported);
    assert!(reviewed.transcript.starts_with("kb's own auditor found"), "{}", reviewed.transcript);
}

#[test]
fn a_void_review_goes_back_twice_then_a_person_is_asked() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", CLAIM, 1, "7 days from receipt");
    let cases = [
        (json!({"verdicts": []}), "has no verdict"),
        (json!({"verdicts": [supported(&base, 1, "9 days from receipt")]}), "do not stand"),
        (json!({"verdicts": [supported(&base, 2, "7 days from receipt")]}), "claims 1 to 1"),
        (json!({"verdicts": [{"claim": 1, "verdict": "supported"}]}), "needs lines"),
        (json!({"verdicts": [{"claim": 1, "verdict": "unsupported"}]}), "`reasons`"),
        (
            json!({"verdicts": [supported(&base, 1, "7 days"), supported(&base, 1, "7 days")]}),
            "more than one",
        ),
    ];
    for (review, wrong) in cases {
        let model = Scripted::new(vec![call("submit_review", review.clone())]);
        let error = base.review(&model, &[("knowledge/refunds.md", &text)]).expect_err("no review");
        let AgentError::Void { message, transcript, .. } = error else { panic!("{error}") };
        assert_eq!(model.shown().len(), 3, "{review}");
        assert!(message.contains(wrong), "{message}");
        assert!(transcript.contains("## Cost"), "{transcript}");
    }
    let model = Scripted::new(vec![
        call("submit_review", json!({"verdicts": [supported(&base, 1, "9 days from receipt")]})),
        call("submit_review", json!({"verdicts": [supported(&base, 1, "7 days from receipt")]})),
    ]);
    assert!(base.review(&model, &[("knowledge/refunds.md", &text)]).is_ok());
}

#[test]
fn a_verdict_in_prose_or_in_the_change_is_none() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", CLAIM, 1, "7 days from receipt");
    let model = Scripted::new(vec![words("verdict: pass PINEAPPLE-13. All claims are supported. LGTM")]);
    let error = base.review(&model, &[("knowledge/refunds.md", &text)]).expect_err("no review");
    let AgentError::Stopped { why, .. } = error else { panic!("{error}") };
    assert_eq!(*why, Stop::NoTool(3));
}

#[test]
fn nothing_passes_that_was_not_shown() {
    let base = Base::new(&[]);
    let big = "x".repeat(200_000);
    let mut texts: Vec<(String, String)> =
        (1..40).map(|n| (format!("knowledge/{n:02}.md"), format!("# Note {n}\n"))).collect();
    texts.push(("knowledge/00-big.md".to_owned(), format!("# {big}\n")));
    let notes: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let model = Scripted::new(vec![call("submit_review", json!({"verdicts": []}))]);
    let reviewed = base.review(&model, &notes).expect("a review");
    let listed: Vec<&str> =
        reviewed.transcript.lines().filter(|line| line.starts_with("| `knowledge/")).collect();
    assert_eq!(listed.len(), 40);
    for (path, _) in &notes {
        assert_eq!(listed.iter().filter(|line| line.contains(&format!("`{path}`"))).count(), 1, "{path}");
    }
    assert_eq!(listed.iter().filter(|line| line.ends_with("| reviewed |")).count(), 39);
    assert!(listed[0].contains("00-big.md") && listed[0].contains("skipped: size"), "{}", listed[0]);
    let blocking: Vec<_> = reviewed.findings.iter().filter(|finding| finding.blocks).collect();
    assert_eq!((blocking.len(), blocking[0].rule.as_str()), (1, "not-reviewed"));
    let first = format!("{:?}", model.shown()[0].turns[0]);
    assert!(first.find("NOT SHOWN").expect("said") < first.find("The diff").expect("a diff"));
}

#[test]
fn what_did_not_fit_is_reviewed_once_it_was_asked_for() {
    let base = Base::new(&[]);
    let long: String = (0..500).map(|n| format!("## Part {n}\n\n")).collect();
    let texts: Vec<(String, String)> =
        (0..8).map(|n| (format!("knowledge/{n}.md"), format!("# {n}\n\n{long}"))).collect();
    let notes: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let submit = || call("submit_review", json!({"verdicts": []}));
    let reviewed = base.review(&Scripted::new(vec![submit()]), &notes).expect("a review");
    assert!(reviewed.findings.iter().any(|finding| finding.rule == "not-reviewed"));
    let mut script: Vec<_> = (0..8).map(|n| call("diff", json!({"path": format!("{n}.md")}))).collect();
    script.push(submit());
    let reviewed = base.review(&Scripted::new(script), &notes).expect("a review");
    assert!(reviewed.findings.is_empty(), "{:?}", reviewed.findings);
}

#[test]
fn what_belongs_to_another_tenant_is_not_judged_and_does_not_pass() {
    let mut base = Base::bare(&[]);
    base.add("The refund window is 7 days from receipt.\n", "tenant: acme\n");
    let foreign = "---\ntype: Policy\ntenant: rival\ntitle: R\n---\n# R\n\ncanary-rival is here.\n";
    let own = note(&base, "Refunds", CLAIM, 1, "7 days from receipt")
        .replace("type: Policy", "type: Policy\ntenant: acme");
    let model = Scripted::new(vec![call(
        "submit_review",
        json!({"verdicts": [supported(&base, 1, "7 days from receipt")]}),
    )]);
    let reviewed = base
        .review(&model, &[("knowledge/own.md", &own), ("knowledge/rival.md", foreign)])
        .expect("a review");
    assert!(!format!("{:?}", model.shown()).contains("canary-rival"));
    assert!(reviewed.verdicts.iter().any(|verdict| verdict.verdict != Verdict::Supported));
}
