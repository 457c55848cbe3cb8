//! Comments in GraphQL: as threads hold them, and folded away.

use serde_json::{Value, json};

use super::{Refusal, allowed, input};
use crate::github::account::{Account, node, of_node};
use crate::github::call::Call;
use crate::github::clock::stamp;
use crate::github::pull::ReviewComment;
use crate::github::world::World;

const CLASSIFIERS: [&str; 6] = ["ABUSE", "DUPLICATE", "OFF_TOPIC", "OUTDATED", "RESOLVED", "SPAM"];

/// Who wrote something. GraphQL names bots without the `[bot]` that REST gives them.
pub fn actor(account: &Account) -> Value {
    let login = account.login.strip_suffix("[bot]").unwrap_or(&account.login);
    json!({"__typename": account.kind, "login": login, "id": node("U", account.id), "databaseId": account.id})
}

/// A comment of a thread.
pub fn shown(comment: &ReviewComment, repo: &str, number: u64) -> Value {
    let reply = (comment.thread != comment.id).then(|| json!({"id": node("PRRC", comment.thread)}));
    json!({
        "__typename": "PullRequestReviewComment", "id": node("PRRC", comment.id), "databaseId": comment.id,
        "fullDatabaseId": comment.id.to_string(), "body": comment.body, "author": actor(&comment.author),
        "authorAssociation": comment.author.association, "createdAt": stamp(comment.created),
        "updatedAt": stamp(comment.updated), "isMinimized": comment.minimised.is_some(),
        "minimizedReason": comment.minimised, "outdated": comment.is_outdated(), "path": comment.path,
        "line": comment.line, "originalLine": comment.original_line, "replyTo": reply,
        "diffHunk": comment.hunk, "url": format!("/{repo}/pull/{number}#discussion_r{}", comment.id),
        "commit": {"oid": comment.commit}, "originalCommit": {"oid": comment.original_commit},
    })
}

/// Folds a comment away.
pub fn minimise(world: &mut World, call: &Call) -> Result<Value, Refusal> {
    let (subject, classifier) = (input(call, "subjectId"), input(call, "classifier"));
    if !CLASSIFIERS.contains(&classifier) {
        return Err(Refusal::unprocessable("classifier is not one of those that there are"));
    }
    let reason = classifier.to_lowercase().replace('_', "-");
    for repo in &mut world.repos {
        let name = repo.full_name();
        let plain = of_node("IC", subject).and_then(|id| repo.comments.iter_mut().find(|one| one.id == id));
        let placed = of_node("PRRC", subject).and_then(|id| {
            repo.pulls.iter_mut().flat_map(|pull| &mut pull.comments).find(|one| one.id == id)
        });
        let (place, kind) = match (plain, placed) {
            (Some(comment), _) => (&mut comment.minimised, "IssueComment"),
            (None, Some(comment)) => (&mut comment.minimised, "PullRequestReviewComment"),
            (None, None) => continue,
        };
        allowed(call, &name, "pull_requests", true)?;
        *place = Some(reason.clone());
        let shown = json!({
            "__typename": kind, "isMinimized": true, "minimizedReason": reason, "viewerCanMinimize": true,
            "id": subject,
        });
        return Ok(json!({"minimizeComment": {"minimizedComment": shown, "clientMutationId": null}}));
    }
    Err(Refusal::missing(subject))
}
