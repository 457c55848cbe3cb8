//! Pull requests: opened once, read with whatever is missing, merged once.

use super::server::{hangs_up, says};
use super::*;
use crate::port::PullState;

const NEW: NewPull<'static> = NewPull {
    head_branch: "kb/proposal/x",
    base_branch: "main",
    title: "Refunds",
    body: "Why.",
    draft: false,
};

fn listing() -> String {
    at("GET /pulls?state=all&head=acme%3Akb%2Fproposal%2Fx&")
}

#[test]
fn whatever_happens_to_the_answer_there_is_one_pull_request() {
    let (listing, opening) = (listing(), at("POST /pulls"));
    let there = json!([pull_json(7, json!({}))]);
    let effects = [
        vec![(&opening, says(502, "")), (&listing, says(200, &there))],
        vec![(&opening, hangs_up()), (&listing, says(200, &there))],
        vec![
            (&opening, says(201, "{\"number\":")),
            (&listing, says(200, "[]")),
            (&listing, says(200, &there)),
        ],
        vec![
            (&opening, says(422, "A pull request already exists for acme:kb/proposal/x.")),
            (&listing, says(200, &there)),
        ],
        vec![
            (&opening, says(502, "")),
            (&listing, says(200, "[]")),
            (&opening, says(201, pull_json(7, json!({})))),
        ],
    ];
    for effect in effects {
        let mut steps = vec![(listing.as_str(), says(200, "[]"))];
        steps.extend(effect.into_iter().map(|(line, answer)| (line.as_str(), answer)));
        let server = Server::of(steps);
        let (github, _) = client(&server);
        assert_eq!(github.open(&NEW).expect("one").number, 7);
        server.came();
    }
}

#[test]
fn one_that_is_open_is_given_back_and_others_are_not() {
    let pulls = json!([
        pull_json(9, json!({ "state": "closed" })),
        pull_json(
            8,
            json!({ "head": { "ref": "kb/proposal/x", "sha": "a1", "repo": { "full_name": "eve/base" } } })
        ),
        pull_json(
            6,
            json!({ "head": { "ref": "kb/proposal/y", "sha": "a1", "repo": { "full_name": "acme/base" } } })
        ),
        pull_json(5, json!({})),
    ]);
    let server = Server::playing([(&listing(), says(200, pulls))]);
    assert_eq!(client(&server).0.open(&NEW).expect("one").number, 5);
    server.came();
}

#[test]
fn what_is_missing_in_an_answer_breaks_nothing() {
    let bare = json!({ "number": 7, "head": { "sha": "a1" }, "base": { "sha": "b0" }, "user": null, "labels": null, "body": null });
    let server = Server::playing([(&at("GET /pulls/7"), says(200, bare))]);
    let pull = client(&server).0.pull(7).expect("a pull request");
    assert!(pull.is_fork, "a fork that is gone has no name");
    assert_eq!((pull.author.as_str(), pull.body.as_str(), pull.merged), ("ghost", "", None));
    server.came();
}

#[test]
fn labels_of_people_stay() {
    let labels = json!([{ "name": "KB" }, { "name": "kb:risk" }, { "name": "help" }]);
    let server = Server::playing([
        (&at("GET /pulls/7"), says(200, pull_json(7, json!({ "labels": labels })))),
        (&at("POST /issues/7/labels"), says(200, "[]")),
        (&at("DELETE /issues/7/labels/kb%3Arisk"), says(404, "{}")),
        (&at("GET /pulls/7"), says(200, pull_json(7, json!({})))),
    ]);
    let (github, _) = client(&server);
    let pull = github.pull(7).expect("a pull request");
    let wanted: &[&str] = &["kb", "kb:needs-human"];
    github.edit(&pull, &PullEdit { labels: Some(wanted), ..PullEdit::default() }).expect("labelled");
    assert_eq!(server.came()[1].body, json!({ "labels": ["kb:needs-human"] }));
}

#[test]
fn a_draft_is_turned_by_graphql_and_only_when_it_is_another() {
    let reading = at("GET /pulls/7");
    let server = Server::playing([
        (&reading, says(200, pull_json(7, json!({ "draft": true })))),
        (&reading, says(200, pull_json(7, json!({ "draft": true })))),
        ("POST /api/graphql", says(200, json!({ "data": { "markPullRequestReadyForReview": {} } }))),
        (&reading, says(200, pull_json(7, json!({})))),
    ]);
    let (github, _) = client(&server);
    let pull = github.pull(7).expect("a draft");
    let edit = |draft| PullEdit { draft: Some(draft), ..PullEdit::default() };
    assert_eq!(github.edit(&pull, &edit(true)), Ok(pull.clone()), "nothing is asked");
    assert!(!github.edit(&pull, &edit(false)).expect("ready").draft);
    let came = server.came();
    assert_eq!(came[2].body["operationName"], "MarkReadyForReview");
    assert_eq!(came[2].body["variables"], json!({ "input": { "pullRequestId": "PR_7" } }));
}

