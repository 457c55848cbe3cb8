//! `kb why --deliveries`: which agent was told what, from the log that `kb mcp` writes.

use serde_json::{Value, json};

use super::TestRepo;
use super::stage::{refunds, with_evidence};

/// A base with the true note, committed.
fn base() -> TestRepo {
    let (repo, evidence) = with_evidence();
    repo.write("knowledge/refunds.md", refunds(&evidence));
    repo.commit_all("refunds");
    repo
}

/// Writes a log of `records`.
fn log(repo: &TestRepo, records: &[Value]) {
    let lines: Vec<String> = records.iter().map(|record| format!("{record}\n")).collect();
    repo.write(".kb/deliveries/lock", "");
    repo.write(".kb/deliveries/log.jsonl", lines.concat());
}

fn record(session: &str, path: &str, commit: &str, claims: &[&str]) -> Value {
    let claims: Vec<String> =
        claims.iter().map(|claim| kb::digest::Sha256Hex::of(claim.as_bytes()).to_string()).collect();
    json!({
        "version": 1, "time": "2026-11-30T08:00:00Z", "session": session, "client": "claude-code 2.1\u{1b}[2J",
        "caller": "support", "tool": "search", "path": path, "lines": [8, 8], "commit": commit, "claims": claims,
    })
}

const CLAIM: &str = "The refund window is 7 days after receipt.";

#[test]
fn who_was_told_a_claim_and_what_stands_no_more() {
    let repo = base();
    let before = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    log(
        &repo,
        &[
            record("s1", "knowledge/refunds.md", &before, &[CLAIM]),
            record("s2", "knowledge/elsewhere.md", &before, &[CLAIM]),
            record("s3", "knowledge/refunds.md", &before, &["Something else."]),
            json!("no record"),
        ],
    );
    let told = repo.kb(["why", "refunds:8", "--deliveries", "--format", "json"]).code(0).json();
    let sessions = |claim: &Value| -> Vec<String> {
        let deliveries = claim["deliveries"].as_array().expect("deliveries");
        deliveries.iter().map(|one| one["session"].as_str().expect("a session").to_owned()).collect()
    };
    assert_eq!(told["claims"][0]["claim"], CLAIM);
    assert_eq!(sessions(&told["claims"][0]), ["s1", "s2"], "the claim had moved");
    assert_eq!((&told["unreadable"], &told["is_recorded"]), (&json!(1), &json!(false)));
    assert_eq!(told["earlier"], json!([]), "a line was asked for");
    repo.kb(["why", "refunds:8", "--deliveries"])
        .code(0)
        .prints("claude-code 2.1␛[2J as support  by search, session s1")
        .prints("1 records of it cannot be read.");

    let text = repo.read("knowledge/refunds.md").replace("7 days after", "9 days after");
    repo.write("knowledge/refunds.md", text);
    let all = repo.kb(["why", "refunds", "--deliveries", "--format", "json"]).code(0).json();
    assert_eq!(sessions(&all["claims"][0]), Vec::<String>::new());
    let earlier = all["earlier"].as_array().expect("earlier");
    let mut found: Vec<(Option<&str>, Vec<String>)> =
        earlier.iter().map(|one| (one["claim"].as_str(), sessions(one))).collect();
    found.sort();
    assert_eq!(found, [(None, vec!["s3".to_owned()]), (Some(CLAIM), vec!["s1".to_owned()])]);
    repo.kb(["why", "refunds", "--deliveries"]).code(0).prints("knowledge/refunds.md, no more");
}

#[test]
fn the_log_is_the_owners_and_may_not_be_there() {
    let repo = base();
    repo.kb(["why", "refunds", "--deliveries"]).code(0).prints("nobody").prints("[deliveries] record = true");
    assert!(!repo.exists(".kb/deliveries"), "who looks makes nothing");
    repo.kb(["why", "refunds", "--deliveries", "--as", "support"]).code(2);
    repo.kb(["why", "refunds", "--deliveries", "--label", "x"]).code(2);
    repo.kb(["why", "nowhere", "--deliveries"]).code(2).says("there is no note `nowhere`");
}

#[test]
fn a_log_that_could_hold_nothing_is_no_log() {
    let repo = base();
    repo.write("kb.toml", format!("{}\n[deliveries]\nrecord = true\nmax_bytes = 10\n", repo.read("kb.toml")));
    repo.kb(["check"]).code(2).says("`max_bytes` is 4096 at least");
}
