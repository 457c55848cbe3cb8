//! Refs, which rulesets guard here as they do at a push.

use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::moves;
use crate::github::page::page;
use crate::github::repo::Repo;
use crate::github::rules::{self, Change};
use crate::github::workflows;
use crate::github::world::World;

fn shown(repo: &Repo, call: &Call, refname: &str, sha: &str) -> Value {
    let kind = repo.git.kind(sha).unwrap_or_else(|| "commit".to_owned());
    let at = call.links.repo(&repo.full_name());
    json!({
        "ref": refname, "node_id": format!("REF_{refname}"), "url": format!("{at}/git/{refname}"),
        "object": {"sha": sha, "type": kind, "url": format!("{at}/git/{kind}s/{sha}")},
    })
}

/// One, by its whole name.
pub fn get(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let refname = format!("refs/{}", call.param("ref"));
    let sha = repo.git.exact(&refname).ok_or_else(Answer::missing)?;
    Answer::ok(shown(repo, call, &refname, &sha))
}

/// All whose names begin so.
pub fn matching(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let found = repo.git.refs(&format!("refs/{}", call.param("ref")));
    Ok(page(call, found.iter().map(|(name, sha)| shown(repo, call, name, sha)).collect()))
}

fn change(world: &mut World, call: &Call, refname: &str, new: Option<&str>) -> Result<(), Answer> {
    let at = world.repo_at(&call.repository()).ok_or_else(Answer::missing)?;
    let repo = &world.repos[at];
    let old = repo.git.exact(refname);
    let forced = match (&old, new) {
        (Some(old), Some(new)) => !repo.git.is_ancestor(old, new),
        _ => false,
    };
    if forced && call.body["force"] != true {
        return Err(Answer::error(422, "Update is not a fast forward"));
    }
    if let Some(reason) = new.and_then(|new| workflows::refusal(repo, old.as_deref(), new, &call.actor)) {
        return Err(Answer::error(403, &reason));
    }
    let change = Change {
        refname: refname.to_owned(),
        old: old.clone(),
        new: new.map(str::to_owned),
        forced,
        pull: None,
        method: String::new(),
    };
    rules::enforce(world, at, &change, &call.actor).map_err(|reason| Answer::error(422, &reason))?;
    let git = &world.repos[at].git;
    let done = match new {
        Some(new) => git.set(refname, new, old.as_deref()),
        None => git.ask(&["update-ref", "-d", refname]).map(drop),
    };
    done.map_err(|reason| Answer::error(422, &reason))?;
    moves::follow(world, at, &call.actor);
    Ok(())
}

/// Makes one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let (refname, sha) = (call.required("ref"), call.required("sha"));
    let repo = world.repo(call)?;
    let branch_or_tag = refname.starts_with("refs/heads/") || refname.starts_with("refs/tags/");
    let well_formed = repo.git.ask(&["check-ref-format", refname]).is_ok();
    if !branch_or_tag || !well_formed {
        return Err(Answer::error(422, "Reference name is invalid"));
    }
    if repo.git.exact(refname).is_some() {
        return Err(Answer::error(422, "Reference already exists"));
    }
    if repo.git.kind(sha).is_none() {
        return Err(Answer::error(422, "Object does not exist"));
    }
    change(world, call, refname, Some(sha))?;
    Answer::created(shown(world.repo(call)?, call, refname, sha))
}

/// Moves one.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let (refname, sha) = (format!("refs/{}", call.param("ref")), call.required("sha"));
    let repo = world.repo(call)?;
    if repo.git.exact(&refname).is_none() {
        return Err(Answer::error(422, "Reference does not exist"));
    }
    if repo.git.kind(sha).is_none() {
        return Err(Answer::error(422, "Object does not exist"));
    }
    change(world, call, &refname, Some(sha))?;
    Answer::ok(shown(world.repo(call)?, call, &refname, sha))
}

/// Deletes one.
pub fn delete(world: &mut World, call: &Call) -> Answered {
    let refname = format!("refs/{}", call.param("ref"));
    let repo = world.repo(call)?;
    if repo.git.exact(&refname).is_none() {
        return Err(Answer::error(422, "Reference does not exist"));
    }
    change(world, call, &refname, None)?;
    Answer::nothing()
}
