//! `kb audit`, as a user sees it.

use super::TestRepo;
use super::stage::{
    approved, decide_again, evidence, ledger_file, note, propose, proposed, refunds, round, with_evidence,
    write_ledger,
};

fn merged() -> (TestRepo, String) {
    let (repo, id) = approved();
    repo.kb(["merge"]).code(0);
    (repo, id)
}

#[track_caller]
fn finds(repo: &TestRepo, code: i32, rule: &str) -> String {
    let run = repo.kb(["audit", "--verify", "--format", "json"]).code(code);
    let report = run.json();
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["rule"] == rule);
    let found = found.unwrap_or_else(|| panic!("no {rule} in {findings:?}"));
    format!(
        "{} {}",
        found["severity"].as_str().expect("a severity"),
        found["message"].as_str().expect("a message")
    )
}

#[test]
fn a_history_of_merges_and_evidence_holds() {
    let (repo, _) = merged();
    evidence(&repo, "Shipping is free.\n", "");
    repo.write("README.md", "# Read me\n");
    repo.commit_all("docs");
    repo.kb(["audit", "--verify"])
        .code(0)
        .prints("holds")
        .prints("1 decided, 2 evidence, 2 other, 0 undecided");
}

#[test]
fn a_hand_edit_is_what_the_base_says_it_is() {
    let (repo, _) = merged();
    repo.write("knowledge/refunds.md", "# Refunds\n\nThe window is 90 days.\n");
    let commit = repo.commit_all("quick fix");
    let message = finds(&repo, 0, "hand-made");
    assert!(message.starts_with("warning") && message.contains("\"quick fix\" by Ada Tester"), "{message}");
    assert!(message.contains("knowledge/refunds.md"), "{message}");
    repo.kb(["audit"]).code(0).prints(&commit[..8]);
    let config = repo.read("kb.toml").replace("# direct = \"flag\"", "direct = \"refuse\"");
    repo.write("kb.toml", config);
    repo.commit_all("strict from here on");
    repo.kb(["audit"]).code(0).prints("policy-changed");
    repo.write("knowledge/refunds.md", "# Refunds\n\nThe window is 91 days.\n");
    repo.commit_all("once more");
    repo.kb(["audit"]).code(1).prints("error[hand-made]").prints("does not hold");
}

#[test]
fn changed_evidence_is_named() {
    let (repo, _) = merged();
    let source = repo.files().into_iter().find(|path| path.ends_with("source.md")).expect("a source");
    repo.write(&source, "The refund window is 90 days.\n");
    repo.commit_all("tidy up");
    let message = finds(&repo, 1, "evidence-changed");
    assert!(message.contains(&source), "{message}");
    repo.remove(&source);
    repo.commit_all("gone");
    assert!(repo.kb(["audit"]).code(1).stdout.matches("evidence-changed").count() >= 2);
}

#[test]
fn trailers_without_a_decision_are_worth_nothing() {
    let (repo, id) = proposed();
    let message =
        format!("Edit refunds\n\nKb-Proposal: {id}\nKb-Reviewer: auditor\nKb-Decision: {}\n", "0".repeat(64));
    repo.git(["merge", "--quiet", "--no-ff", "-m", &message, &format!("kb/proposal/{id}")]);
    let message = finds(&repo, 1, "no-valid-decision");
    assert!(message.contains("the ledger has no decision"), "{message}");
}

#[test]
fn a_merge_amended_after_the_decision_is_found() {
    let (repo, _) = merged();
    let text = repo.read("knowledge/refunds.md").replace("7 days", "90 days");
    repo.write("knowledge/refunds.md", text);
    repo.git(["commit", "--quiet", "--all", "--amend", "--no-edit"]);
    let message = finds(&repo, 1, "no-valid-decision");
    assert!(message.contains("is not the tree"), "{message}");
}

#[test]
fn a_decision_lost_or_forged_afterwards_is_found() {
    let (repo, id) = merged();
    let path = format!("{}/decision.json", round(&id, 1));
    let good = ledger_file(&repo, &path);
    write_ledger(&repo, &path, b"{}");
    finds(&repo, 1, "no-valid-decision");
    write_ledger(&repo, &path, good.as_bytes());
    repo.kb(["audit"]).code(0);
    decide_again(&repo, &id, |decision, _| decision.proposal = "p-000000000000".parse().expect("an id"));
    assert!(finds(&repo, 1, "no-valid-decision").contains("p-000000000000"));
    repo.git(["branch", "--quiet", "-D", "kb/ledger"]);
    assert!(finds(&repo, 1, "no-valid-decision").contains("which the ledger does not have"));
}

/// Merges the proposal `id` by hand, as somebody would who gets around the gate.
fn merge_by_hand(repo: &TestRepo, id: &str) {
    let message = format!("Edit\n\nKb-Proposal: {id}\n");
    repo.git(["merge", "--quiet", "--no-ff", "-m", &message, &format!("kb/proposal/{id}")]);
}

