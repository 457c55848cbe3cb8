//! Review threads: listed with whether they are resolved, which REST does not tell; answered, resolved and opened again.

use serde_json::{Value, json};

use super::selection::{BEGIN, begin};
use super::{Refusal, allowed, comment, input};
use crate::github::account::{node, of_node};
use crate::github::call::Call;
use crate::github::pull::{Pull, Review, ReviewComment};
use crate::github::repo::Repo;
use crate::github::world::World;

fn shown(first: &ReviewComment, pull: &Pull, repo: &str) -> Value {
    json!({
        "__typename": "PullRequestReviewThread", "id": node("PRRT", first.id),
        "isResolved": first.resolved.is_some(), "isOutdated": first.is_outdated(), "isCollapsed": false,
        "path": first.path, "line": first.line, "startLine": first.start_line,
        "originalLine": first.original_line, "originalStartLine": first.original_start_line,
        "diffSide": first.side, "startDiffSide": first.original_start_line.map(|_| first.side.clone()),
        "subjectType": if first.is_on_file() { "FILE" } else { "LINE" },
        "resolvedBy": first.resolved.as_ref().map(super::comments::actor),
        "comments": comments(first, pull, repo, 0),
    })
}

fn comments(first: &ReviewComment, pull: &Pull, repo: &str, begin: usize) -> Value {
    let all = pull.comments.iter().filter(|comment| comment.thread == first.id);
    let all: Vec<Value> = all.map(|one| comment(one, repo, pull.number)).collect();
    json!({"totalCount": all.len(), BEGIN: begin, "nodes": &all[begin.min(all.len())..]})
}

/// One thread, for the rest of its comments.
pub fn one(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    let given = &call.body["variables"];
    let (_, repo, pull, first) = found(world, given["id"].as_str().unwrap_or_default())?;
    let name = repo.full_name();
    allowed(call, &name, "pull_requests", false)?;
    let mut node = shown(first, pull, &name);
    node["comments"] = comments(first, pull, &name, begin(given["after"].as_str()));
    Ok(json!({"node": node}))
}

/// The threads of a pull request, from a cursor on.
pub fn list(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    let given = &call.body["variables"];
    let text = |key: &str| given[key].as_str().unwrap_or_default();
    let name = format!("{}/{}", text("owner"), text("name"));
    let missing = || Refusal {
        kind: "NOT_FOUND",
        message: format!("Could not resolve to a Repository with the name '{name}'."),
    };
    let token = call.actor.token().ok_or_else(missing)?;
    let repo = world.repo_at(&name).map(|at| &world.repos[at]).ok_or_else(missing)?;
    let name = repo.full_name();
    if !token.reaches(&name) {
        return Err(missing());
    }
    allowed(call, &name, "pull_requests", false)?;
    let number = given["number"].as_u64().unwrap_or_default();
    let none = format!("Could not resolve to a PullRequest with the number of {number}.");
    let pull = repo.pull(number).ok_or(Refusal { kind: "NOT_FOUND", message: none })?;
    let pending = |id: u64| pull.reviews.iter().any(|review| review.id == id && review.state == "PENDING");
    let threads: Vec<&ReviewComment> = pull.threads().filter(|first| !pending(first.review)).collect();
    let begin = begin(given["after"].as_str());
    let nodes: Vec<Value> = threads.iter().skip(begin).map(|first| shown(first, pull, &name)).collect();
    Ok(json!({"repository": {"__typename": "Repository", "pullRequest": {
        "__typename": "PullRequest", "id": node("PR", pull.id), "number": number, "isDraft": pull.draft,
        "headRefOid": pull.head,
        "reviewThreads": {"totalCount": threads.len(), BEGIN: begin, "nodes": nodes},
    }}}))
}

/// The repository, the pull request and the first comment of a thread.
fn found<'a>(world: &'a World, id: &str) -> Result<(usize, &'a Repo, &'a Pull, &'a ReviewComment), Refusal> {
    let first = of_node("PRRT", id).ok_or_else(|| Refusal::missing(id))?;
    for (at, repo) in world.repos.iter().enumerate() {
        for pull in &repo.pulls {
            if let Some(comment) = pull.threads().find(|comment| comment.id == first) {
                return Ok((at, repo, pull, comment));
            }
        }
    }
    Err(Refusal::missing(id))
}

/// Answers in a thread.
pub fn reply(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    let body = input(call, "body");
    if body.trim().is_empty() {
        return Err(Refusal::unprocessable("Body cannot be blank"));
    }
    let (at, repo, pull, first) = found(world, input(call, "pullRequestReviewThreadId"))?;
    let name = repo.full_name();
    allowed(call, &name, "pull_requests", true)?;
    let (first, number) = (first.clone(), pull.number);
    let (id, review, now) = (world.next_id(), world.next_id(), world.clock.now());
    let author = call.actor.account();
    let made = ReviewComment {
        id,
        review,
        author: author.clone(),
        body: body.to_owned(),
        resolved: None,
        minimised: None,
        created: now,
        updated: now,
        ..first.clone()
    };
    let answer = comment(&made, &name, number);
    let pull = world.repos[at].pull_mut(number).ok_or_else(|| Refusal::missing("pull"))?;
    pull.reviews.push(Review {
        id: review,
        author,
        body: String::new(),
        state: "COMMENTED",
        commit: first.commit,
        submitted: Some(now),
        counts: call.actor.allows("contents", true),
    });
    pull.comments.push(made);
    Ok(json!({"addPullRequestReviewThreadReply": {"comment": answer, "clientMutationId": null}}))
}

fn set(world: &mut World, call: &Call, field: &str, resolved: bool) -> Result<Value, Refusal> {
    let (at, repo, pull, first) = found(world, input(call, "threadId"))?;
    let name = repo.full_name();
    allowed(call, &name, "pull_requests", true)?;
    // Who may resolve: the author of the pull request, and who may push.
    let own = pull.author == call.actor.account();
    if !own && !world.anybody_resolves {
        allowed(call, &name, "contents", true)?;
    }
    let (id, number) = (first.id, pull.number);
    let by = resolved.then(|| call.actor.account());
    let pull = world.repos[at].pull_mut(number).ok_or_else(|| Refusal::missing("pull"))?;
    for comment in pull.comments.iter_mut().filter(|comment| comment.id == id) {
        comment.resolved.clone_from(&by);
    }
    let (_, _, pull, first) = found(world, input(call, "threadId"))?;
    Ok(json!({field: {"thread": shown(first, pull, &name), "clientMutationId": null}}))
}

/// Resolves a thread.
pub fn resolve(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    set(world, call, "resolveReviewThread", true)
}

/// Opens a thread again.
pub fn unresolve(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    set(world, call, "unresolveReviewThread", false)
}
