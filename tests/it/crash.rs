//! The process dies at every crash point there is: nothing acknowledged is lost, and the next run finishes the job.
//!
//! The points are those of `port::fault::POINTS`, so that a new one is covered as soon as it is listed.

use std::collections::BTreeSet;

use super::{Run, TestRepo};
use kb::port::fault::POINTS;

const CALL: &str = "The refund window is 7 days after receipt.\n";

/// The main job, step by step.
const JOB: [&[&str]; 5] =
    [&["add", "call.md", "--commit"], &["propose"], &["review"], &["merge"], &["build", "--commit"]];

fn stage() -> TestRepo {
    let repo = TestRepo::initialised();
    repo.write("call.md", CALL);
    repo.commit_all("a call to add");
    repo
}

fn run(repo: &TestRepo, step: &[&str], point: Option<&str>) -> Run {
    let mut command = repo.kb_command();
    command.args(step).envs(point.map(|point| ("KB_FAULT", point)));
    repo.run(&mut command, b"")
}

/// Runs the job with a death at `point`; gives the step at which it died, if any passes the point.
fn die_at(repo: &TestRepo, point: &str) -> Option<usize> {
    for (at, step) in JOB.iter().enumerate() {
        let died = run(repo, step, Some(point));
        match died.status {
            0 => {}
            -1 => return Some(at),
            code => panic!("{point}, {step:?}: exit code {code}\n{}{}", died.stdout, died.stderr),
        }
    }
    None
}

#[track_caller]
fn holds(repo: &TestRepo, point: &str) {
    let check = run(repo, &["audit", "--verify"], None);
    assert_eq!(check.status, 0, "{point}: audit\n{}{}", check.stdout, check.stderr);
    let found = run(repo, &["search", "refund window", "--format", "json"], None);
    assert_eq!(found.status, 0, "{point}: search\n{}", found.stderr);
    let results = found.json()["results"].as_array().map_or(0, Vec::len);
    assert!(results >= 1, "{point}: the claim is not found\n{}", found.stdout);
    let listed = run(repo, &["proposal", "list", "--all", "--format", "json"], None).json();
    let states: Vec<&str> =
        listed["proposals"].as_array().expect("a list").iter().filter_map(|p| p["state"].as_str()).collect();
    assert_eq!(states, ["merged"], "{point}: one proposal, merged once");
    assert_eq!(repo.git(["branch", "--list", "kb/proposal/*"]), "", "{point}: no branch is left over");
    let merges = repo.git(["rev-list", "--count", "--merges", "main"]);
    assert_eq!(merges.trim(), "1", "{point}: merged once");
    assert_eq!(repo.git(["status", "--porcelain"]), "", "{point}: the working tree is clean");
    let items = repo.files().iter().filter(|path| path.ends_with("meta.yaml")).count();
    assert_eq!(items, 1, "{point}: the evidence is there once");
    let temporary: Vec<String> = repo.files().into_iter().filter(|path| path.contains(".tmp")).collect();
    assert!(temporary.is_empty(), "{point}: {temporary:?} left over");
}

#[test]
fn every_crash_point_of_the_job_is_survived() {
    let mut passed = BTreeSet::new();
    for point in POINTS {
        let repo = stage();
        if let Some(at) = die_at(&repo, point) {
            passed.insert(*point);
            for step in &JOB[at..] {
                let again = run(&repo, step, None);
                assert_eq!(again.status, 0, "{point}, {step:?} again:\n{}{}", again.stdout, again.stderr);
            }
        }
        holds(&repo, point);
    }
    let missed: Vec<_> = POINTS.iter().filter(|point| !passed.contains(*point)).collect();
    assert!(missed.is_empty(), "no step passes {missed:?}: the list promises what no test drives");
}

/// A run that died leaves no lock behind that the next one waits for, and the whole loop can simply be run again.
#[test]
fn the_whole_loop_run_again_finishes_what_died() {
    for point in ["propose.after-branch", "merge.after-advance"] {
        let repo = stage();
        die_at(&repo, point).expect("a death");
        for step in &JOB {
            let again = run(&repo, step, None);
            assert_eq!(again.status, 0, "{point}, {step:?} again:\n{}{}", again.stdout, again.stderr);
        }
        holds(&repo, point);
    }
}
