//! PR-07: a verdict is of one head, is kept where the patch is the same, and a decision is signed for each head.

use std::fs;

use kb::proposal::{Decision, Envelope, Review};

use crate::TestRepo;
use crate::stage::{approved, commit_on, ledger_file, round, write_ledger};

/// The branch of the proposal `id`, with its change moved onto main as it is by now.
fn rebased(repo: &TestRepo, id: &str) -> String {
    let branch = format!("kb/proposal/{id}");
    let before = repo.git(["diff", &format!("{branch}^"), &branch]);
    repo.write("knowledge/other.md", "---\ntype: Note\ntitle: Other\n---\n# Other\n\nSee [[refunds]].\n");
    repo.commit_all("other");
    repo.git(["checkout", "--quiet", "-b", "moved", "main"]);
    repo.git(["cherry-pick", &branch]);
    let moved = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    repo.git(["checkout", "--quiet", "main"]);
    repo.git(["branch", "--quiet", "--force", &branch, &moved]);
    assert_eq!(repo.git(["diff", &format!("{branch}^"), &branch]), before, "the same patch");
    moved
}

fn decision(repo: &TestRepo, id: &str, number: u32) -> Decision {
    let sealed = ledger_file(repo, &format!("{}/decision.json", round(id, number)));
    Envelope::parse(sealed.as_bytes()).expect("an envelope").claims().expect("a decision")
}

#[test]
fn the_verdict_on_a_head_is_none_on_another() {
    let (repo, id) = approved();
    commit_on(&repo, &format!("kb/proposal/{id}"), |folder| {
        let path = folder.join("knowledge/refunds.md");
        let text = fs::read_to_string(&path).expect("the note").replace("window is 7", "window is 70");
        fs::write(path, text).expect("a written note");
    });
    repo.kb(["merge", &id]).code(1).prints("head-moved");
    let report = repo.kb(["review", &id, "--once", "--format", "json"]).code(1).json();
    let reviewed = &report["reviewed"][0];
    assert_eq!((&reviewed["state"], &reviewed["kept"]), (&"rejected".into(), &serde_json::Value::Null));
    repo.kb(["merge", &id]).code(1).prints("not-approved");
}

#[test]
fn a_patch_that_only_moved_keeps_its_verdicts_and_gets_a_decision_of_its_own() {
    let (repo, id) = approved();
    let moved = rebased(&repo, &id);
    repo.kb(["merge", &id]).code(1).prints("head-moved");
    let report = repo.kb(["review", &id, "--format", "json"]).code(0).json();
    let reviewed = &report["reviewed"][0];
    assert_eq!((&reviewed["state"], &reviewed["kept"]), (&"approved".into(), &1.into()), "{report}");
    let told = ledger_file(&repo, &format!("{}/reviewer.md", round(&id, 2)));
    assert!(told.contains("Nobody was asked again"), "{told}");
    let (first, second) = (decision(&repo, &id, 1), decision(&repo, &id, 2));
    assert_eq!(second.head.0, moved);
    assert_ne!((first.head, first.base, first.tree), (second.head, second.base, second.tree));
    repo.kb(["merge", &id]).code(0).prints("merged");
    repo.kb(["audit", "--verify"]).code(0);
}

#[test]
fn what_others_wrote_into_the_ledger_is_not_kept() {
    let (repo, id) = approved();
    let path = format!("{}/review.json", round(&id, 1));
    let mut review: Review = serde_json::from_str(&ledger_file(&repo, &path)).expect("a review");
    review.findings.clear();
    review.verdicts[0].reasons.push("trust me".to_owned());
    write_ledger(&repo, &path, &review.to_json());
    rebased(&repo, &id);
    let report = repo.kb(["review", &id, "--format", "json"]).code(0).json();
    assert_eq!(report["reviewed"][0]["kept"], serde_json::Value::Null, "the decision is on another review");
}

#[test]
fn a_claim_beside_the_same_words_is_judged_anew() {
    let (repo, id) = approved();
    rebased(&repo, &id);
    commit_on(&repo, &format!("kb/proposal/{id}"), |folder| {
        let path = folder.join("knowledge/refunds.md");
        let text = fs::read_to_string(&path).expect("the note");
        fs::write(path, text.replace("\n[^1]:", "\nNo refund is ever given.[^1]\n\n[^1]:"))
            .expect("a written note");
    });
    let report = repo.kb(["review", &id, "--once", "--format", "json"]).code(1).json();
    let reviewed = &report["reviewed"][0];
    assert_eq!((&reviewed["state"], &reviewed["kept"]), (&"rejected".into(), &serde_json::Value::Null));
}
