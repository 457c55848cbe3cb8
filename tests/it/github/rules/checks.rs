//! The rule on required status checks: the last of each name, and from the App that it is pinned to.

use serde_json::Value;

use crate::github::repo::Repo;

use super::Change;

/// What is missing or failing.
pub fn faults(repo: &Repo, change: &Change, given: &Value) -> Vec<String> {
    let head = match change.pull.and_then(|number| repo.pull(number)) {
        Some(pull) => Some(pull.head.clone()),
        None if change.old.is_none() && given["do_not_enforce_on_create"] == true => None,
        None => change.new.clone(),
    };
    let Some(head) = head else { return Vec::new() };
    let required = given["required_status_checks"].as_array().into_iter().flatten();
    required
        .filter_map(|check| {
            let name = check["context"].as_str()?;
            let said = said(repo, &head, name, check["integration_id"].as_u64());
            match said.as_deref() {
                Some("success" | "neutral" | "skipped") => None,
                Some("pending") | None => Some(format!("Required status check \"{name}\" is expected.")),
                Some(_) => Some(format!("Required status check \"{name}\" is failing.")),
            }
        })
        .collect()
}

/// What the last check run or status of that name says.
fn said(repo: &Repo, head: &str, name: &str, app: Option<u64>) -> Option<String> {
    let run = repo
        .checks
        .iter()
        .rfind(|check| check.head == head && check.name == name && app.is_none_or(|id| check.app == id))
        .map(|check| check.conclusion.clone().unwrap_or_else(|| "pending".to_owned()));
    let status = || {
        let of = |status: &&crate::github::repo::Status| {
            status.sha == head && status.context == name && app.is_none_or(|id| status.app == Some(id))
        };
        repo.statuses.iter().rev().find(of).map(|status| status.state.clone())
    };
    run.or_else(status)
}
