//! Threads: read whole whatever is missing, answered once, resolved where they are not.

use super::server::{hangs_up, says};
use super::*;

const GRAPHQL: &str = "POST /api/graphql";
const MARKER: &str = "<!-- kb:v1 kind=answer id=f1 -->";

fn page(nodes: Value, next: Option<&str>) -> Value {
    json!({ "pageInfo": { "hasNextPage": next.is_some(), "endCursor": next }, "nodes": nodes })
}

fn said(login: &str, kind: &str, body: &str) -> Value {
    json!({ "body": body, "author": { "login": login, "__typename": kind } })
}

fn threads(nodes: Value, next: Option<&str>) -> server::Answer {
    let threads = page(nodes, next);
    says(200, json!({ "data": { "repository": { "pullRequest": { "reviewThreads": threads } } } }))
}

fn comments(nodes: Value, next: Option<&str>) -> server::Answer {
    says(200, json!({ "data": { "node": { "comments": page(nodes, next) } } }))
}

// PR-04
#[test]
fn threads_are_read_to_their_end_with_what_is_gone() {
    let first = json!([
        { "id": "T1", "isResolved": false, "isOutdated": true, "path": "n.md", "line": null,
          "comments": page(json!([said("kb-reviewer", "Bot", "x <!-- kb:abc -->")]), Some("c1")) },
        null,
    ]);
    let second = json!([
        { "id": "T2", "isResolved": true, "isOutdated": false, "path": "m.md", "line": 5,
          "comments": page(json!([{ "body": null, "author": null }]), None) },
    ]);
    let server = Server::playing([
        (GRAPHQL, threads(first, Some("t1"))),
        (GRAPHQL, comments(json!([said("ada", "User", "y")]), Some("c2"))),
        (GRAPHQL, comments(json!([said("bea", "User", "z")]), None)),
        (GRAPHQL, threads(second, None)),
    ]);
    let threads = client(&server).0.threads(7).expect("threads");
    let told = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    let all = [told("kb-reviewer[bot]", "x <!-- kb:abc -->"), told("ada", "y"), told("bea", "z")];
    assert_eq!(threads[0].comments, all);
    assert_eq!((threads[0].line, threads[0].outdated, threads[0].resolved), (None, true, false));
    assert_eq!((threads[1].line, threads[1].comments[0].clone()), (Some(5), told("ghost", "")));
    let came = server.came();
    let variables = json!({ "owner": "acme", "name": "base", "number": 7, "after": "t1" });
    assert_eq!(
        (&came[3].body["operationName"], &came[3].body["variables"]),
        (&json!("ReviewThreads"), &variables)
    );
    assert_eq!(came[2].body["variables"], json!({ "id": "T1", "after": "c2" }));
}

#[test]
fn half_an_answer_is_none() {
    let half = json!({ "data": { "repository": null }, "errors": [{ "type": "NOT_FOUND", "message": "Could not resolve" }] });
    let slow = json!({ "errors": [{ "message": "Something went wrong while executing your query." }] });
    let server = Server::playing([
        (GRAPHQL, says(200, half)),
        (GRAPHQL, says(200, slow)),
        (GRAPHQL, threads(json!([]), None)),
    ]);
    let (github, _) = client(&server);
    assert!(matches!(github.threads(7), Err(ForgeFault::NotFound { .. })));
    assert_eq!(github.threads(7), Ok(Vec::new()));
    server.came();
}

fn thread(comments: Vec<(String, String)>, resolved: bool) -> Thread {
    Thread {
        id: "T1".to_owned(),
        pull: 7,
        resolved,
        outdated: false,
        path: "n.md".to_owned(),
        line: None,
        comments,
    }
}

#[test]
fn an_answer_is_given_once() {
    let answered = said("Ada", "User", &format!("Fixed. {MARKER}"));
    let question = said("eve", "User", "Why?");
    let server = Server::playing([
        (GRAPHQL, hangs_up()),
        (
            GRAPHQL,
            threads(json!([{ "id": "T1", "comments": page(json!([question, answered]), None) }]), None),
        ),
        ("GET /api/v3/user", me()),
    ]);
    let (github, _) = client(&server);
    let body = format!("Fixed. {MARKER}");
    let asked = thread(vec![("eve".to_owned(), format!("Why? {MARKER}"))], false);
    let nothing = thread(vec![("eve".to_owned(), "Why?".to_owned())], false);
    github.reply(&nothing, MARKER, &body).expect("the first attempt did it");
    let done = thread(vec![("ada".to_owned(), body.clone())], false);
    github.reply(&done, MARKER, &body).expect("it is there");
    let came = server.came();
    assert_eq!(
        came[0].body["variables"],
        json!({ "input": { "pullRequestReviewThreadId": "T1", "body": body } })
    );
    assert!(!github.is_last_answer(&asked.comments, MARKER).expect("known"), "a stranger's marker is text");
}

#[test]
fn only_what_is_otherwise_is_resolved_or_opened() {
    let done = || says(200, json!({ "data": { "x": { "thread": { "id": "T1" } } } }));
    let server = Server::playing([(GRAPHQL, done()), (GRAPHQL, done()), (GRAPHQL, done())]);
    let (github, _) = client(&server);
    github.resolve(&thread(Vec::new(), true), true).expect("nothing to do");
    github.resolve(&thread(Vec::new(), false), true).expect("resolved");
    github.resolve(&thread(Vec::new(), true), false).expect("opened");
    let comment =
        ForgeComment { id: 1, node: "IC_1".to_owned(), author: "ada".to_owned(), body: String::new() };
    github.minimise(&comment).expect("folded away");
    let names: Vec<Value> =
        server.came().iter().map(|request| request.body["operationName"].clone()).collect();
    assert_eq!(names, [json!("ResolveThread"), json!("UnresolveThread"), json!("MinimizeComment")]);
}
