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

#[test]
fn a_pass_that_dies_anywhere_ends_the_same() {
    let calm = faulty();
    calm.kb(["reorg", "run"]).code(0);
    let expected = end_state(&calm);
    let mut passed = BTreeSet::new();
    for point in POINTS.iter().chain(REORG_POINTS).filter(|point| !point.contains("aborted")) {
        let repo = faulty();
        let died = run(&repo, &["reorg", "run"], Some(point));
        if died.status != -1 {
            assert_eq!(died.status, 0, "{point}: {}", died.whole());
            continue;
        }
        passed.insert(*point);
        // Dies there once more, and is then let go on: no step counts on the one before having been its own.
        run(&repo, &["reorg", "run"], Some(point));
        let again = run(&repo, &["reorg", "run"], None);
        assert_eq!(again.status, 0, "{point}:\n{}", again.whole());
        assert_eq!(end_state(&repo), expected, "{point}");
        assert_eq!(branches(&repo), Vec::<String>::new(), "{point}: no branch is left over");
        assert_eq!(repo.git(["status", "--porcelain"]), "", "{point}");
        repo.kb(["audit", "--verify"]).code(0);
    }
    let missed: Vec<_> =
        REORG_POINTS.iter().filter(|point| !point.contains("aborted") && !passed.contains(*point)).collect();
    assert!(missed.is_empty(), "no step passes {missed:?}");
    for needed in ["propose.after-branch", "review.before-ledger", "merge.after-advance", "advance.after-ref"]
    {
        assert!(passed.contains(needed), "{needed}: {passed:?}");
    }
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
