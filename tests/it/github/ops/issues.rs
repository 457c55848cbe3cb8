//! Issues, among which GitHub counts pull requests.

use serde_json::Value;

use super::labels;
use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::page::page;
use crate::github::repo::Issue;
use crate::github::show::issue;
use crate::github::world::World;

/// Issues and pull requests of a state, with labels.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let state = call.query.get("state").map_or("open", String::as_str);
    let wanted: Vec<&str> =
        call.query.get("labels").map(|text| text.split(',').collect()).unwrap_or_default();
    let pulls = repo
        .pulls
        .iter()
        .map(|pull| (pull.number, pull.open, &pull.labels, issue::pull(pull, repo, &call.links)));
    let issues = repo
        .issues
        .iter()
        .map(|one| (one.number, one.closed.is_none(), &one.labels, issue::issue(one, repo, &call.links)));
    let mut all: Vec<(u64, Value)> = pulls
        .chain(issues)
        .filter(|(_, open, ..)| state == "all" || (state == "open") == *open)
        .filter(|(_, _, labels, _)| wanted.iter().all(|label| labels.iter().any(|name| name == label)))
        .map(|(number, _, _, shown)| (number, shown))
        .collect();
    all.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    if call.query.get("direction").is_some_and(|direction| direction == "asc") {
        all.reverse();
    }
    Ok(page(call, all.into_iter().map(|(_, shown)| shown).collect()))
}

fn shown(world: &World, call: &Call, number: u64) -> Result<Value, Answer> {
    let repo = world.repo(call)?;
    if let Some(pull) = repo.pull(number) {
        return Ok(issue::pull(pull, repo, &call.links));
    }
    let one = repo.issues.iter().find(|one| one.number == number).ok_or_else(Answer::missing)?;
    Ok(issue::issue(one, repo, &call.links))
}

/// One.
pub fn get(world: &mut World, call: &Call) -> Answered {
    Answer::ok(shown(world, call, call.number("issue_number"))?)
}

/// Opens one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let (id, now) = (world.next_id(), world.clock.now());
    let title = call.text("title").map_or_else(|| call.body["title"].to_string(), str::to_owned);
    let names = labels::names(&call.body["labels"]);
    let mut last = world.last_id;
    let repo = world.repo_mut(call)?;
    repo.need_labels(&names, &mut last);
    let number = repo.next_number();
    repo.issues.push(Issue {
        number,
        id,
        title,
        body: call.text("body").map(str::to_owned),
        author: call.actor.account(),
        labels: names,
        closed: None,
        created: now,
        updated: now,
    });
    world.last_id = last;
    Answer::created(shown(world, call, number)?)
}

/// Changes one.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let (number, now) = (call.number("issue_number"), world.clock.now());
    let names = call.body["labels"].is_array().then(|| labels::names(&call.body["labels"]));
    let mut last = world.last_id;
    let repo = world.repo_mut(call)?;
    if let Some(names) = &names {
        repo.need_labels(names, &mut last);
    }
    let title = call.text("title").map(str::to_owned);
    let text = call.text("body").map(str::to_owned);
    let state = call.text("state");
    if let Some(pull) = repo.pull_mut(number) {
        pull.title = title.unwrap_or_else(|| pull.title.clone());
        pull.body = text.or_else(|| pull.body.clone());
        pull.labels = names.unwrap_or_else(|| pull.labels.clone());
        if state == Some("closed") && pull.open {
            pull.open = false;
            pull.closed = Some(now);
        }
        pull.updated = now;
    } else {
        let one = repo.issues.iter_mut().find(|one| one.number == number).ok_or_else(Answer::missing)?;
        one.title = title.unwrap_or_else(|| one.title.clone());
        one.body = text.or_else(|| one.body.clone());
        one.labels = names.unwrap_or_else(|| one.labels.clone());
        match state {
            Some("closed") => one.closed = Some(now),
            Some("open") => one.closed = None,
            _ => {}
        }
        one.updated = now;
    }
    world.last_id = last;
    Answer::ok(shown(world, call, number)?)
}
