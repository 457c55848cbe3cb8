//! Apps: themselves, their installations, and the tokens that they are given for those.

use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::clock::stamp;
use crate::github::show;
use crate::github::token::{Grants, Token};
use crate::github::world::World;

/// How long an installation token lives.
const LIFE: u64 = 3_600;

/// The App that asks.
pub fn own(world: &mut World, call: &Call) -> Answered {
    let app = call.actor.app().and_then(|id| world.app(id)).ok_or_else(Answer::missing)?;
    let mut shown = app.json(&call.links);
    shown["installations_count"] = json!(1);
    Answer::ok(shown)
}

/// The installation of the App that asks on a repository.
pub fn installation(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?.full_name();
    let app = call.actor.app().and_then(|id| world.app(id)).filter(|app| app.reaches(&repo));
    Answer::ok(app.ok_or_else(Answer::missing)?.installation_json(&call.links))
}

/// A token: as wide as was asked for, and never wider than the installation.
pub fn token(world: &mut World, call: &Call) -> Answered {
    let id = call.number("installation_id");
    let app = call.actor.app().and_then(|app| world.app(app)).filter(|app| app.installation == id);
    let app = app.ok_or_else(Answer::missing)?.clone();
    let repositories = asked_repositories(world, call, &app)?;
    let grants = asked_grants(call, &app.grants)?;
    let expires = world.clock.now() + LIFE;
    // The present form: not 40 characters, and not to be taken apart.
    let number = world.next_id();
    let secret = format!("ghs_{}_{}", app.id, "x".repeat(20) + &number.to_string());
    world.tokens.push(Token {
        secret: secret.clone(),
        account: app.bot(),
        app: Some(app.id),
        role: None,
        grants: grants.clone(),
        repositories: Some(repositories.clone().unwrap_or_else(|| installed(world, &app))),
        expires: Some(expires),
    });
    let selection = if repositories.is_some() || app.repositories.is_some() { "selected" } else { "all" };
    let mut body = json!({
        "token": secret, "expires_at": stamp(expires), "permissions": grants,
        "repository_selection": selection,
    });
    if let Some(names) = repositories {
        let now = world.clock.now();
        let listed = names.iter().filter_map(|name| world.repo_at(name)).map(|at| &world.repos[at]);
        body["repositories"] = listed.map(|repo| show::repo::repo(repo, &call.links, now)).collect();
    }
    Answer::created(body)
}

fn installed(world: &World, app: &crate::github::app::App) -> Vec<String> {
    world.repos.iter().map(crate::github::repo::Repo::full_name).filter(|name| app.reaches(name)).collect()
}

fn asked_repositories(
    world: &World,
    call: &Call,
    app: &crate::github::app::App,
) -> Result<Option<Vec<String>>, Answer> {
    let names = call.body["repositories"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let names = names.map(|name| format!("{}/{name}", app.owner.login));
    let ids = call.body["repository_ids"].as_array().into_iter().flatten().filter_map(Value::as_u64);
    let by_id = |id| world.repos.iter().find(|repo| repo.id == id).map(crate::github::repo::Repo::full_name);
    let asked: Vec<String> = names.chain(ids.map(|id| by_id(id).unwrap_or_default())).collect();
    let known = |name: &String| world.repo_at(name).is_some() && app.reaches(name);
    if !asked.iter().all(known) {
        let message = "There is at least one repository that does not exist or is not accessible to the parent \
                       installation.";
        return Err(Answer::error(422, message));
    }
    Ok((!asked.is_empty()).then_some(asked))
}

fn asked_grants(call: &Call, granted: &Grants) -> Result<Grants, Answer> {
    let Some(asked) = call.body["permissions"].as_object() else { return Ok(granted.clone()) };
    let mut grants = Grants::new();
    for (name, level) in asked {
        let level = level.as_str().unwrap_or_default();
        let enough = match granted.get(name).map(String::as_str) {
            Some("write" | "admin") => true,
            Some(held) => held == level,
            None => name == "metadata" && level == "read",
        };
        if !enough {
            let message = "The permissions requested are not granted to this installation.";
            return Err(Answer::error(422, message));
        }
        grants.insert(name.clone(), level.to_owned());
    }
    // Every token may read metadata, whether that was asked for or not.
    grants.entry("metadata".to_owned()).or_insert_with(|| "read".to_owned());
    Ok(grants)
}

/// The repositories that the token reaches.
pub fn repositories(world: &mut World, call: &Call) -> Answered {
    let Some(token) = call.actor.token().filter(|token| token.app.is_some()) else {
        return Err(Answer::error(403, "You must authenticate with an installation access token"));
    };
    let now = world.clock.now();
    let reached = world.repos.iter().filter(|repo| token.reaches(&repo.full_name()));
    let shown: Vec<Value> = reached.map(|repo| show::repo::repo(repo, &call.links, now)).collect();
    let total = shown.len();
    Ok(crate::github::page::enveloped(
        call,
        shown,
        |repositories| json!({"total_count": total, "repositories": repositories}),
    ))
}
