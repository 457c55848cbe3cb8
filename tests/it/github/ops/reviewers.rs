//! Who was asked for a review.

use serde_json::{Value, json};

use crate::github::account::Account;
use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::seen::Event;
use crate::github::show;
use crate::github::world::World;

/// People and teams that were asked.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let (_, pull) = world.pull(call)?;
    Answer::ok(json!({
        "users": pull.reviewers.iter().map(Account::json).collect::<Value>(),
        "teams": pull.teams.iter().map(|slug| show::pull::team(slug, &call.links)).collect::<Value>(),
    }))
}

fn names(call: &Call, key: &str) -> Vec<String> {
    call.body[key].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn simple(world: &World, call: &Call) -> Result<Value, Answer> {
    let (repo, pull) = world.pull(call)?;
    Ok(show::pull::simple(pull, repo, &call.links, world.clock.now()))
}

/// Asks people and teams. The author cannot be asked, nor somebody who is not there.
pub fn request(world: &mut World, call: &Call) -> Answered {
    let (_, pull) = world.pull(call)?;
    let author = pull.author.clone();
    let mut people = Vec::new();
    for login in names(call, "reviewers") {
        if login.eq_ignore_ascii_case(&author.login) {
            return Err(Answer::unprocessable("Review cannot be requested from pull request author."));
        }
        let message = "Reviews may only be requested from collaborators. One or more of the users or teams you \
                       specified is not a collaborator of the repository.";
        let known = world.account(&login).filter(|account| account.kind == "User");
        people.push(known.ok_or_else(|| Answer::unprocessable(message))?);
    }
    let pull = world.pull_mut(call)?;
    for person in people.into_iter().filter(|person| !pull.reviewers.contains(person)).collect::<Vec<_>>() {
        pull.reviewers.push(person);
    }
    for team in names(call, "team_reviewers") {
        if !pull.teams.contains(&team) {
            pull.teams.push(team);
        }
    }
    world.tell(Event::by(&call.actor, "pull_request", "review_requested", call.number("pull_number")));
    Answer::created(simple(world, call)?)
}

/// Asks them no longer.
pub fn remove(world: &mut World, call: &Call) -> Answered {
    let (people, teams) = (names(call, "reviewers"), names(call, "team_reviewers"));
    let pull = world.pull_mut(call)?;
    pull.reviewers.retain(|person| !people.contains(&person.login));
    pull.teams.retain(|team| !teams.contains(team));
    Answer::ok(simple(world, call)?)
}
