//! `kb merge`, as a user sees it. Attempts to get past it are in `gate.rs`.

use super::TestRepo;
use super::stage::{approved, commit_on, evidence, note, propose, proposed, refunds, with_evidence};

#[test]
fn the_merge_commit_says_where_everything_comes_from() {
    let (repo, id) = approved();
    let base = repo.git(["rev-parse", "main"]).trim().to_owned();
    repo.kb(["merge"]).code(0).prints("merged").prints(&id);
    let message = repo.git(["log", "-1", "--format=%B", "main"]);
    for trailer in [
        format!("Kb-Proposal: {id}"),
        format!("Kb-Base: {base}"),
        "Kb-Evidence: 2026-11-30-call-".to_owned(),
        "Kb-Proposer: Ada Tester <ada@example.org> (person)".to_owned(),
        "Kb-Reviewer: auditor ".to_owned(),
        "Kb-Decision: ".to_owned(),
    ] {
        assert!(message.lines().any(|line| line.starts_with(&trailer)), "{trailer} in\n{message}");
    }
    let parents = repo.git(["log", "-1", "--format=%P", "main"]);
    assert_eq!(parents.split_whitespace().count(), 2);
    assert!(parents.starts_with(&base), "main comes first");
    assert!(repo.exists("knowledge/refunds.md"), "the working tree moved with main");
    assert_eq!(repo.git(["status", "--porcelain"]), "");
    assert_eq!(repo.git(["branch", "--list", "kb/proposal/*"]), "");
    // Run twice, late, or after a crash: the same (I14).
    let head = repo.git(["rev-parse", "main", "kb/ledger"]);
    repo.kb(["merge"]).code(0).prints("Nothing is approved");
    repo.kb(["merge", &id]).code(0).prints("was part of main already");
    assert_eq!(repo.git(["rev-parse", "main", "kb/ledger"]), head);
}

#[test]
fn a_dry_run_moves_nothing() {
    let (repo, _) = approved();
    let refs = repo.git(["for-each-ref"]);
    repo.kb(["merge", "--dry-run"]).code(0).prints("would pass");
    assert_eq!(repo.git(["for-each-ref"]), refs);
}

#[test]
fn main_that_moved_on_other_notes_is_merged_and_checked_again() {
    let (repo, _) = approved();
    repo.write("knowledge/other.md", "---\ntype: Note\n---\n# Other\n");
    repo.commit_all("another note, by hand");
    repo.kb(["merge"]).code(0).prints("merged");
    assert!(repo.exists("knowledge/other.md") && repo.exists("knowledge/refunds.md"));
    // The tree is not the decided one, and the audit can still derive it.
    repo.kb(["audit", "--verify"]).code(0).prints("1 decided");
}

#[test]
fn what_others_edit_meanwhile_is_not_overwritten() {
    let (repo, id) = approved();
    repo.write("knowledge/refunds.md", "mine, and not committed\n");
    let main = repo.git(["rev-parse", "main"]);
    repo.kb(["merge", &id]).code(3).says("knowledge/refunds.md");
    assert_eq!(repo.read("knowledge/refunds.md"), "mine, and not committed\n");
    assert_eq!(repo.git(["rev-parse", "main"]), main);
    repo.remove("knowledge/refunds.md");
    repo.kb(["merge", &id]).code(0).prints("merged");
}

#[test]
fn a_stale_proposal_is_made_and_reviewed_again() {
    let (repo, _) = with_evidence();
    repo.kb(["propose"]).code(0);
    repo.kb(["review"]).code(0);
    let path = repo.git(["diff", "--name-only", "main", &branch(&repo)]);
    let path = path.lines().find(|path| !path.ends_with("index.md")).expect("a note").to_owned();
    repo.write(&path, "---\ntype: Note\ntitle: By hand\ndescription: By hand.\n---\n# By hand\n");
    repo.commit_all("the same note, by hand");
    repo.kb(["merge"]).code(1).prints("stale-base").prints("kb review");
    repo.kb(["review"]).code(0).prints("approved");
    repo.kb(["merge"]).code(0).prints("merged");
    repo.kb(["audit", "--verify"]).code(0).prints("1 decided");
}

fn branch(repo: &TestRepo) -> String {
    repo.git(["for-each-ref", "--format=%(refname)", "refs/heads/kb/proposal"]).trim().to_owned()
}

/// Two people review in two clones: each writes its own files of the ledger, and git merges the two.
#[test]
fn ledgers_of_two_clones_merge_without_conflict() {
    let (repo, first) = with_evidence();
    let second = evidence(&repo, "Shipping is free above 50 euros.\n", "");
    propose(&repo, "knowledge/refunds.md", &refunds(&first));
    let mine = repo.git(["rev-parse", "kb/ledger"]).trim().to_owned();
    repo.git(["branch", "--quiet", "-D", "kb/ledger"]);
    let words = "Shipping is free above 50 euros.";
    propose(&repo, "knowledge/shipping.md", &note("Shipping", words, &second, 1, words));
    commit_on(&repo, "kb/ledger", |_| {});
    let folder = repo.root().with_file_name("ledger");
    let folder = folder.to_str().expect("UTF-8");
    repo.git(["worktree", "add", "--quiet", folder, "kb/ledger"]);
    repo.git(["-C", folder, "merge", "--quiet", "--allow-unrelated-histories", "-m", "both", &mine]);
    repo.git(["worktree", "remove", "--force", folder]);
    repo.kb(["review"]).code(0);
    repo.kb(["merge"]).code(0);
    repo.kb(["audit", "--verify"]).code(0).prints("2 decided");
}

#[test]
fn a_proposal_merged_by_hand_is_recorded_and_named_by_the_audit() {
    let (repo, id) = proposed();
    repo.git(["merge", "--quiet", "--no-ff", "-m", "by hand", &format!("kb/proposal/{id}")]);
    repo.kb(["merge"]).code(0).prints("was part of main already");
    repo.kb(["proposal", "list", "--all"]).code(0).prints("merged");
    repo.kb(["audit", "--verify"]).code(0).prints("hand-made").prints("1 undecided");
}
