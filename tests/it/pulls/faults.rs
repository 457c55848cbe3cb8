//! Whatever fails wherever: in the end one pull request, one review a head, one comment a finding, one merge.

use super::stage::Stage;
use crate::github::fault::Fault;

/// The calls of the loop that change something.
const WRITES: [&str; 8] = [
    "pulls/create",
    "pulls/update",
    "issues/set-labels",
    "issues/add-labels",
    "pulls/create-review",
    "issues/create-comment",
    "checks/create",
    "pulls/merge",
];

#[test]
fn an_answer_that_is_lost_after_the_effect_leaves_one_of_each() {
    for operation in WRITES {
        let stage = Stage::new();
        stage.github.fault(operation, 1, Fault::After(502));
        through(&stage);
        assert_eq!(stage.github.pulls("acme/base").len(), 1, "{operation}");
        let pull = stage.github.pull("acme/base", 1);
        assert_eq!(pull.reviews.len(), 1, "{operation}: one review a head");
        assert!(pull.merged.is_some(), "{operation}");
        let summaries = stage.github.comments("acme/base", 1);
        assert_eq!(summaries.len(), 1, "{operation}: {summaries:?}");
    }
}

/// Runs the loop; a step that fails is run again, as a schedule would.
fn through(stage: &Stage) {
    stage.proposer.kb(["propose", "--publish"]);
    for _ in 0..3 {
        stage.proposer.kb(["proposal", "sync"]);
        stage.reviewer.kb(["review", "--pr", "1", "--post"]);
        if stage.merger.kb(["merge", "--run"]).whole().contains("merged") {
            return;
        }
    }
}
