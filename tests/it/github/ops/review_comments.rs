//! Comments on lines and files: listed, written one by one, answered, changed.

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::diff;
use crate::github::page::page;
use crate::github::place::{Place, comment};
use crate::github::pull::{Pull, Review, ReviewComment};
use crate::github::show;
use crate::github::world::World;

/// All of a pull request, oldest first; those of pending reviews are not among them.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let (repo, pull) = world.pull(call)?;
    let name = repo.full_name();
    let pending = |id: u64| pull.reviews.iter().any(|review| review.id == id && review.state == "PENDING");
    let seen = pull.comments.iter().filter(|comment| !pending(comment.review));
    let mut shown: Vec<_> =
        seen.map(|comment| show::review::comment(comment, pull, &name, &call.links)).collect();
    if call.query.get("direction").is_some_and(|direction| direction == "desc") {
        shown.reverse();
    }
    Ok(page(call, shown))
}

/// Those of one review, which GitHub gives without their lines.
pub fn of_review(world: &mut World, call: &Call) -> Answered {
    let (repo, pull) = world.pull(call)?;
    let name = repo.full_name();
    let of = |comment: &&ReviewComment| comment.review == call.number("review_id");
    let shown = pull.comments.iter().filter(of).map(|comment| {
        let mut shown = show::review::comment(comment, pull, &name, &call.links);
        let given = shown.as_object_mut().expect("an object");
        for key in ["subject_type", "line", "start_line", "original_start_line", "start_side", "side"] {
            given.remove(key);
        }
        given.entry("position").or_insert(serde_json::Value::Null);
        shown
    });
    Ok(page(call, shown.collect()))
}

fn shown(world: &World, call: &Call, status: u16, id: u64) -> Answered {
    let repo = world.repo(call)?;
    let holds = |pull: &&Pull| pull.comments.iter().any(|comment| comment.id == id);
    let pull = repo.pulls.iter().find(holds).ok_or_else(Answer::missing)?;
    let comment = pull.comments.iter().find(|comment| comment.id == id).ok_or_else(Answer::missing)?;
    let body = show::review::comment(comment, pull, &repo.full_name(), &call.links);
    Ok(Answer::new(status, body))
}

/// Writes one, which is a review of its own.
pub fn create(world: &mut World, call: &Call) -> Answered {
    if let Some(to) = call.body["in_reply_to"].as_u64() {
        return answer(world, call, to);
    }
    let (repo, pull) = world.pull(call)?;
    let commit = repo.git.resolve(call.required("commit_id"));
    let commit = commit.filter(|sha| repo.git.is_ancestor(sha, &pull.head));
    let commit =
        commit.ok_or_else(|| Answer::invalid("PullRequestReviewComment", "commit_id", "invalid", None))?;
    let files = diff::files(&repo.git, &super::pulls::base_of(repo, pull), &commit);
    let place = Place::of(&call.body, &files)?;
    let (id, review) = (world.next_id(), own_review(world, call, &commit)?);
    let (now, author) = (world.clock.now(), call.actor.account());
    let made = comment(id, review, place, author, call.required("body").to_owned(), &commit, now);
    world.pull_mut(call)?.comments.push(made);
    shown(world, call, 201, id)
}

/// The review that a single comment comes with.
fn own_review(world: &mut World, call: &Call, commit: &str) -> Result<u64, Answer> {
    let (id, now) = (world.next_id(), world.clock.now());
    let review = Review {
        id,
        author: call.actor.account(),
        body: String::new(),
        state: "COMMENTED",
        commit: commit.to_owned(),
        submitted: Some(now),
        counts: call.actor.allows("contents", true),
    };
    world.pull_mut(call)?.reviews.push(review);
    Ok(id)
}

/// Answers the first comment of a thread.
pub fn reply(world: &mut World, call: &Call) -> Answered {
    answer(world, call, call.number("comment_id"))
}

fn answer(world: &mut World, call: &Call, to: u64) -> Answered {
    let (_, pull) = world.pull(call)?;
    let first = pull.comments.iter().find(|comment| comment.id == to).ok_or_else(Answer::missing)?;
    if first.thread != first.id {
        return Err(Answer::unprocessable("Replies to replies are not supported"));
    }
    let first = first.clone();
    let (id, review) = (world.next_id(), own_review(world, call, &first.commit)?);
    let now = world.clock.now();
    let made = replied(&first, id, review, call.actor.account(), call.required("body"), now);
    world.pull_mut(call)?.comments.push(made);
    shown(world, call, 201, id)
}

/// An answer in the thread of `first`.
pub fn replied(
    first: &ReviewComment,
    id: u64,
    review: u64,
    author: crate::github::account::Account,
    body: &str,
    now: u64,
) -> ReviewComment {
    let (body, resolved, minimised) = (body.to_owned(), None, None);
    ReviewComment {
        id,
        review,
        author,
        body,
        resolved,
        minimised,
        created: now,
        updated: now,
        ..first.clone()
    }
}

/// Changes the text of one.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let (id, now) = (call.number("comment_id"), world.clock.now());
    let repo = world.repo_mut(call)?;
    let mut comments = repo.pulls.iter_mut().flat_map(|pull| &mut pull.comments);
    let comment = comments.find(|comment| comment.id == id).ok_or_else(Answer::missing)?;
    call.required("body").clone_into(&mut comment.body);
    comment.updated = now;
    shown(world, call, 200, id)
}
