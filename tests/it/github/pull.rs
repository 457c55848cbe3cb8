//! A pull request and what was said in it, as the fake keeps them.

use super::account::Account;

/// A pull request.
#[derive(Clone, Debug)]
pub struct Pull {
    /// Its number.
    pub number: u64,
    /// Its id.
    pub id: u64,
    /// Its title.
    pub title: String,
    /// Its description.
    pub body: Option<String>,
    /// Who opened it.
    pub author: Account,
    /// The repository of the branch, by full name.
    pub head_repo: String,
    /// The branch that it brings.
    pub head_ref: String,
    /// Its tip.
    pub head: String,
    /// Who pushed to it last.
    pub pushed_by: String,
    /// The branch that it goes to.
    pub base_ref: String,
    /// The tip of that when the head was last seen.
    pub base: String,
    /// Whether it is a draft.
    pub draft: bool,
    /// Whether it is open.
    pub open: bool,
    /// How it was merged.
    pub merged: Option<Merged>,
    /// Its labels.
    pub labels: Vec<String>,
    /// People that were asked for a review.
    pub reviewers: Vec<Account>,
    /// Teams that were asked for a review.
    pub teams: Vec<String>,
    /// The method, title and message to merge with as soon as the rules are met, and who said so.
    pub auto_merge: Option<(String, String, String, Account)>,
    /// Its entry in the merge queue.
    pub queued: Option<u64>,
    /// For which head and base whether they merge was asked before.
    pub asked: Option<(String, String)>,
    /// Its reviews.
    pub reviews: Vec<Review>,
    /// The comments on its lines and files.
    pub comments: Vec<ReviewComment>,
    /// Whether who may push to the base may push to the head.
    pub maintainer_can_modify: bool,
    /// When it was opened.
    pub created: u64,
    /// When it changed.
    pub updated: u64,
    /// When it was closed.
    pub closed: Option<u64>,
}

/// How a pull request was merged.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The commit.
    pub sha: String,
    /// By whom.
    pub by: Account,
    /// When.
    pub at: u64,
}

/// A review.
#[derive(Clone, Debug)]
pub struct Review {
    /// Its id.
    pub id: u64,
    /// Who wrote it.
    pub author: Account,
    /// Its text.
    pub body: String,
    /// `PENDING`, `COMMENTED`, `APPROVED`, `CHANGES_REQUESTED`, `DISMISSED`.
    pub state: &'static str,
    /// The commit that it is about.
    pub commit: String,
    /// When it was sent.
    pub submitted: Option<u64>,
    /// Whether its author may push, so that it counts.
    pub counts: bool,
}

/// A comment on a line or on a file.
#[derive(Clone, Debug)]
pub struct ReviewComment {
    /// Its id.
    pub id: u64,
    /// The review that it came with.
    pub review: u64,
    /// The first comment of its thread; its own id for that.
    pub thread: u64,
    /// Who wrote it.
    pub author: Account,
    /// Its text.
    pub body: String,
    /// The file.
    pub path: String,
    /// `LEFT` or `RIGHT`.
    pub side: String,
    /// The line in the present diff; `None` when it is outdated or about the file.
    pub line: Option<u64>,
    /// The first line of several, in the present diff.
    pub start_line: Option<u64>,
    /// The line that it was written on; `None` when it is about the file.
    pub original_line: Option<u64>,
    /// The first line of several that it was written on.
    pub original_start_line: Option<u64>,
    /// The commit where it stands now.
    pub commit: String,
    /// The commit that it was written on.
    pub original_commit: String,
    /// The hunk down to its line.
    pub hunk: String,
    /// Whether the thread is resolved, and by whom; kept at its first comment.
    pub resolved: Option<Account>,
    /// Why it is folded away.
    pub minimised: Option<String>,
    /// When it was written.
    pub created: u64,
    /// When it changed.
    pub updated: u64,
}

impl ReviewComment {
    /// Whether it is about the file.
    pub fn is_on_file(&self) -> bool {
        self.original_line.is_none()
    }

    /// Whether its place is gone from the diff.
    pub fn is_outdated(&self) -> bool {
        !self.is_on_file() && self.line.is_none()
    }
}

impl Pull {
    /// One that was just opened, of `head_repo` and its branch at a commit, to a branch at a commit.
    pub fn opened(
        (number, id): (u64, u64),
        title: &str,
        author: Account,
        head: (String, String, String),
        base: (String, String),
        now: u64,
    ) -> Pull {
        Pull {
            number,
            id,
            title: title.to_owned(),
            body: None,
            pushed_by: author.login.clone(),
            author,
            head_repo: head.0,
            head_ref: head.1,
            head: head.2,
            base_ref: base.0,
            base: base.1,
            draft: false,
            open: true,
            merged: None,
            labels: Vec::new(),
            reviewers: Vec::new(),
            teams: Vec::new(),
            auto_merge: None,
            queued: None,
            asked: None,
            reviews: Vec::new(),
            comments: Vec::new(),
            maintainer_can_modify: false,
            created: now,
            updated: now,
            closed: None,
        }
    }

    /// `open` or `closed`.
    pub fn state(&self) -> &'static str {
        if self.open { "open" } else { "closed" }
    }

    /// The last word of each reviewer that counts: approvals and requests for changes.
    pub fn standing(&self) -> Vec<&Review> {
        let mut last: Vec<&Review> = Vec::new();
        for review in &self.reviews {
            if matches!(review.state, "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED") {
                last.retain(|other| other.author != review.author);
                last.push(review);
            }
        }
        last.retain(|review| review.state != "DISMISSED");
        last
    }

    /// The threads by their first comments.
    pub fn threads(&self) -> impl Iterator<Item = &ReviewComment> {
        self.comments.iter().filter(|comment| comment.thread == comment.id)
    }
}
