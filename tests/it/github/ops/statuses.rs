//! Commit statuses, the older sister of check runs: anybody with the permission may post any context.

use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::page::page;
use crate::github::repo::{Repo, Status};
use crate::github::show;
use crate::github::world::World;

/// The longest description.
const LONGEST: usize = 140;

/// Posts one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let (id, now) = (world.next_id(), world.clock.now());
    if call.text("description").is_some_and(|text| text.chars().count() > LONGEST) {
        return Err(Answer::invalid(
            "Status",
            "description",
            "custom",
            Some("description is too long (maximum is 140 characters)"),
        ));
    }
    let repo = world.repo_mut(call)?;
    let message = format!("No commit found for SHA: {}", call.param("sha"));
    let sha = repo.git.resolve(call.param("sha")).ok_or_else(|| Answer::error(422, &message))?;
    let status = Status {
        id,
        sha,
        state: call.required("state").to_owned(),
        context: call.text("context").unwrap_or("default").to_owned(),
        description: call.text("description").map(str::to_owned),
        target_url: call.text("target_url").map(str::to_owned),
        creator: call.actor.account(),
        app: call.actor.app(),
        created: now,
    };
    let shown = show::check::status(&status, &repo.full_name(), &call.links);
    repo.statuses.push(status);
    Answer::created(shown)
}

fn found<'a>(repo: &'a Repo, call: &Call) -> Result<(String, Vec<&'a Status>), Answer> {
    let sha = repo.git.resolve(call.param("ref")).ok_or_else(Answer::missing)?;
    let statuses = repo.statuses.iter().rev().filter(|status| status.sha == sha).collect();
    Ok((sha, statuses))
}

/// All of a commit, newest first.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let name = repo.full_name();
    let (_, statuses) = found(repo, call)?;
    Ok(page(call, statuses.iter().map(|one| show::check::status(one, &name, &call.links)).collect()))
}

/// The last of each context, and what they say together.
pub fn combined(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let repo = world.repo(call)?;
    let name = repo.full_name();
    let (sha, mut statuses) = found(repo, call)?;
    let mut contexts = Vec::new();
    statuses.retain(|status| {
        let first = !contexts.contains(&status.context);
        contexts.push(status.context.clone());
        first
    });
    let any = |states: &[&str]| statuses.iter().any(|status| states.contains(&status.state.as_str()));
    let state = match () {
        () if any(&["error", "failure"]) => "failure",
        () if any(&["pending"]) || statuses.is_empty() => "pending",
        () => "success",
    };
    Answer::ok(json!({
        "state": state, "sha": sha, "total_count": statuses.len(),
        "statuses": statuses.iter().map(|one| show::check::simple_status(one, &name, &call.links)).collect::<Value>(),
        "repository": show::repo::repo(repo, &call.links, now),
    }))
}
