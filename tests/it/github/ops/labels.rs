//! Labels: of the repository, and on issues and pull requests.

use serde_json::Value;

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::page::page;
use crate::github::repo::{Label, Repo};
use crate::github::seen::Event;
use crate::github::show::repo::{label, labels};
use crate::github::world::World;

/// The names in a list of labels, which may be texts or objects.
pub fn names(given: &Value) -> Vec<String> {
    let name = |value: &Value| value.as_str().or_else(|| value["name"].as_str()).map(str::to_owned);
    given.as_array().into_iter().flatten().filter_map(name).collect()
}

/// Those of the repository.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let name = repo.full_name();
    Ok(page(call, repo.labels.iter().map(|one| label(one, &name, &call.links)).collect()))
}

/// One of the repository.
pub fn get(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let one = repo.labels.iter().find(|one| one.name.eq_ignore_ascii_case(call.param("name")));
    Answer::ok(label(one.ok_or_else(Answer::missing)?, &repo.full_name(), &call.links))
}

/// Makes one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let id = world.next_id();
    let repo = world.repo_mut(call)?;
    let name = call.required("name").to_owned();
    if repo.labels.iter().any(|one| one.name.eq_ignore_ascii_case(&name)) {
        return Err(Answer::invalid("Label", "name", "already_exists", None));
    }
    let color = call.text("color").unwrap_or("ededed").to_owned();
    let description = call.text("description").map(str::to_owned);
    let made = Label { id, name, color, description };
    let shown = label(&made, &repo.full_name(), &call.links);
    repo.labels.push(made);
    Answer::created(shown)
}

fn of_issue(repo: &mut Repo, number: u64) -> Result<&mut Vec<String>, Answer> {
    if let Some(pull) = repo.pulls.iter_mut().find(|pull| pull.number == number) {
        return Ok(&mut pull.labels);
    }
    let issue = repo.issues.iter_mut().find(|issue| issue.number == number);
    issue.map(|issue| &mut issue.labels).ok_or_else(Answer::missing)
}

/// Those on an issue.
pub fn on_issue(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo_mut(call)?;
    let on = of_issue(repo, call.number("issue_number"))?.clone();
    let shown = labels(&on, repo, &call.links).as_array().cloned().unwrap_or_default();
    Ok(page(call, shown))
}

fn change(world: &mut World, call: &Call, change: impl FnOnce(&mut Vec<String>)) -> Answered {
    let number = call.number("issue_number");
    let mut last = world.last_id;
    let repo = world.repo_mut(call)?;
    let on = of_issue(repo, number)?;
    change(on);
    let on = on.clone();
    repo.need_labels(&on, &mut last);
    let shown = labels(&on, repo, &call.links);
    world.last_id = last;
    world.tell(Event::by(&call.actor, "pull_request", "labeled", number));
    Answer::ok(shown)
}

fn asked(call: &Call) -> Vec<String> {
    let listed = if call.body.is_array() { &call.body } else { &call.body["labels"] };
    names(listed)
}

/// Adds some.
pub fn add(world: &mut World, call: &Call) -> Answered {
    change(world, call, |on| {
        for name in asked(call) {
            if !on.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                on.push(name);
            }
        }
    })
}

/// Puts these in the place of all.
pub fn set(world: &mut World, call: &Call) -> Answered {
    change(world, call, |on| *on = asked(call))
}

/// Removes one.
pub fn remove(world: &mut World, call: &Call) -> Answered {
    let name = call.param("name").to_owned();
    let on = of_issue(world.repo_mut(call)?, call.number("issue_number"))?;
    if !on.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
        return Err(Answer::error(404, "Label does not exist"));
    }
    change(world, call, |on| on.retain(|known| !known.eq_ignore_ascii_case(&name)))
}
