//! The process dies at every point that a reorganisation passes: run again, it ends as if nothing had happened.

use std::collections::BTreeSet;

use kb::port::fault::{POINTS, REORG_POINTS};

use super::base::{branches, end_state, faulty};
use crate::{Run, TestRepo};

fn run(repo: &TestRepo, arguments: &[&str], point: Option<&str>) -> Run {
    let mut command = repo.kb_command();
    command.args(arguments).envs(point.map(|point| ("KB_FAULT", point)));
    repo.run(&mut command, b"")
}

/// Dies at each of `points`, goes on, and compares with a pass that nothing disturbed; gives the points that are passed.
fn survived(points: impl Iterator<Item = &'static str>) -> BTreeSet<&'static str> {
    let calm = faulty();
    calm.kb(["reorg", "run"]).code(0);
    let expected = end_state(&calm);
    let mut passed = BTreeSet::new();
    for point in points {
        let repo = faulty();
        let died = run(&repo, &["reorg", "run"], Some(point));
        if died.status != -1 {
            assert_eq!(died.status, 0, "{point}: {}", died.whole());
            continue;
        }
        passed.insert(point);
        let again = run(&repo, &["reorg", "run"], None);
        assert_eq!(again.status, 0, "{point}:\n{}", again.whole());
        assert_eq!(end_state(&repo), expected, "{point}");
        assert_eq!(branches(&repo), Vec::<String>::new(), "{point}: no branch is left over");
        assert_eq!(repo.git(["status", "--porcelain"]), "", "{point}");
        repo.kb(["audit", "--verify"]).code(0);
    }
    passed
}

#[test]
fn a_pass_that_dies_at_a_step_of_its_own_ends_the_same() {
    let points: Vec<&str> = REORG_POINTS.iter().copied().filter(|point| !point.contains("aborted")).collect();
    let passed = survived(points.iter().copied());
    let missed: Vec<_> = points.iter().filter(|point| !passed.contains(*point)).collect();
    assert!(missed.is_empty(), "no step passes {missed:?}");
}

#[test]
fn a_pass_that_dies_in_a_proposal_a_review_a_merge_or_a_build_ends_the_same() {
    let is_on_the_way = |point: &&str| {
        ["propose.", "review.", "merge.", "advance.", "build."].iter().any(|step| point.starts_with(step))
    };
    let passed = survived(POINTS.iter().copied().filter(is_on_the_way));
    for needed in ["propose.after-branch", "review.before-ledger", "merge.after-advance", "advance.after-ref"]
    {
        assert!(passed.contains(needed), "{needed}: {passed:?}");
    }
}

/// However often it dies, and wherever: each run does one more step, and none is done twice.
#[test]
fn a_pass_that_dies_at_every_step_in_turn_ends_the_same() {
    let calm = faulty();
    calm.kb(["reorg", "run"]).code(0);
    let repo = faulty();
    for point in [
        "reorg.after-plan",
        "propose.after-branch",
        "propose.after-ledger",
        "review.after-ledger",
        "merge.after-loss",
        "merge.after-advance",
        "reorg.after-outcomes",
        "propose.before-branch",
        "merge.after-ledger",
        "reorg.before-end",
    ] {
        let died = run(&repo, &["reorg", "run"], Some(point));
        assert_eq!(died.status, -1, "{point} is passed:\n{}", died.whole());
    }
    repo.kb(["reorg", "run"]).code(0);
    assert_eq!(end_state(&repo), end_state(&calm));
}

#[test]
fn an_abort_that_dies_is_finished_by_the_next() {
    let repo = faulty();
    repo.kb(["reorg", "run", "--propose"]).code(0);
    let id = super::base::status(&repo)["id"].as_str().expect("an id").to_owned();
    let died = run(&repo, &["reorg", "abort"], Some("reorg.after-aborted"));
    assert_eq!(died.status, -1, "{}", died.whole());
    assert!(!branches(&repo).is_empty());
    repo.kb(["reorg", "abort", &id]).code(0);
    assert_eq!(branches(&repo), Vec::<String>::new());
}
