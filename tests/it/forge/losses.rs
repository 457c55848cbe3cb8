//! However an answer gets lost, there is one pull request, one review, one comment, one check and one merge in the end.

use kb::port::{Anchor, CheckConclusion, NewCheck, NewComment, NewMerge, NewReview, PullState, ReviewEvent};

use super::*;
use crate::github::fault::Fault;

const LOSSES: [Fault; 10] = [
    Fault::Status(502),
    Fault::Cut,
    Fault::After(502),
    Fault::CutAfter,
    Fault::HalfBody,
    Fault::Garbage,
    Fault::Secondary(None),
    Fault::Secondary(Some(3)),
    Fault::Primary(60),
    Fault::Status(503),
];

const MARKER: &str = "<!-- kb:v1 kind=x id=1 -->";

/// Lets the first call of `operation` go wrong in every way, each on a GitHub of its own.
fn whatever_happens_to(operation: &str, act: impl Fn(&Rc<FakeGitHub>)) {
    for loss in LOSSES {
        let github = fake();
        github.fault(operation, 1, loss);
        act(&github);
        assert!(!github.calls(operation).is_empty(), "{operation} was asked");
    }
}

#[test]
fn there_is_one_pull_request() {
    whatever_happens_to("pulls/create", |github| {
        opened(github);
        opened(github);
        assert_eq!(github.pulls("acme/base").len(), 1);
    });
    whatever_happens_to("pulls/list", |github| {
        opened(github);
        assert_eq!(client(github, ForgeRole::Reviewer).open_pulls().map(|pulls| pulls.len()), Ok(1));
    });
}

#[test]
fn there_is_a_token_in_the_end() {
    whatever_happens_to("apps/create-installation-access-token", |github| drop(opened(github)));
    let github = fake();
    let proposer = client(&github, ForgeRole::Proposer);
    proposer.open(&new_pull()).expect("opened");
    github.advance(3_600);
    proposer.pull(1).expect("with a new token");
    assert_eq!(github.calls("apps/create-installation-access-token").len(), 2);
}

#[test]
fn there_is_one_review_with_its_comments() {
    for operation in ["pulls/create-review", "pulls/create-review-comment"] {
        whatever_happens_to(operation, |github| {
            let pull = opened(github);
            let line = Anchor::Lines { side: kb::port::DiffSide::Right, start: None, line: 5 };
            let comment = |path: &str, anchor| NewComment {
                path: path.to_owned(),
                anchor,
                body: "Hm. id=f".to_owned(),
            };
            let comments = [comment("knowledge/a.md", line), comment("knowledge/b.md", Anchor::File)];
            let body = format!("Not yet. {MARKER}");
            let event = ReviewEvent::Comment;
            let review =
                NewReview { head: &pull.head, event, body: &body, marker: MARKER, comments: &comments };
            for _ in 0..2 {
                client(github, ForgeRole::Reviewer).review(pull.number, &review).expect("written");
            }
            let pull = github.pull("acme/base", pull.number);
            assert_eq!(pull.comments.len(), 2);
            assert_eq!(pull.reviews.iter().filter(|review| review.body.contains(MARKER)).count(), 1);
        });
    }
}

#[test]
fn there_is_one_summary() {
    whatever_happens_to("issues/create-comment", |github| {
        let pull = opened(github);
        let body = format!("Fine. {MARKER}");
        for _ in 0..2 {
            client(github, ForgeRole::Reviewer).sticky(pull.number, MARKER, &body).expect("written");
        }
        assert_eq!(github.comments("acme/base", pull.number).len(), 1);
    });
}

#[test]
fn there_is_one_answer_in_a_thread() {
    whatever_happens_to("graphql/ReplyToThread", |github| {
        let pull = opened(github);
        let reviewer = client(github, ForgeRole::Reviewer);
        let comments =
            [NewComment { path: "knowledge/b.md".to_owned(), anchor: Anchor::File, body: "Why?".to_owned() }];
        let event = ReviewEvent::Comment;
        let review = NewReview { head: &pull.head, event, body: MARKER, marker: MARKER, comments: &comments };
        reviewer.review(pull.number, &review).expect("written");
        let proposer = client(github, ForgeRole::Proposer);
        for _ in 0..2 {
            let thread = proposer.threads(pull.number).expect("threads").remove(0);
            proposer.reply(&thread, MARKER, &format!("So. {MARKER}")).expect("answered");
        }
        assert_eq!(github.pull("acme/base", pull.number).comments.len(), 2);
    });
}

#[test]
fn there_is_one_check() {
    whatever_happens_to("checks/create", |github| {
        let pull = opened(github);
        let check = NewCheck {
            name: "kb/review",
            head: &pull.head,
            conclusion: CheckConclusion::Success,
            title: "Fine",
            summary: "All claims hold.",
            text: "",
            external_id: "x/1",
        };
        for _ in 0..2 {
            client(github, ForgeRole::Reviewer).check(&check).expect("reported");
        }
        let world = github.world();
        assert_eq!(world.repos[0].checks.len(), 1);
    });
}

#[test]
fn there_is_one_merge() {
    whatever_happens_to("pulls/merge", |github| {
        let pull = opened(github);
        let merge = NewMerge { head: &pull.head, title: "Merge x", message: "Kb-Proposal: x" };
        let merger = client(github, ForgeRole::Merger);
        let merged = merger.merge(pull.number, &merge).expect("merged");
        assert_eq!(merger.merge(pull.number, &merge), Ok(merged.clone()), "it is merged");
        assert_eq!(merger.pull(pull.number).map(|pull| pull.state), Ok(PullState::Merged));
        let merges = github.git("acme/base", &["rev-list", "--merges", "--count", "main"]);
        assert_eq!(merges.trim(), "1");
    });
}
