//! Every operation, each as the role whose it is; the fake holds each request to the official description.

use kb::digest::CommitId;
use kb::port::{
    Anchor, CheckConclusion, DiffSide, ForgeFault, NewCheck, NewComment, NewMerge, NewReview, PullEdit,
    PullState, ReviewEvent,
};

use super::*;

const REVIEW: &str = "<!-- kb:v1 kind=review id=x/1 -->";
const SUMMARY: &str = "<!-- kb:v1 kind=summary -->";

#[test]
fn a_pull_request_goes_its_way() {
    let github = fake();
    let (proposer, reviewer, merger) = (
        client(&github, ForgeRole::Proposer),
        client(&github, ForgeRole::Reviewer),
        client(&github, ForgeRole::Merger),
    );
    assert_eq!(reviewer.account().expect("known").login, "kb-reviewer[bot]");
    let pull = proposer.open(&new_pull()).expect("opened");
    assert_eq!(proposer.open(&new_pull()), Ok(pull.clone()));
    assert_eq!(
        (pull.author.as_str(), pull.is_fork, pull.state),
        ("kb-proposer[bot]", false, PullState::Open)
    );
    let labels: &[&str] = &["kb", "kb:risk"];
    let edit = PullEdit {
        title: Some("Lines, mended"),
        draft: Some(true),
        labels: Some(labels),
        ..PullEdit::default()
    };
    let pull = proposer.edit(&pull, &edit).expect("changed");
    assert!(pull.draft && pull.title == "Lines, mended" && pull.labels.len() == 2, "{pull:?}");
    let ready = PullEdit { draft: Some(false), labels: Some(&labels[..1]), ..PullEdit::default() };
    let pull = proposer.edit(&pull, &ready).expect("ready");
    assert!(!pull.draft && pull.labels == ["kb"], "{pull:?}");
    assert_eq!(reviewer.open_pulls().expect("a list").len(), 1);
    assert_eq!(reviewer.pulls_of(BRANCH).expect("a list").len(), 1);

    let comment =
        |path: &str, anchor, body: &str| NewComment { path: path.to_owned(), anchor, body: body.to_owned() };
    let lines = |side, start, line| Anchor::Lines { side, start, line };
    let comments = [
        comment(
            "knowledge/a.md",
            lines(DiffSide::Right, Some(3), 5),
            "No such line. <!-- kb:v1 kind=finding id=1 -->",
        ),
        comment(
            "knowledge/a.md",
            lines(DiffSide::Left, None, 5),
            "It stood. <!-- kb:v1 kind=finding id=2 -->",
        ),
        comment("knowledge/b.md", Anchor::File, "Who asked? <!-- kb:v1 kind=finding id=3 -->"),
        comment(
            "knowledge/a.md",
            lines(DiffSide::Right, None, 25),
            "Nowhere. <!-- kb:v1 kind=finding id=4 -->",
        ),
    ];
    let body = format!("Not yet.\n{REVIEW}");
    let event = ReviewEvent::RequestChanges;
    let review = NewReview { head: &pull.head, event, body: &body, marker: REVIEW, comments: &comments };
    let written = reviewer.review(pull.number, &review).expect("one bad comment does not lose the review");
    assert!(written.body.contains("Nowhere."), "{}", written.body);
    assert_eq!((written.event, written.head.as_ref()), (Some(event), Some(&pull.head)));
    assert_eq!(reviewer.review(pull.number, &review).map(|again| again.id), Ok(written.id));
    assert_eq!(github.pull("acme/base", pull.number).comments.len(), 3);

    let threads = merger.threads(pull.number).expect("threads");
    let thread = threads.iter().find(|thread| thread.path == "knowledge/b.md").expect("the one on the file");
    assert_eq!(thread.comments[0].0, "kb-reviewer[bot]");
    proposer.reply(thread, "id=answer", "I did. id=answer").expect("answered");
    let threads = merger.threads(pull.number).expect("threads");
    let thread = threads.iter().find(|thread| thread.path == "knowledge/b.md").expect("the one on the file");
    proposer.reply(thread, "id=answer", "I did. id=answer").expect("it is there");
    merger.resolve(thread, true).expect("resolved");
    let threads = merger.threads(pull.number).expect("threads");
    let thread = threads.iter().find(|thread| thread.path == "knowledge/b.md").expect("the one on the file");
    assert!(thread.resolved && thread.comments.len() == 2, "{thread:?}");
    merger.resolve(thread, false).expect("opened again");

    let first = reviewer.sticky(pull.number, SUMMARY, &format!("Two findings.\n{SUMMARY}")).expect("made");
    let writes = github.writes().len();
    let again = reviewer.sticky(pull.number, SUMMARY, &format!("Two findings.\n{SUMMARY}")).expect("left");
    assert_eq!((again, github.writes().len()), (first.clone(), writes), "nothing is written twice");
    reviewer.sticky(pull.number, SUMMARY, &format!("No findings.\n{SUMMARY}")).expect("changed");
    reviewer.minimise(&first).expect("folded away");
    assert_eq!(github.comments("acme/base", pull.number).len(), 1);

    let check = |conclusion| NewCheck {
        name: "kb/review",
        head: &pull.head,
        conclusion,
        title: "Fine",
        summary: "All claims hold.",
        text: "",
        external_id: "x/1",
    };
    for conclusion in [CheckConclusion::Failure, CheckConclusion::Success, CheckConclusion::Success] {
        reviewer.check(&check(conclusion)).expect("reported");
    }
    let checks = merger.checks(&pull.head).expect("checks");
    assert_eq!(checks.len(), 1);
    assert_eq!((checks[0].app, checks[0].conclusion), (Some(102), Some(CheckConclusion::Success)));

    let other = CommitId("0".repeat(40));
    let merge = |head| NewMerge { head, title: "Merge x", message: "Kb-Proposal: x" };
    let fault = merger.merge(pull.number, &merge(&other)).expect_err("another head");
    assert!(matches!(fault, ForgeFault::Conflict { .. }), "{fault}");
    let merged = merger.merge(pull.number, &merge(&pull.head)).expect("merged");
    assert_eq!(github.resolve("acme/base", "main"), Some(merged.0.clone()));
    let pull = merger.pull(pull.number).expect("a pull request");
    assert_eq!((pull.state, pull.merged), (PullState::Merged, Some(merged.clone())));
    let message = github.git("acme/base", &["log", "-1", "--format=%B", &merged.0]);
    assert_eq!(message.trim(), "Merge x\n\nKb-Proposal: x");
}

