//! What a part may not do: lose something without a reason, or stand on a main that has moved.

use super::base::{branches, faulty, part, states, status};
use crate::TestRepo;
use crate::stage::commit_on;

/// A base whose first part is proposed; gives its branch and the note of it that changes.
fn proposed() -> (TestRepo, String) {
    let repo = faulty();
    repo.kb(["reorg", "run", "--propose"]).code(0);
    let branch = branches(&repo).into_iter().find(|branch| branch.contains("billing")).expect("a branch");
    (repo, branch)
}

/// Marks the note at `path` of `folder` as out of use.
fn retire(folder: &std::path::Path, path: &str) {
    let path = folder.join(path);
    let text = std::fs::read_to_string(&path).expect("a note");
    std::fs::write(&path, text.replacen("type: Policy\n", "type: Policy\nstatus: deprecated\n", 1))
        .expect("written");
}

#[test]
fn what_is_retired_without_a_reason_blocks_its_part_and_no_other() {
    let (repo, branch) = proposed();
    commit_on(&repo, &branch, |folder| retire(folder, "knowledge/billing/support.md"));
    // The gate says so whoever asks.
    let id = part(&repo, "billing")["proposal"].as_str().expect("an id").to_owned();
    repo.kb(["review", &id]).code(0).prints("approved");
    repo.kb(["merge", &id]).code(1).prints("unexplained-loss");
    let run = repo.kb(["reorg", "run"]).code(1);
    assert!(run.whole().contains("unexplained-loss"), "{}", run.whole());
    assert!(run.whole().contains("Support answers within 24 hours."), "{}", run.whole());
    assert!(run.whole().contains("no reason is given"), "{}", run.whole());
    assert!(!repo.read("knowledge/billing/support.md").contains("deprecated"));
    let states = states(&repo);
    assert!(states.iter().any(|(part, state)| part.contains("shipping") && state == "merged"), "{states:?}");
    // The report is there for whoever decides.
    let told = part(&repo, "billing")["loss"]["lost"].clone();
    assert!(told.as_array().is_some_and(|lost| lost.iter().any(|lost| lost["kind"] == "number")), "{told}");
    // Closing it leaves the part as it is, and the pass comes to its end.
    repo.kb(["proposal", "close", &id, "--because", "support stays"]).code(0);
    repo.kb(["reorg", "run"]).code(0).prints("ended");
    let coverage = status(&repo)["coverage"].to_string();
    assert!(coverage.contains("support stays"), "{coverage}");
}

#[test]
fn a_part_that_main_left_behind_is_made_and_reviewed_again() {
    let (repo, branch) = proposed();
    let before = repo.git(["rev-parse", &branch]);
    let path = "knowledge/billing/support.md";
    let text =
        repo.read(path).replace("description: What holds for Support.", "description: When support answers.");
    repo.write(path, text);
    repo.commit_all("the same note, by hand");
    assert!(states(&repo).iter().any(|(_, state)| state == "stale"), "{:?}", states(&repo));
    repo.kb(["reorg", "run", "--propose"]).code(0);
    assert_ne!(repo.git(["rev-parse", &branch]), before, "made again on main as it is");
    repo.kb(["reorg", "run"]).code(0).prints("ended");
    let text = repo.read(path);
    assert!(text.contains("When support answers.") && text.contains("refunds"), "both are there:\n{text}");
    repo.kb(["audit", "--verify"]).code(0);
}
