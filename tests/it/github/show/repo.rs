//! Shows repositories and their labels.

use serde_json::{Value, json};

use crate::github::account::node;
use crate::github::clock::stamp;
use crate::github::links::Links;
use crate::github::repo::{Label, Repo};

/// A repository, as far as pull requests, events and lists carry it.
pub fn repo(repo: &Repo, links: &Links, now: u64) -> Value {
    let name = repo.full_name();
    let at = links.repo(&name);
    json!({
        "id": repo.id, "node_id": node("R", repo.id), "name": repo.name, "full_name": name,
        "owner": repo.owner.json(), "private": repo.private, "description": null, "fork": false,
        "html_url": format!("{}/{name}", links.web), "url": at,
        "pulls_url": format!("{at}/pulls{{/number}}"),
        "clone_url": format!("{}/{name}.git", links.web), "default_branch": repo.default_branch,
        "homepage": null, "language": null, "license": null, "visibility": visibility(repo),
        "pushed_at": stamp(now), "created_at": stamp(now), "updated_at": stamp(now),
        "forks": 0, "forks_count": 0, "watchers": 0, "watchers_count": 0, "open_issues": 0,
        "open_issues_count": repo.pulls.iter().filter(|pull| pull.open).count(),
    })
}

/// A repository with what only its own operation tells.
pub fn full(shown: &Repo, links: &Links, now: u64) -> Value {
    let mut value = repo(shown, links, now);
    for (name, method) in
        [("allow_merge_commit", "merge"), ("allow_squash_merge", "squash"), ("allow_rebase_merge", "rebase")]
    {
        value[name] = json!(shown.merge_methods.contains(&method));
    }
    value["allow_auto_merge"] = json!(true);
    value["delete_branch_on_merge"] = json!(false);
    value["network_count"] = json!(0);
    value["subscribers_count"] = json!(0);
    value
}

fn visibility(repo: &Repo) -> &'static str {
    if repo.private { "private" } else { "public" }
}

/// A label.
pub fn label(label: &Label, repo: &str, links: &Links) -> Value {
    json!({
        "id": label.id, "node_id": node("LA", label.id), "name": label.name, "color": label.color,
        "url": format!("{}/labels/{}", links.repo(repo), label.name),
        "description": label.description, "default": false,
    })
}

/// Labels by their names.
pub fn labels(names: &[String], repo: &Repo, links: &Links) -> Value {
    let known = |name: &String| repo.labels.iter().find(|label| label.name.eq_ignore_ascii_case(name));
    names.iter().filter_map(known).map(|found| label(found, &repo.full_name(), links)).collect()
}
