//! The rule on pull requests: changes come through one, with the approvals that are asked for, and its threads resolved.

use serde_json::Value;

use crate::github::codeowners;
use crate::github::pull::Pull;
use crate::github::repo::Repo;
use crate::github::world::World;

use super::Change;

/// What is missing.
pub fn faults(world: &World, repo: &Repo, change: &Change, given: &Value) -> Vec<String> {
    let Some(pull) = change.pull.and_then(|number| repo.pull(number)) else {
        let changes = change.new.is_some();
        return if changes {
            vec!["Changes must be made through a pull request.".to_owned()]
        } else {
            Vec::new()
        };
    };
    let mut faults = Vec::new();
    let counting = |review: &&&crate::github::pull::Review| {
        review.counts && (review.author.kind != "Bot" || world.counts_app_approvals)
    };
    let standing = pull.standing();
    let approvals = standing.iter().filter(counting).filter(|review| review.state == "APPROVED").count();
    let needed = given["required_approving_review_count"].as_u64().unwrap_or(0);
    if (approvals as u64) < needed {
        let plural = if needed == 1 { "review is" } else { "reviews are" };
        faults.push(format!("At least {needed} approving {plural} required by reviewers with write access."));
    }
    if standing.iter().any(|review| review.counts && review.state == "CHANGES_REQUESTED") {
        faults.push("Changes have been requested by reviewers with write access.".to_owned());
    }
    if given["required_review_thread_resolution"] == true && open_threads(pull) {
        faults.push("A conversation must be resolved before this pull request can be merged.".to_owned());
    }
    let approved = |review: &&&crate::github::pull::Review| review.state == "APPROVED";
    let by_another = || {
        standing.iter().filter(counting).filter(approved).any(|review| review.author.login != pull.pushed_by)
    };
    if given["require_last_push_approval"] == true && !by_another() {
        faults.push("New changes require approval from someone other than the last pusher.".to_owned());
    }
    if given["require_code_owner_review"] == true && !codeowners::approved(repo, pull) {
        faults.push("Waiting on code owner review.".to_owned());
    }
    let methods = given["allowed_merge_methods"].as_array();
    let allowed = |all: &Vec<Value>| all.iter().any(|method| *method == *change.method);
    if change.method != "queue" && methods.is_some_and(|all| !all.is_empty() && !allowed(all)) {
        faults.push(format!("Merge method {} is not allowed on this branch.", change.method));
    }
    faults
}

fn open_threads(pull: &Pull) -> bool {
    pull.threads().any(|thread| thread.resolved.is_none())
}
