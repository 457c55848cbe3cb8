//! Whatever fails wherever: in the end one pull request, one review a head, one comment a finding, one merge.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::stage::Stage;
use crate::github::fault::Fault;

/// The ways in which a call does nothing: refused, put off, lost.
const BEFORE: [Fault; 4] = [Fault::Status(403), Fault::Cut, Fault::Secondary(Some(1)), Fault::Status(502)];
/// The ways in which its answer is lost when it has done what it should.
const AFTER: [Fault; 4] = [Fault::After(502), Fault::CutAfter, Fault::Garbage, Fault::HalfBody];
/// How far apart the faults of one loop are, in calls, REST, GraphQL and git alike: a step of git, which tries nothing twice, must
/// come through between two. The gaps differ, so that a step which is run again does not meet its fault at the same call.
const GAPS: [u64; 3] = [20, 19, 17];
/// More calls than the loop has.
const CALLS: u64 = 400;
/// How many loops run at a time: much of a loop is waiting before a call is tried again.
const AT_A_TIME: usize = 6;
/// How often a step is run before it must have come through.
const RUNS: usize = 20;

/// Each call of the loop goes wrong once before it does anything and once after: the loop runs for each place that the faults can
/// begin at, twice.
#[test]
fn every_call_may_fail_before_and_after_its_effect() {
    let cases: Vec<(u64, [Fault; 4])> =
        (1..=GAPS[0]).flat_map(|first| [(first, BEFORE), (first, AFTER)]).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some((first, kinds)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let stage = Stage::new();
            let mut nth = *first;
            // The kinds take turns, so that no place has the same one in every loop.
            let turns = kinds.iter().cycle().skip(usize::try_from(*first).unwrap_or(0));
            for (kind, gap) in turns.zip(GAPS.into_iter().cycle()) {
                if nth > CALLS {
                    break;
                }
                stage.github.fault("*", nth, *kind);
                nth += gap;
            }
            let told = through(&stage).and_then(|()| one_of_each(&stage));
            wrong.extend(told.err().map(|why| format!("{kinds:?} from call {first}: {why}")));
        }
        wrong
    };
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_A_TIME).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(wrong.is_empty(), "{} of {} loops:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Runs the loop with a claim that is rejected and mended; a step that fails is run again, as a schedule would.
fn through(stage: &Stage) -> Result<(), String> {
    let id = stage.writes_by_hand(
        "Refunds above 900 EUR need the approval of a team lead.",
        "L2",
        "need the approval of a team lead",
    );
    until("publish", || stage.proposer.kb(["proposal", "sync"]), &[0])?;
    until("reject", || stage.reviewer.kb(["review", "--pr", "1", "--post"]), &[1])?;
    stage.mends(&id, "900", "500");
    until("publish again", || stage.proposer.kb(["proposal", "sync"]), &[0])?;
    until("approve", || stage.reviewer.kb(["review", "--pr", "1", "--post"]), &[0])?;
    let is_merged = || stage.github.pull("acme/base", 1).merged.is_some();
    until("merge", || stage.merger.kb(["merge", "--run"]), &[0])?;
    if !is_merged() {
        return Err("it is not merged".to_owned());
    }
    until("settle", || stage.merger.kb(["merge", "--run"]), &[0])
}

/// Runs a step until it ends as it should.
fn until(name: &str, step: impl Fn() -> crate::test_repo::Run, codes: &[i32]) -> Result<(), String> {
    let mut last = String::new();
    for _ in 0..RUNS {
        let run = step();
        if codes.contains(&run.status) {
            return Ok(());
        }
        last = run.whole();
    }
    Err(format!("{name}: {last}"))
}

/// What the forge and the ledger there hold in the end.
fn one_of_each(stage: &Stage) -> Result<(), String> {
    let pulls = stage.github.pulls("acme/base");
    let pull = stage.github.pull("acme/base", 1);
    // An answer in a thread is a review of its own there, without a sign of a review of kb's.
    let reviews = pull.reviews.iter().filter(|review| review.body.contains("kind=review"));
    let mut heads: Vec<String> = reviews.map(|review| review.commit.clone()).collect();
    let reviews = heads.len();
    heads.sort();
    heads.dedup();
    let findings = pull.comments.iter().filter(|comment| comment.thread == comment.id);
    let open = findings.clone().filter(|comment| comment.resolved.is_none()).count();
    let merges = stage.github.git("acme/base", &["rev-list", "--count", "--merges", "main"]);
    let ledger = stage.github.git("acme/base", &["ls-tree", "-r", "--name-only", "kb/ledger"]);
    let recorded = |name: &str| ledger.lines().filter(|path| path.ends_with(name)).count();
    let found = [
        ("pull requests", pulls.len(), 1),
        ("reviews", reviews, 2),
        ("reviewed heads", heads.len(), 2),
        ("findings", findings.count(), 1),
        ("open findings", open, 0),
        ("summaries", stage.github.comments("acme/base", 1).len(), 1),
        ("merges on main", merges.trim().parse().unwrap_or(0), 1),
        ("recorded merges", recorded("/merged.yaml"), 1),
        // The merge role came when the first head was gone.
        ("recorded decisions", recorded("/decision.json"), 1),
    ];
    let wrong: Vec<String> = found
        .into_iter()
        .filter(|(_, count, wanted)| count != wanted)
        .map(|(what, count, wanted)| format!("{count} {what}, not {wanted}"))
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join(", ")) }
}
