//! Proposer and reviewer on language models of two families, from evidence to main, as a user sees it.

use crate::model_server::{KEY, ModelServer};
use crate::stage::{cast, judge, ledger_file, round, with_evidence, writer};
use crate::{Run, TestRepo};

/// Runs kb with the key in its environment.
fn kb<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Run {
    repo.kb_with_env(&[("TEST_API_KEY", KEY)], arguments)
}

/// The estimate of what `command` would use up.
fn estimated(repo: &TestRepo, command: &str) -> serde_json::Value {
    repo.kb([command, "--estimate", "--format", "json"]).code(0).json()
}

/// What `server` was asked so far stays below the estimate of the agent `at`, and within a tenth of it. A token is four
/// characters.
fn is_upper_bound(estimate: &serde_json::Value, at: usize, server: &ModelServer) {
    let agent = &estimate["proposals"][0]["agents"][at];
    let figure = |key: &str| agent[key].as_u64().expect("a figure");
    let asked = server.asked();
    let (calls, sent) =
        (asked.len() as u64, asked.iter().map(|asked| asked.body.len() as u64 / 4).sum::<u64>());
    assert!((calls..=10 * calls).contains(&figure("calls")), "{calls} calls: {agent}");
    assert!((sent..=10 * sent).contains(&figure("input")), "{sent} tokens sent: {agent}");
    assert!(agent["money"].as_f64().is_some_and(|money| money > 0.0), "{agent}");
}

#[test]
fn a_proposal_is_rejected_with_line_and_quote_revised_approved_and_merged() {
    let (repo, evidence) = with_evidence();
    let given = [("$EVIDENCE", evidence.as_str())];
    let proposer = ModelServer::play_with("proposer-revises", &given);
    let reviewer = ModelServer::play_with("reviewer-insists", &given);
    cast(&repo, &[writer(&proposer), judge(&reviewer)]);

    let estimate = estimated(&repo, "propose");
    let run = kb(&repo, ["propose", "--format", "json"]).code(0);
    let report = run.json();
    let run = run.says("round 1: proposer: 3 calls, 360 of 2,000,000 tokens, 0.0018 of money, 3,600 s left");
    assert_eq!(run.stderr.lines().count(), 1, "one line for the part of one agent: {}", run.stderr);
    is_upper_bound(&estimate, 0, &proposer);
    let id = report["proposals"][0]["id"].as_str().expect("an id").to_owned();
    let estimate = estimated(&repo, "review");
    let run = kb(&repo, ["review", "--once"]).code(1).prints("rejected");
    is_upper_bound(&estimate, 0, &reviewer);
    let run = run.prints("knowledge/refunds.md:8").prints("leaves out when the 7 days begin");
    let run = run.prints("7 days after receipt");
    assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY));
    kb(&repo, ["propose", &id]).code(0);
    let run = kb(&repo, ["--quiet", "review", "--once"]).code(0).prints("approved");
    assert_eq!(run.stderr, "", "nothing is told to who wants to hear nothing");
    kb(&repo, ["merge"]).code(0);
    proposer.finish();
    reviewer.finish();

    assert!(repo.git(["show", "main:knowledge/refunds.md"]).contains("7 days after receipt.[^1]"));
    let trailers = repo.git(["log", "-1", "--format=%(trailers)", "main"]);
    assert!(trailers.contains("anthropic") && trailers.contains("openai"), "{trailers}");
    let first = ledger_file(&repo, &format!("{}/review.json", round(&id, 1)));
    assert!(first.contains("partly-supported") && first.contains("7 days after receipt"), "{first}");
    let everything = repo.git(["log", "-p", "--all"]);
    assert!(!everything.contains(KEY), "the key is in the history");
    kb(&repo, ["audit", "--verify"]).code(0);
}
