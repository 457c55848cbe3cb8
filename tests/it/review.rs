//! `kb review`, as a user sees it.

mod human;
mod iterate;
mod kept;
#[cfg(target_os = "linux")]
mod program;

use super::stage::{evidence, ledger_file, note, propose, proposed, refunds, round, with_evidence};

const TRUE: &str = "The refund window is 7 days after receipt.";

#[test]
fn a_rejection_quotes_claim_and_evidence() {
    let (repo, evidence) = with_evidence();
    let id = propose(
        &repo,
        "knowledge/refunds.md",
        &note("Refunds", "The refund window is 90 days.", &evidence, 1, TRUE),
    );
    let run = repo
        .kb(["review"])
        .code(1)
        .prints("rejected")
        .prints("knowledge/refunds.md:8: ")
        .prints("90 days")
        .prints(TRUE);
    assert!(run.stdout.contains(&format!("{evidence}#L1")), "{}", run.stdout);
    repo.kb(["proposal", "show", &id]).code(0).prints("Decided").prints("rejected");
    // It is not judged again and again: nothing waits.
    repo.kb(["merge"]).code(0).prints("1 rejected");
}

#[test]
fn a_review_has_a_verdict_for_each_changed_claim_and_a_signed_decision() {
    let (repo, id) = proposed();
    let report = repo.kb(["review", "--format", "json"]).code(0).json();
    assert_eq!(report["reviewed"][0]["state"], "approved");
    assert_eq!(report["reviewed"][0]["judged"], 1);
    let review: serde_json::Value =
        serde_json::from_str(&ledger_file(&repo, &format!("{}/review.json", round(&id, 1)))).expect("JSON");
    assert_eq!(review["verdicts"][0]["verdict"], "supported");
    assert_eq!(review["verdicts"][0]["claim"]["path"], "knowledge/refunds.md");
    let envelope: serde_json::Value =
        serde_json::from_str(&ledger_file(&repo, &format!("{}/decision.json", round(&id, 1)))).expect("JSON");
    assert_eq!(envelope["payloadType"], "application/vnd.in-toto+json");
    repo.kb(["review"]).code(0).prints("Nothing waits for a review");
    // Named, it says where it stands and signs nothing again.
    repo.kb(["review", &id]).code(0).prints("approved");
    assert_eq!(repo.git(["rev-list", "--count", "kb/ledger"]).trim(), "2");
}

#[test]
fn a_dry_run_signs_nothing() {
    let (repo, id) = proposed();
    repo.kb(["review", "--dry-run"]).code(0).prints("approved");
    assert_eq!(repo.git(["rev-list", "--count", "kb/ledger"]).trim(), "1");
    repo.kb(["merge", &id]).code(1).prints("not-reviewed");
}

#[test]
fn a_commit_by_hand_is_a_round_of_its_author() {
    let (repo, id) = proposed();
    repo.kb(["review"]).code(0);
    super::stage::commit_on(&repo, &format!("kb/proposal/{id}"), |folder| {
        let path = folder.join("knowledge/refunds.md");
        let text = std::fs::read_to_string(&path).expect("the note");
        std::fs::write(path, text.replace("title: Refunds", "title: Money back")).expect("a written file");
    });
    let report = repo.kb(["review", "--format", "json"]).code(0).json();
    assert_eq!(report["reviewed"][0]["round"], 2);
    repo.kb(["merge"]).code(0).prints("merged");
    assert!(repo.read("knowledge/refunds.md").contains("title: Money back"));
}

#[test]
fn a_removed_claim_needs_a_verdict_too() {
    let (repo, evidence) = with_evidence();
    propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.kb(["review"]).code(0);
    repo.kb(["merge"]).code(0);
    let text = repo.read("knowledge/refunds.md");
    let shorter: String =
        text.lines().take_while(|line| !line.contains("[^1]")).map(|line| format!("{line}\n")).collect();
    let id = propose(&repo, "knowledge/refunds.md", &shorter);
    let report = repo.kb(["review", &id, "--format", "json"]).json();
    assert_eq!(report["reviewed"][0]["judged"], 1, "{report}");
    let review: serde_json::Value =
        serde_json::from_str(&ledger_file(&repo, &format!("{}/review.json", round(&id, 1)))).expect("JSON");
    assert_eq!(review["verdicts"][0]["removed"], true);
}

#[test]
fn without_the_key_that_main_names_nothing_is_signed() {
    let (repo, _) = proposed();
    repo.remove(".kb/keys/reviewer");
    repo.kb(["review"]).code(3).says("the reviewer key is not here");
    repo.kb(["init", "--new-keys"]).code(0);
    repo.kb(["review"]).code(2).says("does not name the reviewer key").says("commit kb.toml");
}

/// Two proposals of different evidence, both reviewed against the same main, both merged.
#[test]
fn proposals_side_by_side_do_not_get_in_each_others_way() {
    let (repo, first) = with_evidence();
    let second = evidence(&repo, "Shipping is free above 50 euros.\n", "");
    propose(&repo, "knowledge/refunds.md", &refunds(&first));
    propose(
        &repo,
        "knowledge/shipping.md",
        &note("Shipping", "Shipping is free above 50 euros.", &second, 1, "Shipping is free above 50 euros."),
    );
    repo.kb(["review"]).code(0);
    repo.kb(["merge"]).code(0);
    assert!(repo.exists("knowledge/refunds.md") && repo.exists("knowledge/shipping.md"));
    repo.kb(["audit", "--verify"]).code(0).prints("2 decided");
}