#[test]
fn a_small_set_up_has_one_token_for_everything() {
    let github = fake();
    let token = github.person("ada", crate::github::token::Role::Write);
    let config =
        ForgeConfig { apps: ForgeApps::default(), token_env: Some("GH_TOKEN".to_owned()), ..config() };
    let time = Box::new(FakeTime(Rc::clone(&github)));
    let given =
        |name: &str| if name == "GH_TOKEN" { Some(token.clone()) } else { environment(&github, name) };
    let forge = GitHub::new(site(&github), ForgeRole::Reviewer, &config, &given, time);
    assert_eq!(forge.account().expect("known").login, "ada");
    let pull = forge.open(&new_pull()).expect("opened");
    let check = NewCheck {
        name: "kb/review",
        head: &pull.head,
        conclusion: CheckConclusion::Success,
        title: "Fine",
        summary: "",
        text: "machine words",
        external_id: "x/1",
    };
    forge.check(&check).expect("reported as a status, as only apps have check runs");
    forge.check(&check).expect("left");
    assert_eq!(github.calls("repos/create-commit-status").len(), 1);
    let checks = forge.checks(&pull.head).expect("checks");
    assert_eq!((checks[0].name.as_str(), checks[0].app), ("kb/review", None));
    let body = format!("Fine.\n{REVIEW}");
    let review = |event| NewReview { head: &pull.head, event, body: &body, marker: REVIEW, comments: &[] };
    let fault = forge.review(pull.number, &review(ReviewEvent::Approve)).expect_err("one's own");
    assert!(fault.to_string().contains("your own pull request"), "{fault}");
    forge.review(pull.number, &review(ReviewEvent::Comment)).expect("written");
}

#[test]
fn a_run_of_githubs_own_has_a_token_that_names_nobody() {
    let github = fake();
    let pull = opened(&github);
    let token = github.workflow_token(crate::github::REVIEWER);
    let config =
        ForgeConfig { apps: ForgeApps::default(), token_env: Some("GITHUB_TOKEN".to_owned()), ..config() };
    let time = Box::new(FakeTime(Rc::clone(&github)));
    let given =
        |name: &str| if name == "GITHUB_TOKEN" { Some(token.clone()) } else { environment(&github, name) };
    let forge = GitHub::new(site(&github), ForgeRole::Reviewer, &config, &given, time);
    assert_eq!(forge.account().expect("known").login, "github-actions[bot]");
    let check = |conclusion| NewCheck {
        name: "kb/check",
        head: &pull.head,
        conclusion,
        title: "Fine",
        summary: "Nothing found.",
        text: "",
        external_id: "x/1",
    };
    for conclusion in [CheckConclusion::Failure, CheckConclusion::Success] {
        forge.check(&check(conclusion)).expect("reported");
    }
    assert_eq!(github.calls("checks/create").len(), 1);
}
