//! Shows commits: as git objects, and as the API of repositories.

use serde_json::{Value, json};

use crate::github::git::Commit;
use crate::github::links::Links;

/// A commit as a git object.
pub fn object(commit: &Commit, repo: &str, links: &Links) -> Value {
    let at = format!("{}/git/commits/{}", links.repo(repo), commit.sha);
    json!({
        "sha": commit.sha, "node_id": format!("C_{}", commit.sha), "url": at,
        "html_url": links.page(repo, &format!("commit/{}", commit.sha)),
        "author": person(&commit.author), "committer": person(&commit.committer),
        "tree": {"sha": commit.tree, "url": format!("{}/git/trees/{}", links.repo(repo), commit.tree)},
        "message": commit.message, "verification": verification(commit),
        "parents": parents(commit, repo, links, true),
    })
}

/// A commit as lists of commits carry it.
pub fn commit(commit: &Commit, repo: &str, links: &Links) -> Value {
    let at = format!("{}/commits/{}", links.repo(repo), commit.sha);
    json!({
        "sha": commit.sha, "node_id": format!("C_{}", commit.sha), "url": at,
        "html_url": links.page(repo, &format!("commit/{}", commit.sha)), "comments_url": format!("{at}/comments"),
        "commit": {
            "url": format!("{}/git/commits/{}", links.repo(repo), commit.sha),
            "author": person(&commit.author), "committer": person(&commit.committer),
            "message": commit.message, "comment_count": 0, "verification": verification(commit),
            "tree": {"sha": commit.tree, "url": format!("{}/git/trees/{}", links.repo(repo), commit.tree)},
        },
        "author": null, "committer": null, "parents": parents(commit, repo, links, false),
    })
}

fn person((name, email, date): &(String, String, String)) -> Value {
    json!({"name": name, "email": email, "date": date})
}

fn parents(commit: &Commit, repo: &str, links: &Links, object: bool) -> Value {
    let kind = if object { "git/commits" } else { "commits" };
    let shown = |sha: &String| {
        json!({
            "sha": sha, "url": format!("{}/{kind}/{sha}", links.repo(repo)),
            "html_url": links.page(repo, &format!("commit/{sha}")),
        })
    };
    commit.parents.iter().map(shown).collect()
}

fn verification(commit: &Commit) -> Value {
    // GitHub signs what it commits itself.
    let own = commit.committer.1 == "noreply@github.com";
    let reason = if own { "valid" } else { "unsigned" };
    json!({"verified": own, "reason": reason, "signature": null, "payload": null, "verified_at": null})
}
