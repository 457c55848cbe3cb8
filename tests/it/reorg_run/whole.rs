//! From the plan to the end: parts are proposed, reviewed, merged and proved, and a second pass proposes nothing.

use super::base::{branches, end_state, faulty, states, status};

#[test]
fn a_reorganisation_goes_to_its_end_and_says_what_became_of_everything() {
    let repo = faulty();
    let before = repo.git(["rev-parse", "main"]);
    let run = repo.kb(["reorg", "run"]).code(0);
    assert!(run.whole().contains("ended"), "{}", run.whole());
    assert_ne!(repo.git(["rev-parse", "main"]), before, "something was mended");
    assert_eq!(branches(&repo), Vec::<String>::new(), "merged branches go");
    let status = status(&repo);
    assert!(status["ended"]["documents"].as_u64().is_some_and(|pieces| pieces > 0), "{status}");
    let coverage = status["coverage"].as_array().expect("the list");
    assert!(!coverage.is_empty() && coverage.iter().all(|entry| entry["outcome"].is_string()), "{status}");
    assert!(states(&repo).iter().any(|(_, state)| state == "merged"), "{status}");
    assert!(
        repo.read("knowledge/billing/support.md").contains("refunds"),
        "the link goes both ways:\n{}",
        repo.read("knowledge/billing/support.md")
    );
    repo.kb(["audit", "--verify"]).code(0);
    assert_eq!(repo.git(["status", "--porcelain"]), "");
}

#[test]
fn a_second_pass_right_after_a_finished_one_proposes_nothing() {
    let repo = faulty();
    repo.kb(["reorg", "run"]).code(0);
    let (refs, state) = (repo.git(["rev-parse", "main", "kb/ledger"]), end_state(&repo));
    repo.kb(["reorg", "run"]).code(0).prints("Nothing to reorganise");
    assert_eq!(repo.git(["rev-parse", "main", "kb/ledger"]), refs);
    assert_eq!(end_state(&repo), state);
}

#[test]
fn one_part_alone_can_be_taken_on_and_the_rest_later() {
    let repo = faulty();
    repo.kb(["reorg", "run", "--propose"]).code(0);
    let parts: Vec<String> = states(&repo).into_iter().map(|(part, _)| part).collect();
    let [first, second, ..] = parts.as_slice() else { panic!("two parts: {parts:?}") };
    let open = branches(&repo);
    assert!(open.iter().any(|branch| branch.ends_with(&format!("/{first}"))), "{open:?}");
    repo.kb(["reorg", "run", "--part", first]).code(0);
    assert_eq!(states(&repo)[0].1, "merged");
    // Both list their notes in one entry page: the second is made again on main as it is.
    assert!(matches!(states(&repo)[1].1.as_str(), "open" | "stale"), "{second} waits");
    repo.kb(["reorg", "run"]).code(0).prints("ended");
    repo.kb(["reorg", "run", "--part", "nowhere"]).code(0).prints("Nothing to reorganise");
}

#[test]
fn the_proposal_of_a_part_is_a_proposal_like_any_other() {
    let repo = faulty();
    repo.kb(["reorg", "run", "--propose"]).code(0);
    let listed = repo.kb(["proposal", "list", "--format", "json"]).code(0).json();
    let listed = listed["proposals"].as_array().expect("a list").clone();
    assert!(listed.len() >= 2, "{listed:?}");
    let branch = listed[0]["branch"].as_str().expect("a branch");
    assert!(branch.starts_with("kb/reorg/r-"), "{branch}");
    let id = listed[0]["id"].as_str().expect("an id");
    repo.kb(["proposal", "show", id]).code(0).prints("kb/reorg/");
    repo.kb(["propose", id]).code(2).says("kb reorg run --part");
    // A person reviews and merges it as they would any other.
    repo.kb(["review", id]).code(0).prints("approved");
    repo.kb(["merge", id]).code(0).prints("merged");
    repo.kb(["reorg", "run"]).code(0).prints("ended");
    repo.kb(["audit", "--verify"]).code(0);
}

#[test]
fn what_is_given_up_is_closed_and_can_be_begun_anew() {
    let repo = faulty();
    repo.kb(["reorg", "status"]).code(0).prints("no reorganisation yet");
    repo.kb(["reorg", "run", "--propose"]).code(0);
    let first = status(&repo)["id"].clone();
    repo.kb(["reorg", "abort", "--because", "too early"]).code(0).prints("given up");
    assert_eq!(branches(&repo), Vec::<String>::new());
    assert_eq!(status(&repo)["aborted"]["reason"], "too early");
    repo.kb(["reorg", "abort"]).code(2).says("come to its end");
    repo.kb(["reorg", "run"]).code(0).prints("ended");
    assert_ne!(status(&repo)["id"], first);
}
