//! What a review says on a pull request: on the right line, once, and gone when the fault is gone.

use super::stage::Stage;

#[test]
fn a_rejected_claim_is_said_on_its_line_and_resolved_when_it_is_mended() {
    let stage = Stage::new();
    let id = stage.proposes_by_hand(
        "Refunds above 900 EUR need the approval of a team lead.",
        "L2",
        "need the approval of a team lead",
    );
    stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(1).prints("rejected");
    let said = threads(&stage);
    assert_eq!(said.len(), 1, "{said:?}");
    let (path, line, body) = &said[0];
    assert_eq!((path.as_str(), *line), ("knowledge/refunds.md", Some(8)), "{body}");
    assert!(body.contains("900"), "{body}");
    stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(1);
    assert_eq!(threads(&stage), said, "said once");
    stage.merger.kb(["merge", "--run"]);
    assert!(stage.github.pull("acme/base", 1).merged.is_none(), "nothing rejected is merged");
    stage.mends(&id, "900", "500");
    stage.proposer.kb(["proposal", "sync"]).code(0);
    stage.reviewer.kb(["review", "--pr", "1", "--post"]).code(0).prints("approved");
    // The reviewer may not resolve threads; whoever may, and comes next, does it.
    stage.proposer.kb(["proposal", "sync"]).code(0);
    let pull = stage.github.pull("acme/base", 1);
    let mut first = pull.comments.iter().filter(|comment| comment.thread == comment.id);
    assert!(first.all(|comment| comment.resolved.is_some()), "{:#?}", pull.comments);
    stage.merger.kb(["merge", "--run"]).code(0).prints("merged");
}

/// Path, line and text of the first comment of each thread.
fn threads(stage: &Stage) -> Vec<(String, Option<u64>, String)> {
    let pull = stage.github.pull("acme/base", 1);
    let first = pull.comments.iter().filter(|comment| comment.thread == comment.id);
    first.map(|comment| (comment.path.clone(), comment.line, comment.body.clone())).collect()
}
