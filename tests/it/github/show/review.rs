//! Shows reviews and the comments on lines.

use serde_json::{Value, json};

use crate::github::account::node;
use crate::github::clock::stamp;
use crate::github::links::Links;
use crate::github::pull::{Pull, Review, ReviewComment};

/// A review.
pub fn review(review: &Review, pull: &Pull, repo: &str, links: &Links) -> Value {
    let page = links.page(repo, &format!("pull/{}#pullrequestreview-{}", pull.number, review.id));
    let of = format!("{}/pulls/{}", links.repo(repo), pull.number);
    let mut value = json!({
        "id": review.id, "node_id": node("PRR", review.id), "user": review.author.json(), "body": review.body,
        "state": review.state, "html_url": page, "pull_request_url": of, "commit_id": review.commit,
        "author_association": review.author.association,
        "_links": {"html": {"href": page}, "pull_request": {"href": of}},
    });
    if let Some(moment) = review.submitted {
        value["submitted_at"] = json!(stamp(moment));
    }
    value
}

/// A comment, as lists of a pull request carry it.
pub fn comment(comment: &ReviewComment, pull: &Pull, repo: &str, links: &Links) -> Value {
    let page = links.page(repo, &format!("pull/{}#discussion_r{}", pull.number, comment.id));
    let of = format!("{}/pulls/{}", links.repo(repo), pull.number);
    let one = format!("{}/pulls/comments/{}", links.repo(repo), comment.id);
    let position = comment.line.map(|_| comment.hunk.lines().count().saturating_sub(1));
    let mut value = json!({
        "id": comment.id, "node_id": node("PRRC", comment.id), "url": one, "html_url": page,
        "pull_request_url": of, "pull_request_review_id": comment.review, "diff_hunk": comment.hunk,
        "path": comment.path, "commit_id": comment.commit, "original_commit_id": comment.original_commit,
        "user": comment.author.json(), "body": comment.body, "created_at": stamp(comment.created),
        "updated_at": stamp(comment.updated), "author_association": comment.author.association,
        "line": comment.line, "original_line": comment.original_line, "side": comment.side,
        "start_line": comment.start_line, "original_start_line": comment.original_start_line,
        "start_side": comment.original_start_line.map(|_| comment.side.clone()),
        "subject_type": if comment.is_on_file() { "file" } else { "line" },
        "position": position, "original_position": comment.hunk.lines().count().saturating_sub(1),
        "_links": {"self": {"href": one}, "html": {"href": page}, "pull_request": {"href": of}},
    });
    if comment.thread != comment.id {
        value["in_reply_to_id"] = json!(comment.thread);
    }
    value
}