// PR-07
#[test]
fn a_merge_is_of_one_head_and_happens_once() {
    let (merging, reading) = (at("PUT /pulls/7/merge"), at("GET /pulls/7"));
    let merged = pull_json(
        7,
        json!({ "state": "closed", "merged_at": "2026-11-30T09:00:00Z", "merge_commit_sha": "e5" }),
    );
    let other = pull_json(7, json!({ "head": { "ref": "kb/proposal/x", "sha": "b2" } }));
    let server = Server::playing([
        (&merging, says(409, json!({ "message": "Head branch was modified." }))),
        (&reading, says(200, other)),
        (&merging, says(502, "")),
        (&reading, says(200, pull_json(7, json!({})))),
        (&merging, says(405, json!({ "message": "Pull Request is not mergeable" }))),
        (&reading, says(200, &merged)),
        (&merging, says(200, json!({ "sha": "e5", "merged": true }))),
    ]);
    let (github, _) = client(&server);
    let head = CommitId("a1".to_owned());
    let merge = NewMerge { head: &head, title: "Merge x", message: "Kb-Proposal: x" };
    let fault = github.merge(7, &merge).expect_err("another head");
    assert!(
        matches!(&fault, ForgeFault::Conflict { message, .. } if message.contains("modified")),
        "{fault}"
    );
    assert_eq!(github.merge(7, &merge), Ok(CommitId("e5".to_owned())), "the first attempt did it");
    assert_eq!(github.merge(7, &merge), Ok(CommitId("e5".to_owned())));
    let sent = &server.came()[0].body;
    let expected = json!({ "sha": "a1", "merge_method": "merge", "commit_title": "Merge x", "commit_message": "Kb-Proposal: x" });
    assert_eq!(*sent, expected);
}

#[test]
fn where_there_is_no_queue_the_forge_merges_when_it_may() {
    let none = json!({ "errors": [{ "type": "UNPROCESSABLE", "message": "The base branch does not have a merge queue" }] });
    let graphql = "POST /api/graphql";
    let server = Server::playing([
        (&at("GET /pulls/7"), says(200, pull_json(7, json!({})))),
        (graphql, says(200, none)),
        (graphql, says(200, json!({ "data": { "enablePullRequestAutoMerge": {} } }))),
    ]);
    let head = CommitId("a1".to_owned());
    let merge = NewMerge { head: &head, title: "Merge x", message: "Kb-Proposal: x" };
    client(&server).0.merge_later(7, &merge).expect("later");
    let expected = json!({
        "pullRequestId": "PR_7", "expectedHeadOid": "a1", "mergeMethod": "MERGE",
        "commitHeadline": "Merge x", "commitBody": "Kb-Proposal: x",
    });
    assert_eq!(server.came()[2].body["variables"]["input"], expected);
}

#[test]
fn who_was_asked_for_a_review_is_not_asked_again() {
    let asking = at("GET /pulls/7/requested_reviewers");
    let asked = json!({ "users": [{ "login": "Bea" }], "teams": [{ "slug": "writers" }] });
    let server = Server::playing([
        (&asking, says(200, &asked)),
        (&asking, says(200, &asked)),
        (&at("POST /pulls/7/requested_reviewers"), says(201, "{}")),
    ]);
    let (github, _) = client(&server);
    github.request_reviewers(7, &["bea".to_owned(), "acme/writers".to_owned()]).expect("nothing to do");
    github.request_reviewers(7, &["bea".to_owned(), "cleo".to_owned()]).expect("asked");
    assert_eq!(server.came()[2].body, json!({ "reviewers": ["cleo"], "team_reviewers": [] }));
}

#[test]
fn merged_is_neither_open_nor_closed() {
    let merged = pull_json(7, json!({ "state": "closed", "merged_at": "2026-11-30T09:00:00Z" }));
    let server = Server::playing([(&at("GET /pulls/7"), says(200, merged))]);
    let (github, _) = client(&server);
    let pull = github.pull(7).expect("a pull request");
    assert_eq!((pull.state, pull.merged.clone()), (PullState::Merged, Some(CommitId("c0ffee".to_owned()))));
    let edit = PullEdit { open: Some(true), ..PullEdit::default() };
    assert_eq!(github.edit(&pull, &edit), Ok(pull.clone()));
    server.came();
}