/// A base with `[gate.risk]`, and a proposal in other words than those of the evidence, reviewed.
fn paraphrased() -> (TestRepo, String) {
    let (repo, evidence) = with_evidence();
    let risk = "[gate.risk]\nperson = [\"paraphrase\"]\n\n[keys]\n";
    repo.write("kb.toml", repo.read("kb.toml").replacen("[keys]\n", risk, 1));
    repo.commit_all("people approve paraphrases");
    let (words, quote) =
        ("The window of a refund is 7 days after receipt.", "The refund window is 7 days after receipt.");
    let id = propose(&repo, "knowledge/window.md", &note("Window", words, &evidence, 1, quote));
    repo.kb(["review", &id]).code(0).prints("escalated");
    (repo, id)
}

#[test]
fn a_merge_that_a_person_had_to_approve_by_the_policy_of_its_base_is_found() {
    let (repo, id) = paraphrased();
    decide_again(&repo, &id, |decision, review| {
        decision.outcome = kb::proposal::Outcome::Approved;
        review.outcome = kb::proposal::Outcome::Approved;
    });
    repo.kb(["merge", &id]).code(1).prints("needs-person");
    merge_by_hand(&repo, &id);
    let message = finds(&repo, 1, "no-valid-decision");
    assert!(message.contains("[gate.risk]") && message.contains("window.md#L8 (paraphrase"), "{message}");
    // A later policy that asks for nobody changes nothing in what held then.
    repo.write("kb.toml", repo.read("kb.toml").replace("person = [\"paraphrase\"]\n", ""));
    repo.commit_all("nobody approves");
    assert!(finds(&repo, 1, "no-valid-decision").contains("paraphrase"));
}

#[test]
fn a_merge_that_a_person_approved_holds_and_so_does_one_of_before_the_policy() {
    let (repo, id) = paraphrased();
    repo.git(["config", "user.name", "Bea Reviewer"]);
    repo.kb(["review", "--approve", &id]).code(0);
    repo.kb(["merge", &id]).code(0);
    repo.kb(["audit", "--verify"]).code(0).prints("1 decided");
    let (repo, _) = merged();
    let config = repo.read("kb.toml").replacen("[keys]\n", "[gate.risk]\nnotes = 0\n\n[keys]\n", 1);
    repo.write("kb.toml", config);
    repo.commit_all("people approve everything");
    repo.kb(["audit", "--verify"]).code(0).prints("1 decided");
}

/// A shallow clone cannot be verified, and says so instead of passing (EV-08, GI-01).
#[test]
fn a_shallow_clone_cannot_be_verified() {
    let (repo, _) = merged();
    let clone = repo.root().with_file_name("shallow");
    let clone = clone.to_str().expect("UTF-8");
    let source = format!("file://{}", repo.root().display());
    repo.git(["clone", "--quiet", "--depth", "1", &source, clone]);
    repo.kb(["-C", clone, "audit", "--verify"]).code(1).prints("cannot verify");
}

/// History that was rewritten since the anchor (EV-08).
#[test]
fn an_anchor_shows_rewritten_history() {
    let repo = TestRepo::new();
    repo.write("evidence/1.md", "claim\n");
    repo.commit_all("one");
    repo.git(["tag", "verified"]);
    repo.kb(["audit", "--verify", "--anchor", "verified"]).code(0);
    repo.write("evidence/1.md", "forged\n");
    repo.git(["commit", "--quiet", "--all", "--amend", "-m", "one"]);
    let run = repo.kb(["audit", "--verify", "--anchor", "verified"]).code(1);
    run.prints("rewritten-history").prints("evidence/1.md");
    repo.kb(["audit", "--verify", "--anchor", "nowhere"]).code(1).prints("cannot verify");
}

/// Two branches that append in one place: what a merge lost of either side is found (EV-07).
#[test]
fn evidence_that_a_merge_lost_is_found() {
    let (repo, _) = with_evidence();
    repo.git(["switch", "--quiet", "--create", "side"]);
    let lost = evidence(&repo, "From the side.\n", "");
    repo.git(["switch", "--quiet", "main"]);
    evidence(&repo, "From main.\n", "");
    repo.git(["merge", "--quiet", "--no-ff", "--no-commit", "side"]);
    repo.git(["rm", "--quiet", "-r", "-f", &format!("evidence/2026/11/{lost}")]);
    repo.git(["commit", "--quiet", "-m", "lossy"]);
    assert!(finds(&repo, 1, "evidence-changed").contains(&lost));
}

#[test]
fn the_whole_report_for_people() {
    let (repo, evidence) = with_evidence();
    propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.write(
        "knowledge/lie.md",
        note("Lie", "The window is 90 days.", &evidence, 1, "The refund window is 7 days after receipt."),
    );
    repo.commit_all("a lie, by hand");
    let run = repo.kb(["audit"]).code(0);
    assert!(
        run.stdout.lines().last().expect("a line").starts_with("refs/heads/main holds"),
        "{}",
        run.stdout
    );
}
