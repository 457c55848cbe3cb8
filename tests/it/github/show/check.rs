//! Shows check runs and commit statuses.

use serde_json::{Value, json};

use crate::github::account::node;
use crate::github::clock::stamp;
use crate::github::links::Links;
use crate::github::repo::{CheckRun, Status};
use crate::github::world::World;

/// A check run.
pub fn check(check: &CheckRun, repo: &str, world: &World, links: &Links) -> Value {
    let at = format!("{}/check-runs/{}", links.repo(repo), check.id);
    json!({
        "id": check.id, "node_id": node("CR", check.id), "head_sha": check.head, "name": check.name,
        "external_id": check.external_id, "url": at, "status": check.status,
        "html_url": links.page(repo, &format!("runs/{}", check.id)),
        "details_url": check.details_url, "conclusion": check.conclusion, "started_at": check.started,
        "completed_at": check.completed,
        "output": {
            "title": check.output["title"], "summary": check.output["summary"], "text": check.output["text"],
            "annotations_count": check.annotations.len(), "annotations_url": format!("{at}/annotations"),
        },
        "check_suite": {"id": check.app},
        "app": world.app(check.app).map(|app| app.json(links)), "pull_requests": [],
    })
}

/// A commit status.
pub fn status(status: &Status, repo: &str, links: &Links) -> Value {
    json!({
        "id": status.id, "node_id": node("SC", status.id), "state": status.state,
        "url": format!("{}/statuses/{}", links.repo(repo), status.sha), "avatar_url": null,
        "description": status.description, "target_url": status.target_url, "context": status.context,
        "created_at": stamp(status.created), "updated_at": stamp(status.created),
        "creator": status.creator.json(),
    })
}

/// A commit status inside of the combined one.
pub fn simple_status(shown: &Status, repo: &str, links: &Links) -> Value {
    let mut value = status(shown, repo, links);
    value.as_object_mut().expect("an object").remove("creator");
    value
}
