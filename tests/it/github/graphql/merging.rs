//! What GraphQL alone can do with pull requests: draft or not, merging as soon as the rules are met, the merge queue.

use serde_json::{Value, json};

use super::{Refusal, allowed, input};
use crate::github::account::{node, of_node};
use crate::github::call::Call;
use crate::github::ops;
use crate::github::pull::Pull;
use crate::github::repo::Repo;
use crate::github::rules;
use crate::github::seen::Event;
use crate::github::world::World;

fn found<'a>(world: &'a World, call: &Call) -> Result<(usize, &'a Repo, &'a Pull), Refusal> {
    let id = input(call, "pullRequestId");
    let wanted = of_node("PR", id).ok_or_else(|| Refusal::missing(id))?;
    let mut all = world.repos.iter().enumerate();
    all.find_map(|(at, repo)| Some((at, repo, repo.pulls.iter().find(|pull| pull.id == wanted)?)))
        .ok_or_else(|| Refusal::missing(id))
}

fn shown(pull: &Pull) -> Value {
    json!({
        "__typename": "PullRequest", "id": node("PR", pull.id), "number": pull.number, "isDraft": pull.draft,
        "headRefOid": pull.head, "state": if pull.open { "OPEN" } else { "CLOSED" },
        "autoMergeRequest": pull.auto_merge.as_ref().map(|(method, title, body, by)| json!({
            "mergeMethod": method.to_uppercase(), "commitHeadline": title, "commitBody": body,
            "enabledBy": super::comments::actor(by),
        })),
    })
}

fn toggle(world: &mut World, call: &Call, field: &str, draft: bool) -> Result<Value, Refusal> {
    let (at, repo, pull) = found(world, call)?;
    allowed(call, &repo.full_name(), "pull_requests", true)?;
    if !pull.open {
        return Err(Refusal::unprocessable("Pull request is closed"));
    }
    let number = pull.number;
    let pull = world.repos[at].pull_mut(number).ok_or_else(|| Refusal::missing("pull"))?;
    pull.draft = draft;
    let answer = json!({field: {"pullRequest": shown(pull), "clientMutationId": null}});
    let action = if draft { "converted_to_draft" } else { "ready_for_review" };
    world.tell(Event::by(&call.actor, "pull_request", action, number));
    Ok(answer)
}

/// Makes it a draft.
pub fn draft(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    toggle(world, call, "convertPullRequestToDraft", true)
}

/// Makes it ready.
pub fn ready(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    toggle(world, call, "markPullRequestReadyForReview", false)
}

fn pinned(call: &Call, pull: &Pull) -> Result<(), Refusal> {
    let expected = input(call, "expectedHeadOid");
    if expected.is_empty() || expected == pull.head {
        return Ok(());
    }
    Err(Refusal::unprocessable("Head sha was modified. Expected head sha does not match the current head."))
}

/// Merges as soon as the rules are met; what they let through at once is refused.
pub fn auto_merge(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    let (at, repo, pull) = found(world, call)?;
    allowed(call, &repo.full_name(), "contents", true)?;
    pinned(call, pull)?;
    let (mergeable, state) = ops::mergeable(world, repo, pull);
    if mergeable == Some(true) && state == "clean" {
        return Err(Refusal::unprocessable("Pull request Pull request is in clean status"));
    }
    let number = pull.number;
    let given = &call.body["variables"]["input"];
    let text = |key: &str| given[key].as_str().unwrap_or_default().to_owned();
    let method = given["mergeMethod"].as_str().unwrap_or("MERGE").to_lowercase();
    let pull = world.repos[at].pull_mut(number).ok_or_else(|| Refusal::missing("pull"))?;
    pull.auto_merge = Some((method, text("commitHeadline"), text("commitBody"), call.actor.account()));
    Ok(json!({"enablePullRequestAutoMerge": {"pullRequest": shown(pull), "clientMutationId": null}}))
}

/// Puts it into the queue: a branch holds the merge that checks have to pass on.
pub fn enqueue(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    let id = world.next_id();
    let now = world.clock.now();
    let (at, repo, pull) = found(world, call)?;
    allowed(call, &repo.full_name(), "contents", true)?;
    pinned(call, pull)?;
    let refname = format!("refs/heads/{}", pull.base_ref);
    let has_queue = rules::applying(repo, &refname)
        .filter(|ruleset| ruleset.body["enforcement"] == "active")
        .flat_map(|ruleset| ruleset.body["rules"].as_array().into_iter().flatten())
        .any(|rule| rule["type"] == "merge_queue");
    if !has_queue {
        return Err(Refusal::unprocessable("The base branch does not have a merge queue"));
    }
    let tree = repo.git.merged_tree(&pull.base, &pull.head);
    let tree = tree.ok_or_else(|| Refusal::unprocessable("Pull request has merge conflicts"))?;
    let message = format!("Merge pull request #{} from {}\n", pull.number, pull.head_ref);
    let by = ("github-merge-queue[bot]", "noreply@github.com");
    let merged = repo.git.commit_tree(&tree, &[&pull.base, &pull.head], &message, by, now);
    let branch = format!("gh-readonly-queue/{}/pr-{}-{}", pull.base_ref, pull.number, pull.base);
    repo.git.must(&["update-ref", &format!("refs/heads/{branch}"), &merged]);
    let number = pull.number;
    let pull = world.repos[at].pull_mut(number).ok_or_else(|| Refusal::missing("pull"))?;
    pull.queued = Some(id);
    let entry = json!({
        "__typename": "MergeQueueEntry", "id": node("MQE", id), "position": 1, "state": "AWAITING_CHECKS",
        "enqueuedAt": crate::github::clock::stamp(now), "headCommit": {"oid": merged},
        "pullRequest": shown(pull),
    });
    world.tell(Event::by(&call.actor, "merge_group", "checks_requested", branch));
    Ok(json!({"enqueuePullRequest": {"mergeQueueEntry": entry, "clientMutationId": null}}))
}
