//! Reviews: written with their comments in one request, submitted, dismissed.

use serde_json::Value;

use super::pulls::base_of;
use crate::github::answer::{Answer, Answered};
use crate::github::app::ACTIONS;
use crate::github::call::Call;
use crate::github::diff;
use crate::github::drift::Drift;
use crate::github::page::page;
use crate::github::place::{Place, comment};
use crate::github::pull::{Pull, Review};
use crate::github::seen::Event;
use crate::github::show;
use crate::github::world::World;

/// All of them, oldest first. A pending one is seen by its author only.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let (repo, pull) = world.pull(call)?;
    let (name, own) = (repo.full_name(), call.actor.account());
    let seen = pull.reviews.iter().filter(|review| review.state != "PENDING" || review.author == own);
    let shown = seen.map(|review| show::review::review(review, pull, &name, &call.links)).collect();
    Ok(page(call, shown))
}

/// The longest text of a review or a comment.
const LONGEST: usize = 65_536;

fn id(call: &Call) -> u64 {
    call.number("review_id")
}

/// One.
pub fn get(world: &mut World, call: &Call) -> Answered {
    shown(world, call, id(call))
}

fn shown(world: &World, call: &Call, id: u64) -> Answered {
    let (repo, pull) = world.pull(call)?;
    let review = pull.reviews.iter().find(|review| review.id == id).ok_or_else(Answer::missing)?;
    Answer::ok(show::review::review(review, pull, &repo.full_name(), &call.links))
}

fn own_word(event: &str, pull: &Pull, call: &Call) -> Result<(), Answer> {
    if event == "APPROVE" && call.actor.app() == Some(ACTIONS) {
        return Err(Answer::unprocessable("GitHub Actions is not permitted to approve pull requests."));
    }
    if pull.author != call.actor.account() {
        return Ok(());
    }
    match event {
        "APPROVE" => Err(Answer::unprocessable("Can not approve your own pull request")),
        "REQUEST_CHANGES" => Err(Answer::unprocessable("Can not request changes on your own pull request")),
        _ => Ok(()),
    }
}

/// The state that an event gives; none leaves it pending.
pub fn state(event: Option<&str>) -> &'static str {
    match event {
        Some("APPROVE") => "APPROVED",
        Some("REQUEST_CHANGES") => "CHANGES_REQUESTED",
        Some(_) => "COMMENTED",
        None => "PENDING",
    }
}

/// Writes one. One comment that has no place in the diff refuses all of it.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let (review_id, now) = (world.next_id(), world.clock.now());
    let (repo, pull) = world.pull(call)?;
    let account = call.actor.account();
    let event = call.text("event");
    let comments: Vec<Value> = call.body["comments"].as_array().cloned().unwrap_or_default();
    let body = call.text("body").unwrap_or_default().to_owned();
    own_word(event.unwrap_or_default(), pull, call)?;
    let needs_body = event == Some("REQUEST_CHANGES") || (event == Some("COMMENT") && comments.is_empty());
    if needs_body && body.trim().is_empty() {
        return Err(Answer::unprocessable("Review body can not be blank"));
    }
    let texts = comments.iter().filter_map(|comment| comment["body"].as_str()).chain([body.as_str()]);
    if texts.into_iter().any(|text| text.chars().count() > LONGEST) {
        return Err(Answer::unprocessable("Body is too long (maximum is 65536 characters)"));
    }
    let pending = |review: &Review| review.state == "PENDING" && review.author == account;
    if pull.reviews.iter().any(pending) {
        return Err(Answer::unprocessable("User can only have one pending review per pull request"));
    }
    let commit = call.text("commit_id").unwrap_or(&pull.head).to_owned();
    let base = base_of(repo, pull);
    let brought = repo.git.resolve(&commit).is_some_and(|sha| repo.git.is_ancestor(&sha, &pull.head));
    if !brought {
        return Err(Answer::unprocessable("Commit is not part of the pull request"));
    }
    let files = diff::files(&repo.git, &base, &commit);
    let mut made = Vec::new();
    for given in &comments {
        let place = Place::of(given, &files)?;
        made.push((place, given["body"].as_str().unwrap_or_default().to_owned()));
    }
    let review = Review {
        id: review_id,
        author: account.clone(),
        body,
        state: state(event),
        commit: commit.clone(),
        submitted: event.map(|_| now),
        counts: call.actor.allows("contents", true),
    };
    for (place, text) in made {
        let id = world.next_id();
        let one = comment(id, review_id, place, account.clone(), text, &commit, now);
        world.pull_mut(call)?.comments.push(one);
    }
    catch_up(world, call, review_id, &commit)?;
    let pull = world.pull_mut(call)?;
    pull.reviewers.retain(|reviewer| *reviewer != account);
    pull.reviews.push(review);
    if event.is_some() {
        world.tell(Event::by(&call.actor, "pull_request_review", "submitted", call.number("pull_number")));
    }
    shown(world, call, review_id)
}

