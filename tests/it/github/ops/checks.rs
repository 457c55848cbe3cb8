//! Check runs: only Apps make them, and an App changes only its own.

use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::clock::stamp;
use crate::github::page::{enveloped, page};
use crate::github::repo::CheckRun;
use crate::github::seen::Event;
use crate::github::show;
use crate::github::world::World;

/// Makes one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let app = call.actor.app();
    let app = app.ok_or_else(|| Answer::error(403, "You must authenticate via a GitHub App."))?;
    let (id, now) = (world.next_id(), stamp(world.clock.now()));
    let repo = world.repo_mut(call)?;
    let head = repo.git.resolve(call.required("head_sha"));
    let head = head.ok_or_else(|| Answer::error(422, "No commit found for SHA"))?;
    let mut check = CheckRun {
        id,
        name: call.required("name").to_owned(),
        app,
        head,
        status: "queued".to_owned(),
        conclusion: None,
        external_id: String::new(),
        details_url: None,
        output: Value::Null,
        annotations: Vec::new(),
        started: call.text("started_at").map_or(now, str::to_owned),
        completed: None,
    };
    let now = world.clock.now();
    change(&mut check, call, now)?;
    let head = check.head.clone();
    world.repo_mut(call)?.checks.push(check);
    world.tell(Event::by(&call.actor, "check_run", "created", head));
    shown(world, call, 201, id)
}

fn change(check: &mut CheckRun, call: &Call, now: u64) -> Result<(), Answer> {
    if let Some(name) = call.text("name") {
        name.clone_into(&mut check.name);
    }
    if let Some(status) = call.text("status") {
        status.clone_into(&mut check.status);
        if status != "completed" {
            (check.conclusion, check.completed) = (None, None);
        }
    }
    if let Some(conclusion) = call.text("conclusion") {
        check.conclusion = Some(conclusion.to_owned());
        "completed".clone_into(&mut check.status);
        check.completed = Some(call.text("completed_at").map_or_else(|| stamp(now), str::to_owned));
    }
    if check.status == "completed" && check.conclusion.is_none() {
        return Err(Answer::unprocessable("conclusion is required when status is completed"));
    }
    if let Some(id) = call.text("external_id") {
        id.clone_into(&mut check.external_id);
    }
    if let Some(url) = call.text("details_url") {
        check.details_url = Some(url.to_owned());
    }
    if call.body["output"].is_object() {
        let mut output = call.body["output"].clone();
        let annotations = output["annotations"].take().as_array().cloned().unwrap_or_default();
        // Annotations add up over requests; title and text are replaced.
        check.annotations.extend(annotations);
        check.output = output;
    }
    Ok(())
}

fn shown(world: &World, call: &Call, status: u16, id: u64) -> Answered {
    let repo = world.repo(call)?;
    let check = repo.checks.iter().find(|check| check.id == id).ok_or_else(Answer::missing)?;
    Ok(Answer::new(status, show::check::check(check, &repo.full_name(), world, &call.links)))
}

/// One.
pub fn get(world: &mut World, call: &Call) -> Answered {
    shown(world, call, 200, call.number("check_run_id"))
}

/// Changes one.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let (id, now) = (call.number("check_run_id"), world.clock.now());
    let checks = &mut world.repo_mut(call)?.checks;
    let check = checks.iter_mut().find(|check| check.id == id).ok_or_else(Answer::missing)?;
    if Some(check.app) != call.actor.app() {
        return Err(Answer::error(
            403,
            &format!(
                "Invalid app_id `{}` - check run can only be modified by the GitHub App that created it.",
                check.app
            ),
        ));
    }
    change(check, call, now)?;
    let head = check.head.clone();
    world.tell(Event::by(&call.actor, "check_run", "completed", head));
    shown(world, call, 200, id)
}

/// The annotations of one.
pub fn annotations(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let id = call.number("check_run_id");
    let check = repo.checks.iter().find(|check| check.id == id).ok_or_else(Answer::missing)?;
    let at = call.links.page(&repo.full_name(), &format!("blob/{}", check.head));
    let whole = |given: &Value| {
        let mut shown = given.clone();
        for key in ["start_column", "end_column", "title", "raw_details"] {
            if shown[key].is_null() {
                shown[key] = Value::Null;
            }
        }
        shown["blob_href"] = json!(format!("{at}/{}", given["path"].as_str().unwrap_or_default()));
        shown
    };
    Ok(page(call, check.annotations.iter().map(whole).collect()))
}

/// Those of a commit: the latest of each name and App, unless all are asked for.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let name = repo.full_name();
    let sha = repo.git.resolve(call.param("ref"));
    let sha = sha.ok_or_else(|| Answer::error(422, "No commit found for SHA"))?;
    let asked = |key: &str| call.query.get(key).map(String::as_str);
    let app = asked("app_id").and_then(|id| id.parse::<u64>().ok());
    let mut found: Vec<&CheckRun> = Vec::new();
    for check in repo.checks.iter().filter(|check| check.head == sha) {
        let wanted = asked("check_name").is_none_or(|name| name == check.name)
            && asked("status").is_none_or(|status| status == check.status)
            && app.is_none_or(|id| id == check.app);
        if !wanted {
            continue;
        }
        if asked("filter") != Some("all") {
            found.retain(|other| other.name != check.name || other.app != check.app);
        }
        found.push(check);
    }
    let shown: Vec<Value> =
        found.iter().rev().map(|check| show::check::check(check, &name, world, &call.links)).collect();
    let total = shown.len();
    Ok(enveloped(call, shown, |runs| json!({"total_count": total, "check_runs": runs})))
}
