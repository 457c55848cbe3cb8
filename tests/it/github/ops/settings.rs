//! Settings that a doctor looks at: CODEOWNERS, old branch protection, environments; and dispatches, which start workflows.

use serde_json::{Value, json};

use crate::github::account::node;
use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::clock::stamp;
use crate::github::codeowners as owners;
use crate::github::repo::{Environment, Repo};
use crate::github::seen::Event;
use crate::github::world::World;

/// What is wrong in CODEOWNERS.
pub fn codeowners(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let rev = call.query.get("ref").map_or(repo.default_branch.as_str(), String::as_str);
    Answer::ok(owners::errors(world, repo, rev).ok_or_else(Answer::missing)?)
}

/// Old branch protection: there is none, rulesets stand for it.
pub fn protection(world: &mut World, call: &Call) -> Answered {
    world.repo(call)?;
    Err(Answer::error(404, "Branch not protected"))
}

fn shown(environment: &Environment, repo: &Repo, call: &Call) -> Value {
    let name = repo.full_name();
    let moment = stamp(environment.created);
    let mut rules = Vec::new();
    let body = &environment.body;
    if let Some(wait) = body["wait_timer"].as_u64().filter(|wait| *wait > 0) {
        rules.push(json!({"id": 1, "node_id": node("GA", 1), "type": "wait_timer", "wait_timer": wait}));
    }
    if body["deployment_branch_policy"].is_object() {
        rules.push(json!({"id": 2, "node_id": node("GA", 2), "type": "branch_policy"}));
    }
    json!({
        "id": environment.id, "node_id": node("EN", environment.id), "name": environment.name,
        "url": format!("{}/environments/{}", call.links.repo(&name), environment.name),
        "html_url": call.links.page(&name, "settings/environments"), "created_at": moment, "updated_at": moment,
        "protection_rules": rules, "deployment_branch_policy": body["deployment_branch_policy"],
    })
}

/// An environment.
pub fn environment(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let name = call.param("environment_name");
    let found = repo.environments.iter().find(|one| one.name == name).ok_or_else(Answer::missing)?;
    Answer::ok(shown(found, repo, call))
}

/// Makes or changes one.
pub fn set_environment(world: &mut World, call: &Call) -> Answered {
    let (id, created) = (world.next_id(), world.clock.now());
    let name = call.param("environment_name").to_owned();
    let repo = world.repo_mut(call)?;
    repo.environments.retain(|one| one.name != name);
    let body = call.body.clone();
    repo.environments.push(Environment { id, name, body, created });
    environment(world, call)
}

/// Starts the workflows that wait for an event of that name.
pub fn dispatch(world: &mut World, call: &Call) -> Answered {
    world.repo(call)?;
    world.tell(Event::by(&call.actor, "repository_dispatch", call.required("event_type"), ""));
    Answer::nothing()
}

/// Starts a workflow.
pub fn workflow_dispatch(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let file = call.param("workflow_id");
    let rev = call.required("ref");
    let tip = repo.git.branch(rev).ok_or_else(|| Answer::error(422, &format!("No ref found for: {rev}")))?;
    if repo.git.exact(&format!("{tip}:.github/workflows/{file}")).is_none() {
        return Err(Answer::missing());
    }
    world.tell(Event::by(&call.actor, "workflow_dispatch", file, rev));
    Answer::nothing()
}
