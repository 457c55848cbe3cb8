//! Shows issues, pull requests as issues, and comments below both.

use serde_json::{Value, json};

use super::repo::labels;
use crate::github::account::{Account, node};
use crate::github::clock::stamp;
use crate::github::links::Links;
use crate::github::pull::Pull;
use crate::github::repo::{Issue, IssueComment, Repo};
use crate::github::world::World;

/// An issue.
pub fn issue(issue: &Issue, repo: &Repo, links: &Links) -> Value {
    let state = if issue.closed.is_some() { "closed" } else { "open" };
    let mut value = base(issue.number, issue.id, &issue.title, &issue.author, repo, links);
    value["html_url"] = json!(links.page(&repo.full_name(), &format!("issues/{}", issue.number)));
    value["state"] = json!(state);
    value["body"] = json!(issue.body);
    value["labels"] = labels(&issue.labels, repo, links);
    value["closed_at"] = json!(issue.closed.map(stamp));
    value["created_at"] = json!(stamp(issue.created));
    value["updated_at"] = json!(stamp(issue.updated));
    value
}

/// A pull request as an issue.
pub fn pull(pull: &Pull, repo: &Repo, links: &Links) -> Value {
    let name = repo.full_name();
    let page = links.page(&name, &format!("pull/{}", pull.number));
    let mut value = base(pull.number, pull.id, &pull.title, &pull.author, repo, links);
    value["html_url"] = json!(page);
    value["state"] = json!(pull.state());
    value["body"] = json!(pull.body);
    value["labels"] = labels(&pull.labels, repo, links);
    value["closed_at"] = json!(pull.closed.map(stamp));
    value["created_at"] = json!(stamp(pull.created));
    value["updated_at"] = json!(stamp(pull.updated));
    value["draft"] = json!(pull.draft);
    value["pull_request"] = json!({
        "url": format!("{}/pulls/{}", links.repo(&name), pull.number), "html_url": page,
        "diff_url": format!("{page}.diff"), "patch_url": format!("{page}.patch"),
        "merged_at": pull.merged.as_ref().map(|merged| stamp(merged.at)),
    });
    value
}

fn base(number: u64, id: u64, title: &str, author: &Account, repo: &Repo, links: &Links) -> Value {
    let name = repo.full_name();
    let at = format!("{}/issues/{number}", links.repo(&name));
    json!({
        "id": id, "node_id": node("I", id), "url": at, "repository_url": links.repo(&name),
        "labels_url": format!("{at}/labels{{/name}}"), "comments_url": format!("{at}/comments"),
        "events_url": format!("{at}/events"), "number": number, "title": title, "user": author.json(),
        "assignee": null, "assignees": [], "milestone": null, "locked": false,
        "author_association": author.association,
        "comments": repo.comments.iter().filter(|comment| comment.number == number).count(),
    })
}

/// A comment that is about no line.
pub fn comment(comment: &IssueComment, repo: &Repo, world: &World, links: &Links) -> Value {
    let name = repo.full_name();
    let issue = format!("{}/issues/{}", links.repo(&name), comment.number);
    json!({
        "id": comment.id, "node_id": node("IC", comment.id),
        "url": format!("{}/issues/comments/{}", links.repo(&name), comment.id),
        "html_url": links.page(&name, &format!("pull/{}#issuecomment-{}", comment.number, comment.id)),
        "issue_url": issue, "body": comment.body, "user": comment.author.json(),
        "created_at": stamp(comment.created), "updated_at": stamp(comment.updated),
        "author_association": comment.author.association,
        "performed_via_github_app": comment.app.and_then(|id| world.app(id)).map(|app| app.json(links)),
    })
}
