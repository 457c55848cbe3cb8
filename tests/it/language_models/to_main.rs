//! Proposer and reviewer on language models of two families, from evidence to main, as a user sees it.

use crate::model_server::{KEY, ModelServer};
use crate::stage::{ledger_file, round, with_evidence};
use crate::{Run, TestRepo};

/// Runs kb with the key in its environment.
fn kb<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Run {
    repo.kb_with_env(&[("TEST_API_KEY", KEY)], arguments)
}

/// Gives the roles to the models of two servers.
fn cast(repo: &TestRepo, writer: &ModelServer, judge: &ModelServer) {
    let roles = "proposer = \"writer\"\nreviewer = \"judge\"\n";
    let text = repo.read("kb.toml").replace("[roles]\n", &format!("[roles]\n{roles}"));
    let prices = "prices = {input = 3.0, output = 15.0}\n";
    let models = writer.table("writer", "anthropic", "claude-opus-4-5", prices)
        + &judge.table("judge", "openai-responses", "gpt-5.1", prices);
    repo.write("kb.toml", format!("{text}\n{models}"));
    repo.commit_all("models");
}

#[test]
fn a_proposal_is_rejected_with_line_and_quote_revised_approved_and_merged() {
    let (repo, evidence) = with_evidence();
    let given = [("$EVIDENCE", evidence.as_str())];
    let writer = ModelServer::play_with("proposer-revises", &given);
    let judge = ModelServer::play_with("reviewer-insists", &given);
    cast(&repo, &writer, &judge);

    let report = kb(&repo, ["propose", "--format", "json"]).code(0).json();
    let id = report["proposals"][0]["id"].as_str().expect("an id").to_owned();
    let run = kb(&repo, ["review", "--once"]).code(1).prints("rejected");
    let run = run.prints("knowledge/refunds.md:8").prints("leaves out when the 7 days begin");
    let run = run.prints("7 days after receipt");
    assert!(!run.stdout.contains(KEY) && !run.stderr.contains(KEY));
    kb(&repo, ["propose", &id]).code(0);
    kb(&repo, ["review", "--once"]).code(0).prints("approved");
    kb(&repo, ["merge"]).code(0);
    writer.finish();
    judge.finish();

    assert!(repo.git(["show", "main:knowledge/refunds.md"]).contains("7 days after receipt.[^1]"));
    let trailers = repo.git(["log", "-1", "--format=%(trailers)", "main"]);
    assert!(trailers.contains("anthropic") && trailers.contains("openai"), "{trailers}");
    let first = ledger_file(&repo, &format!("{}/review.json", round(&id, 1)));
    assert!(first.contains("partly-supported") && first.contains("7 days after receipt"), "{first}");
    let everything = repo.git(["log", "-p", "--all"]);
    assert!(!everything.contains(KEY), "the key is in the history");
    kb(&repo, ["audit", "--verify"]).code(0);
}