/// Carries the comments of a review on an older commit to the head: where it moved over them they are outdated at once.
fn catch_up(world: &mut World, call: &Call, review: u64, commit: &str) -> Result<(), Answer> {
    let (repo, pull) = world.pull(call)?;
    if pull.head == commit {
        return Ok(());
    }
    let (git, base, head) = (repo.git.clone(), pull.base.clone(), pull.head.clone());
    let drift = Drift::new(&git, &base, commit, &head);
    let comments = world.pull_mut(call)?.comments.iter_mut();
    comments.filter(|comment| comment.review == review).for_each(|comment| drift.carry(comment));
    Ok(())
}

/// Changes the text of one.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let own = call.actor.account();
    let review = found(world, call)?;
    if review.author != own {
        return Err(Answer::error(422, "Validation Failed"));
    }
    review.body = call.required("body").to_owned();
    shown(world, call, id(call))
}

fn found<'a>(world: &'a mut World, call: &Call) -> Result<&'a mut Review, Answer> {
    let reviews = &mut world.pull_mut(call)?.reviews;
    reviews.iter_mut().find(|review| review.id == id(call)).ok_or_else(Answer::missing)
}

/// Takes a pending one back.
pub fn delete(world: &mut World, call: &Call) -> Answered {
    let answer = shown(world, call, id(call))?;
    if found(world, call)?.state != "PENDING" {
        return Err(Answer::unprocessable("Can not delete a non-pending pull request review"));
    }
    let pull = world.pull_mut(call)?;
    pull.reviews.retain(|review| review.id != id(call));
    pull.comments.retain(|comment| comment.review != id(call));
    Ok(answer)
}

/// Sends a pending one.
pub fn submit(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let (_, pull) = world.pull(call)?;
    own_word(call.required("event"), pull, call)?;
    let own = call.actor.account();
    let review = found(world, call)?;
    if review.author != own {
        return Err(Answer::missing());
    }
    if review.state != "PENDING" {
        return Err(Answer::unprocessable("Could not submit a review that is not pending"));
    }
    if let Some(body) = call.text("body") {
        body.clone_into(&mut review.body);
    }
    review.state = state(call.text("event"));
    review.submitted = Some(now);
    world.tell(Event::by(&call.actor, "pull_request_review", "submitted", call.number("pull_number")));
    shown(world, call, id(call))
}

/// Takes the word of another away.
pub fn dismiss(world: &mut World, call: &Call) -> Answered {
    let review = found(world, call)?;
    if !matches!(review.state, "APPROVED" | "CHANGES_REQUESTED") {
        return Err(Answer::unprocessable("Can not dismiss a commented pull request review"));
    }
    review.state = "DISMISSED";
    world.tell(Event::by(&call.actor, "pull_request_review", "dismissed", call.number("pull_number")));
    shown(world, call, id(call))
}
