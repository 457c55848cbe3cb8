//! Rulesets: kept, shown, and how they were applied. What they mean is `rules`.

use serde_json::{Value, json};

use crate::github::account::node;
use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::clock::stamp;
use crate::github::page::page;
use crate::github::repo::{Repo, Ruleset};
use crate::github::rules;
use crate::github::world::World;

fn shown(ruleset: &Ruleset, repo: &Repo, call: &Call, whole: bool) -> Value {
    let (name, body) = (repo.full_name(), &ruleset.body);
    let at = format!("{}/rulesets/{}", call.links.repo(&name), ruleset.id);
    let mut shown = json!({
        "id": ruleset.id, "name": body["name"], "target": body["target"].as_str().unwrap_or("branch"),
        "source_type": "Repository", "source": name, "enforcement": body["enforcement"],
        "node_id": node("RRS", ruleset.id), "_links": {"self": {"href": at}},
        "created_at": stamp(ruleset.created), "updated_at": stamp(ruleset.updated),
    });
    if whole {
        shown["conditions"] = body["conditions"].clone();
        shown["rules"] = body["rules"].as_array().cloned().unwrap_or_default().into();
        // GitHub shows who may bypass only to who may write the ruleset.
        if call.actor.allows("administration", true) {
            shown["bypass_actors"] = body["bypass_actors"].as_array().cloned().unwrap_or_default().into();
        }
    }
    shown
}

/// All of the repository, without their rules.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    Ok(page(call, repo.rulesets.iter().map(|one| shown(one, repo, call, false)).collect()))
}

fn found<'a>(repo: &'a Repo, call: &Call) -> Result<&'a Ruleset, Answer> {
    let id = call.number("ruleset_id");
    repo.rulesets.iter().find(|one| one.id == id).ok_or_else(Answer::missing)
}

/// One with its rules.
pub fn get(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    Answer::ok(shown(found(repo, call)?, repo, call, true))
}

/// Makes one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let (id, now) = (world.next_id(), world.clock.now());
    let repo = world.repo_mut(call)?;
    if repo.rulesets.iter().any(|one| one.body["name"] == call.body["name"]) {
        return Err(Answer::unprocessable("Name must be unique"));
    }
    repo.rulesets.push(Ruleset { id, body: call.body.clone(), created: now, updated: now });
    let made = repo.rulesets.last().ok_or_else(Answer::missing)?;
    Answer::created(shown(made, repo, call, true))
}

/// Changes one: what is given replaces what was there as a whole, its rules included.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let (id, now) = (call.number("ruleset_id"), world.clock.now());
    let repo = world.repo_mut(call)?;
    let one = repo.rulesets.iter_mut().find(|one| one.id == id).ok_or_else(Answer::missing)?;
    for (key, given) in call.body.as_object().into_iter().flatten() {
        one.body[key] = given.clone();
    }
    one.updated = now;
    get(world, call)
}

/// The active rules that hold for a branch.
pub fn of_branch(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let refname = format!("refs/heads/{}", call.param("branch"));
    let mut all = Vec::new();
    for ruleset in rules::applying(repo, &refname).filter(|one| one.body["enforcement"] == "active") {
        for rule in ruleset.body["rules"].as_array().into_iter().flatten() {
            let mut shown = rule.clone();
            shown["ruleset_source_type"] = json!("Repository");
            shown["ruleset_source"] = json!(repo.full_name());
            shown["ruleset_id"] = json!(ruleset.id);
            all.push(shown);
        }
    }
    Ok(page(call, all))
}

/// How the rules were applied, newest first.
pub fn suites(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let asked = |name: &str| call.query.get(name).map(String::as_str);
    let wanted = |suite: &&Value| {
        let at = |name: &str| {
            let full = name.starts_with("refs/");
            suite["ref"] == if full { name.to_owned() } else { format!("refs/heads/{name}") }
        };
        asked("ref").is_none_or(at)
            && asked("rule_suite_result").is_none_or(|result| result == "all" || suite["result"] == result)
            && asked("actor_name").is_none_or(|name| suite["actor_name"] == name)
    };
    Ok(page(call, repo.suites.iter().rev().filter(wanted).cloned().collect()))
}
