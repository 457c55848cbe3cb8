//! The model is asked where no key is, and the key signs where no model is: what comes from there is held to the evidence again.

use kb::proposal::{Handover, Review, Verdict};

use super::stage::Stage;

const KEY: &str = ".kb/keys/reviewer";

/// Judges pull request 1 without the key, and gives the key back; the review lies in `review.txt`.
fn judged_unsigned(stage: &Stage, code: i32) {
    let repo = &stage.reviewer.repo;
    let key = repo.read(KEY);
    repo.remove(KEY);
    stage.reviewer.kb(["review", "--pr", "1", "--unsigned", "review.txt"]).code(code);
    repo.write(KEY, key);
    for operation in ["pulls/create-review", "checks/create"] {
        assert!(stage.github.calls(operation).is_empty(), "{operation}: nothing is said there yet");
    }
}

/// Rewrites the review on its way.
fn tampered(stage: &Stage, change: impl FnOnce(&mut Review)) {
    let repo = &stage.reviewer.repo;
    let text = repo.read("review.txt");
    let mut handover = Handover::from_parts([text.as_str()]).expect("a handover");
    let (mut review, _) = handover.unsigned().expect("a review");
    change(&mut review);
    let path =
        handover.files.keys().find(|path| path.file_name() == "review.json").expect("its path").clone();
    handover.files.insert(path, String::from_utf8(review.to_json()).expect("UTF-8"));
    repo.write("review.txt", handover.to_parts(usize::MAX).join("\n"));
}

fn signs(stage: &Stage) -> crate::test_repo::Run {
    stage.reviewer.kb(["review", "--pr", "1", "--sign", "review.txt", "--post"])
}

#[test]
fn a_review_is_signed_and_posted_once_by_whoever_holds_the_key() {
    let stage = Stage::new();
    stage.proposer.kb(["propose", "--publish"]).code(0);
    judged_unsigned(&stage, 0);
    signs(&stage).code(0).prints("approved");
    let checks = stage.github.calls("checks/create").len();
    // Again from a fresh clone, which has nothing of the first run: what was signed is said, and not signed anew.
    let repo = &stage.reviewer.repo;
    repo.git(["update-ref", "-d", "refs/heads/kb/ledger"]);
    signs(&stage).code(0).prints("approved");
    assert_eq!(stage.github.calls("checks/create").len(), checks, "one check");
    assert_eq!(stage.github.pull("acme/base", 1).reviews.len(), 1, "one review");
    stage.merger.kb(["merge", "--run"]).code(0).prints("merged");
}

#[test]
fn a_verdict_that_the_auditor_denies_is_not_signed_as_given() {
    let stage = Stage::new();
    stage.proposes_by_hand(
        "Refunds above 900 EUR need the approval of a team lead.",
        "L2",
        "need the approval of a team lead",
    );
    judged_unsigned(&stage, 1);
    tampered(&stage, |review| {
        review.findings.clear();
        for verdict in &mut review.verdicts {
            verdict.verdict = Verdict::Supported;
        }
    });
    signs(&stage).code(1).prints("rejected");
    stage.merger.kb(["merge", "--run"]);
    assert!(stage.github.pull("acme/base", 1).merged.is_none());
}

#[test]
fn a_made_up_quote_and_a_borrowed_name_are_left_to_a_person() {
    type Change = fn(&mut Review);
    let changes: [Change; 3] = [
        |review| review.verdicts[0].spans[0].quote = Some("whatever you like".to_owned()),
        |review| review.reviewer.name = "somebody else".to_owned(),
        |review| review.verdicts.clear(),
    ];
    for change in changes {
        let stage = Stage::new();
        stage.proposer.kb(["propose", "--publish"]).code(0);
        judged_unsigned(&stage, 0);
        tampered(&stage, change);
        signs(&stage);
        stage.merger.kb(["merge", "--run"]);
        assert!(stage.github.pull("acme/base", 1).merged.is_none(), "it is not merged");
        assert!(stage.github.pull("acme/base", 1).reviews.iter().all(|review| review.state != "APPROVED"));
    }
}

#[test]
fn a_review_of_an_older_head_is_not_signed() {
    let stage = Stage::new();
    let id = stage.proposes_by_hand(
        "Refunds above 900 EUR need the approval of a team lead.",
        "L2",
        "need the approval of a team lead",
    );
    judged_unsigned(&stage, 1);
    stage.mends(&id, "900", "500");
    stage.proposer.kb(["proposal", "sync"]).code(0);
    signs(&stage).code(1).says("nothing was signed");
    assert!(stage.github.pull("acme/base", 1).reviews.is_empty());
}
