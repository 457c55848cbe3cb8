//! Comments that are about no line.

use crate::github::account::Account;
use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::page::page;
use crate::github::repo::{IssueComment, Repo};
use crate::github::seen::Event;
use crate::github::show;
use crate::github::world::World;

const LONGEST: usize = 65_536;

fn exists(repo: &Repo, number: u64) -> Result<(), Answer> {
    let there = repo.pull(number).is_some() || repo.issues.iter().any(|issue| issue.number == number);
    if there { Ok(()) } else { Err(Answer::missing()) }
}

/// Those of an issue or a pull request, oldest first.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let number = call.number("issue_number");
    exists(repo, number)?;
    let of = repo.comments.iter().filter(|comment| comment.number == number);
    Ok(page(call, of.map(|comment| show::issue::comment(comment, repo, world, &call.links)).collect()))
}

fn text(call: &Call) -> Result<String, Answer> {
    let text = call.required("body");
    let reason = match text.chars().count() {
        _ if text.trim().is_empty() => "Body cannot be blank",
        count if count > LONGEST => "Body is too long (maximum is 65536 characters)",
        _ => return Ok(text.to_owned()),
    };
    Err(Answer::invalid("IssueComment", "body", "unprocessable", Some(reason)))
}

/// Writes one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let (number, body) = (call.number("issue_number"), text(call)?);
    let (id, now) = (world.next_id(), world.clock.now());
    let repo = world.repo_mut(call)?;
    exists(repo, number)?;
    let (author, app) = (call.actor.account(), call.actor.app());
    repo.comments.push(IssueComment {
        id,
        number,
        author,
        app,
        body,
        minimised: None,
        created: now,
        updated: now,
    });
    world.tell(Event::by(&call.actor, "issue_comment", "created", number));
    shown(world, call, 201, id)
}

fn shown(world: &World, call: &Call, status: u16, id: u64) -> Answered {
    let repo = world.repo(call)?;
    let comment = repo.comments.iter().find(|comment| comment.id == id).ok_or_else(Answer::missing)?;
    Ok(Answer::new(status, show::issue::comment(comment, repo, world, &call.links)))
}

/// Whether somebody may change what `author` wrote.
fn may_change(call: &Call, author: &Account) -> Result<(), Answer> {
    let own = call.actor.account() == *author;
    if own || call.actor.allows("contents", true) {
        return Ok(());
    }
    Err(Answer::error(403, "Resource not accessible by integration"))
}

/// Changes one.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let (id, now, body) = (call.number("comment_id"), world.clock.now(), text(call)?);
    let comments = &mut world.repo_mut(call)?.comments;
    let comment = comments.iter_mut().find(|comment| comment.id == id).ok_or_else(Answer::missing)?;
    may_change(call, &comment.author)?;
    comment.body = body;
    comment.updated = now;
    shown(world, call, 200, id)
}

/// Removes one.
pub fn delete(world: &mut World, call: &Call) -> Answered {
    let id = call.number("comment_id");
    let comments = &mut world.repo_mut(call)?.comments;
    let comment = comments.iter().find(|comment| comment.id == id).ok_or_else(Answer::missing)?;
    may_change(call, &comment.author)?;
    comments.retain(|comment| comment.id != id);
    Answer::nothing()
}
