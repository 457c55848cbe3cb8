//! Shows pull requests: as lists carry them, and in full.

use serde_json::{Value, json};

use super::repo::labels;
use crate::github::account::node;
use crate::github::clock::stamp;
use crate::github::diff::FileDiff;
use crate::github::links::Links;
use crate::github::pull::Pull;
use crate::github::repo::Repo;

/// A pull request as lists carry it.
pub fn simple(pull: &Pull, repo: &Repo, links: &Links, now: u64) -> Value {
    let name = repo.full_name();
    let at = links.repo(&name);
    let number = pull.number;
    let (one, issue) = (format!("{at}/pulls/{number}"), format!("{at}/issues/{number}"));
    let page = links.page(&name, &format!("pull/{number}"));
    let head_owner = pull.head_repo.split('/').next().unwrap_or_default();
    let mut base_repo = super::repo::repo(repo, links, now);
    let base = json!({
        "label": format!("{}:{}", repo.owner.login, pull.base_ref), "ref": pull.base_ref,
        "repo": base_repo, "sha": pull.base, "user": repo.owner.json(),
    });
    let mut head_user = repo.owner.json();
    if pull.head_repo != name {
        base_repo["full_name"] = json!(pull.head_repo);
        base_repo["fork"] = json!(true);
        base_repo["id"] = json!(repo.id + 500_000);
        head_user["login"] = json!(head_owner);
        base_repo["owner"] = head_user.clone();
    }
    let head = json!({
        "label": format!("{head_owner}:{}", pull.head_ref), "ref": pull.head_ref,
        "repo": base_repo, "sha": pull.head, "user": head_user,
    });
    let href = |target: String| json!({"href": target});
    json!({
        "id": pull.id, "node_id": node("PR", pull.id), "number": number, "url": one, "html_url": page,
        "diff_url": format!("{page}.diff"), "patch_url": format!("{page}.patch"), "issue_url": issue,
        "state": pull.state(), "locked": false, "title": pull.title, "body": pull.body,
        "user": pull.author.json(), "labels": labels(&pull.labels, repo, links), "milestone": null,
        "created_at": stamp(pull.created), "updated_at": stamp(pull.updated),
        "closed_at": pull.closed.map(stamp), "merged_at": pull.merged.as_ref().map(|merged| stamp(merged.at)),
        "merge_commit_sha": pull.merged.as_ref().map(|merged| merged.sha.clone()),
        "assignee": null, "assignees": [], "draft": pull.draft,
        "requested_reviewers": pull.reviewers.iter().map(crate::github::account::Account::json).collect::<Value>(),
        "requested_teams": pull.teams.iter().map(|slug| team(slug, links)).collect::<Value>(),
        "author_association": pull.author.association,
        "auto_merge": pull.auto_merge.as_ref().map(|(method, title, message, by)| json!({
            "enabled_by": by.json(), "merge_method": method, "commit_title": title, "commit_message": message,
        })),
        "head": head, "base": base,
        "_links": {
            "self": href(one.clone()), "html": href(page), "issue": href(issue.clone()),
            "comments": href(format!("{issue}/comments")),
            "review_comments": href(format!("{one}/comments")),
            "review_comment": href(format!("{at}/pulls/comments{{/number}}")),
            "commits": href(format!("{one}/commits")), "statuses": href(format!("{at}/statuses/{}", pull.head)),
        },
    })
}

/// What only the operation on one pull request tells.
pub struct Told<'a> {
    /// Whether it merges; `None` while that is not known.
    pub mergeable: Option<bool>,
    /// `unknown`, `clean`, `dirty`, `blocked`, `draft`.
    pub state: &'a str,
    /// Its files.
    pub files: &'a [FileDiff],
    /// How many commits it brings.
    pub commits: usize,
}

/// A pull request in full.
pub fn full(pull: &Pull, repo: &Repo, links: &Links, now: u64, told: &Told<'_>) -> Value {
    let mut value = simple(pull, repo, links, now);
    let counts: Vec<(usize, usize)> = told.files.iter().map(FileDiff::counts).collect();
    let more = json!({
        "merged": pull.merged.is_some(), "mergeable": told.mergeable, "rebaseable": told.mergeable,
        "mergeable_state": told.state, "merged_by": pull.merged.as_ref().map(|merged| merged.by.json()),
        "comments": repo.comments.iter().filter(|comment| comment.number == pull.number).count(),
        "review_comments": pull.comments.len(), "maintainer_can_modify": pull.maintainer_can_modify,
        "commits": told.commits, "changed_files": told.files.len(),
        "additions": counts.iter().map(|(added, _)| added).sum::<usize>(),
        "deletions": counts.iter().map(|(_, removed)| removed).sum::<usize>(),
    });
    for (name, given) in more.as_object().into_iter().flatten() {
        value[name] = given.clone();
    }
    value
}

/// A file of a pull request.
pub fn file(file: &FileDiff, head: &str, repo: &str, links: &Links) -> Value {
    let (added, removed) = file.counts();
    let mut value = json!({
        "sha": file.sha, "filename": file.path, "status": file.status, "additions": added,
        "deletions": removed, "changes": added + removed,
        "blob_url": links.page(repo, &format!("blob/{head}/{}", file.path)),
        "raw_url": links.page(repo, &format!("raw/{head}/{}", file.path)),
        "contents_url": format!("{}/contents/{}?ref={head}", links.repo(repo), file.path),
    });
    if let Some(patch) = file.patch() {
        value["patch"] = json!(patch);
    }
    if let Some(previous) = &file.previous {
        value["previous_filename"] = json!(previous);
    }
    value
}

/// A team by its name in addresses.
pub fn team(slug: &str, links: &Links) -> Value {
    json!({
        "id": 1, "node_id": node("T", 1), "name": slug, "slug": slug, "description": null,
        "permission": "push", "parent": null, "type": "organization",
        "html_url": format!("{}/orgs/teams/{slug}", links.web),
        "members_url": format!("{}/teams/{slug}/members{{/member}}", links.api),
    })
}
