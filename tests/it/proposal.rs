//! `kb proposal`, as a user sees it.

use super::stage::{approved, evidence, note, propose, proposed};

#[test]
fn the_list_shows_what_is_under_way() {
    let (repo, id) = proposed();
    let listed = repo.kb(["proposal", "list", "--format", "json"]).code(0).json();
    assert_eq!(listed["proposals"][0]["id"], id.as_str());
    assert_eq!(listed["proposals"][0]["state"], "open");
    repo.kb(["review"]).code(0);
    repo.kb(["proposal", "list"]).code(0).prints("approved").prints(&id);
    repo.kb(["merge"]).code(0);
    repo.kb(["proposal", "list"]).code(0).prints("No proposal is under way");
    repo.kb(["proposal", "list", "--all"]).code(0).prints("merged").prints(&id);
}

#[test]
fn show_has_the_diff_the_verdicts_and_the_decision() {
    let (repo, id) = approved();
    let run = repo.kb(["proposal", "show", &id]).code(0);
    let run = run.prints("+The refund window is 7 days after receipt.[^1]").prints("supported");
    run.prints("Reviewed by auditor").prints("Decided");
    let shown = repo.kb(["proposal", "show", &id, "--format", "json"]).code(0).json();
    assert_eq!(shown["rounds"][0]["review"]["verdicts"][0]["verdict"], "supported");
    assert_eq!(shown["rounds"][0]["decision"]["outcome"], "approved");
    repo.kb(["proposal", "show", "p-000000000000"]).code(2).says("kb proposal list --all");
}

#[test]
fn a_closed_proposal_is_over_and_its_work_is_kept() {
    let (repo, id) = approved();
    let head = repo.git(["rev-parse", &format!("kb/proposal/{id}")]).trim().to_owned();
    repo.kb(["proposal", "close", &id, "--because", "a duplicate"]).code(0).prints("closed");
    assert_eq!(repo.git(["branch", "--list", "kb/proposal/*"]), "");
    repo.kb(["merge"]).code(0).prints("Nothing is approved");
    repo.kb(["merge", &id]).code(1).prints("refused");
    repo.kb(["review"]).code(0).prints("Nothing waits");
    repo.kb(["proposal", "close", &id]).code(2).says("closed already");
    let ledger = repo.git(["show", &format!("kb/ledger:proposals/2026/{id}/rounds/1/closed.yaml")]);
    assert!(ledger.contains("a duplicate"), "{ledger}");
    let shown = repo.kb(["proposal", "show", &id, "--format", "json"]).code(0).json();
    assert_eq!(shown["head"], head.as_str(), "the ledger still names the commit");
}

#[test]
fn a_proposal_whose_branch_was_deleted_is_closed() {
    let (repo, id) = proposed();
    repo.git(["branch", "--quiet", "-D", &format!("kb/proposal/{id}")]);
    repo.kb(["proposal", "list", "--all"]).code(0).prints("closed");
    repo.kb(["review"]).code(0).prints("Nothing waits");
    let more = evidence(&repo, "Shipping is free above 50 euros.\n", "");
    let words = "Shipping is free above 50 euros.";
    propose(&repo, "knowledge/shipping.md", &note("Shipping", words, &more, 1, words));
    repo.kb(["review"]).code(0).prints("approved");
}
