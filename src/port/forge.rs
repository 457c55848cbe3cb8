//! The forge: where proposals are pull requests. Traits and plain data; which requests that takes is the adapter's affair,
//! and no diff comes from here: those are git's.

use jiff::Timestamp;
use thiserror::Error;

use crate::digest::CommitId;
use crate::text::DiffSide;

/// Says why the forge did not do it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ForgeFault {
    /// There is no credential for the role.
    #[error("there is no credential for {role}: {remedy}")]
    NoCredential {
        /// The role: "proposer", "reviewer", "merger".
        role: String,
        /// What to set.
        remedy: String,
    },
    /// The forge granted more than was asked for; the token was not used.
    #[error("the token for {role} would hold more than was asked for ({excess}); kb does not use it")]
    WiderGrant {
        /// The role.
        role: String,
        /// Permissions or repositories that are too many.
        excess: String,
    },
    /// The forge does not let this credential do it.
    #[error("{forge} does not allow it, {doing}: {message}")]
    Forbidden {
        /// The host.
        forge: String,
        /// What kb was doing.
        doing: String,
        /// What the forge says.
        message: String,
    },
    /// It is not there, or hidden from this credential.
    #[error("{forge} has no such thing, {doing}")]
    NotFound {
        /// The host.
        forge: String,
        /// What kb was doing.
        doing: String,
    },
    /// The head moved, or another rule of the forge stands in the way right now; look again.
    #[error("{forge} refuses, {doing}: {message}")]
    Conflict {
        /// The host.
        forge: String,
        /// What kb was doing.
        doing: String,
        /// What the forge says.
        message: String,
    },
    /// The request is wrong; asking again changes nothing.
    #[error("{forge} takes the request for wrong, {doing}: {message}")]
    Invalid {
        /// The host.
        forge: String,
        /// What kb was doing.
        doing: String,
        /// What the forge says.
        message: String,
    },
    /// The forge wants fewer requests, for longer than kb waits.
    #[error("{forge} limits requests until {until}, {doing}; run it again then, nothing is lost")]
    Limited {
        /// The host.
        forge: String,
        /// What kb was doing.
        doing: String,
        /// When it may be asked again.
        until: Timestamp,
    },
    /// No answer, or one that cannot be read, for as long as was tried. Whether a change was made is not known (I13).
    #[error("{forge} gave no answer that can be used, {doing}: {message}")]
    Unreachable {
        /// The host.
        forge: String,
        /// What kb was doing.
        doing: String,
        /// What happened.
        message: String,
    },
}

/// Who acts: the identity behind a credential, as the forge names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name that shows on what it writes: `kb-reviewer[bot]`.
    pub login: String,
    /// The app's id; `None` for a person.
    pub app: Option<u64>,
}

/// Where a pull request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PullState {
    /// Open.
    Open,
    /// Closed without a merge.
    Closed,
    /// Merged.
    Merged,
}

/// A pull request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pull {
    /// Its number.
    pub number: u64,
    /// Where a person reads it.
    pub url: String,
    /// Where it stands.
    pub state: PullState,
    /// Whether it is a draft.
    pub draft: bool,
    /// Its title.
    pub title: String,
    /// Its description.
    pub body: String,
    /// The branch that it brings, without `refs/heads/`.
    pub head_branch: String,
    /// The commit that it brings.
    pub head: CommitId,
    /// Whether the branch lies in another repository.
    pub is_fork: bool,
    /// The branch that it goes to, without `refs/heads/`.
    pub base_branch: String,
    /// Who opened it.
    pub author: String,
    /// Its labels.
    pub labels: Vec<String>,
    /// The commit of the merge.
    pub merged: Option<CommitId>,
}

/// A pull request to open. There is one a head branch: opening it again gives back the one that is there.
#[derive(Clone, Copy, Debug)]
pub struct NewPull<'a> {
    /// The branch that it brings, without `refs/heads/`; pushed already.
    pub head_branch: &'a str,
    /// The branch that it goes to, without `refs/heads/`.
    pub base_branch: &'a str,
    /// Its title, one line.
    pub title: &'a str,
    /// Its description.
    pub body: &'a str,
    /// Whether to open it as a draft.
    pub draft: bool,
}

/// What to change of a pull request; `None` leaves it.
#[derive(Clone, Copy, Debug, Default)]
pub struct PullEdit<'a> {
    /// The title.
    pub title: Option<&'a str>,
    /// The description.
    pub body: Option<&'a str>,
    /// Whether it is open.
    pub open: Option<bool>,
    /// Whether it is a draft.
    pub draft: Option<bool>,
    /// All labels that it shall have, of those that are kb's; others stay.
    pub labels: Option<&'a [&'a str]>,
}

/// A comment below a pull request that is about no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgeComment {
    /// The forge's id of it.
    pub id: u64,
    /// The id by which it can be minimised.
    pub node: String,
    /// Who wrote it.
    pub author: String,
    /// Its text.
    pub body: String,
}

/// An issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgeIssue {
    /// Its number.
    pub number: u64,
    /// Where a person reads it.
    pub url: String,
    /// Who opened it.
    pub author: String,
    /// Whether it is open.
    pub is_open: bool,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
}

/// An issue that is kept up to date.
#[derive(Clone, Copy, Debug)]
pub struct StickyIssue<'a> {
    /// The words in `body` by which it is known again.
    pub marker: &'a str,
    /// Its title, one line.
    pub title: &'a str,
    /// Its text; holds `marker`.
    pub body: &'a str,
    /// Whether it is open.
    pub is_open: bool,
}

/// The place of a comment in a pull request's diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Lines of a side, from 1; `start` is `None` for one line.
    Lines {
        /// The side.
        side: DiffSide,
        /// The first line.
        start: Option<u32>,
        /// The last line.
        line: u32,
    },
    /// The whole file.
    File,
}

/// A comment on a place, as a part of a review that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewComment {
    /// The file, as the diff names it.
    pub path: String,
    /// Where.
    pub anchor: Anchor,
    /// Its text; holds the marker by which it is known again.
    pub body: String,
}

/// What a review says on the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewEvent {
    /// It may go in.
    Approve,
    /// It may not go in like this.
    RequestChanges,
    /// Neither.
    Comment,
}

/// A review to write on a commit. One that has its marker already, by this account, is given back instead of written twice.
#[derive(Clone, Copy, Debug)]
pub struct NewReview<'a> {
    /// The commit that was judged.
    pub head: &'a CommitId,
    /// What it says on the whole.
    pub event: ReviewEvent,
    /// Its text; holds `marker`.
    pub body: &'a str,
    /// The words in `body` by which it is known again.
    pub marker: &'a str,
    /// Its comments.
    pub comments: &'a [NewComment],
}

/// A review that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullReview {
    /// The forge's id of it.
    pub id: u64,
    /// Who wrote it.
    pub author: String,
    /// What it says on the whole; `None` for one that was dismissed or never sent.
    pub event: Option<ReviewEvent>,
    /// The commit that it is about; `None` when the forge forgot it.
    pub head: Option<CommitId>,
    /// Its text.
    pub body: String,
}

/// A thread of comments on one place of the diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The forge's id of it.
    pub id: String,
    /// The number of its pull request.
    pub pull: u64,
    /// Whether somebody resolved it.
    pub resolved: bool,
    /// Whether its place is gone from the diff.
    pub outdated: bool,
    /// The file.
    pub path: String,
    /// The line of the present diff; `None` where its place is gone, or the comment is about the file.
    pub line: Option<u32>,
    /// Its comments, oldest first: who and what.
    pub comments: Vec<(String, String)>,
}

/// What a check says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckConclusion {
    /// Good.
    Success,
    /// Not good.
    Failure,
    /// Nothing to say.
    Neutral,
    /// A person must act.
    ActionRequired,
}

/// A check to report on a commit. The last one of a name and an app counts; the same again is not written twice.
#[derive(Clone, Copy, Debug)]
pub struct NewCheck<'a> {
    /// Its name: `kb/review`.
    pub name: &'a str,
    /// The commit.
    pub head: &'a CommitId,
    /// What it says.
    pub conclusion: CheckConclusion,
    /// One line.
    pub title: &'a str,
    /// Markdown.
    pub summary: &'a str,
    /// What machines read: at most 65,535 characters; may be empty.
    pub text: &'a str,
    /// By which its maker knows it again.
    pub external_id: &'a str,
}

/// A check that was reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name.
    pub name: String,
    /// The app that reported it.
    pub app: Option<u64>,
    /// What it says; `None` while it runs.
    pub conclusion: Option<CheckConclusion>,
    /// By which its maker knows it again.
    pub external_id: String,
    /// What machines read.
    pub text: String,
}

/// A merge to make.
#[derive(Clone, Copy, Debug)]
pub struct NewMerge<'a> {
    /// The head that was decided on; any other is refused by the forge.
    pub head: &'a CommitId,
    /// The first line of the merge commit.
    pub title: &'a str,
    /// The rest of its message, trailers included.
    pub message: &'a str,
}

/// Pull requests of one repository, seen and changed as one account.
pub trait Forge {
    /// The host and the repository, as people name it: `github.com/acme/base`.
    fn place(&self) -> &str;

    /// Where a person sees the repository: `https://github.com/acme/base`.
    fn web(&self) -> &str;

    /// Who acts.
    fn account(&self) -> Result<Account, ForgeFault>;

    /// The pull request of that number.
    fn pull(&self, number: u64) -> Result<Pull, ForgeFault>;

    /// The open pull requests, oldest first; all of them, or an error.
    fn open_pulls(&self) -> Result<Vec<Pull>, ForgeFault>;

    /// The pull requests that ever brought `head_branch` of this repository, newest first.
    fn pulls_of(&self, head_branch: &str) -> Result<Vec<Pull>, ForgeFault>;

    /// Opens a pull request.
    fn open(&self, pull: &NewPull<'_>) -> Result<Pull, ForgeFault>;

    /// Changes a pull request; what is so already costs no write.
    fn edit(&self, pull: &Pull, edit: &PullEdit<'_>) -> Result<Pull, ForgeFault>;

    /// Asks people or teams (`org/team`) for a review.
    fn request_reviewers(&self, number: u64, reviewers: &[String]) -> Result<(), ForgeFault>;

    /// The comments that are about no line, oldest first.
    fn comments(&self, number: u64) -> Result<Vec<ForgeComment>, ForgeFault>;

    /// Writes the one comment that holds `marker` and is by this account: makes it, changes it, or leaves it where it says
    /// `body` already.
    fn sticky(&self, number: u64, marker: &str, body: &str) -> Result<ForgeComment, ForgeFault>;

    /// Writes the one issue that holds its marker and is by this account: makes it, changes it, or leaves it where it says
    /// all of it already.
    fn sticky_issue(&self, issue: &StickyIssue<'_>) -> Result<ForgeIssue, ForgeFault>;

    /// The reviews, oldest first.
    fn reviews(&self, number: u64) -> Result<Vec<PullReview>, ForgeFault>;

    /// Writes a review. Comments whose place is not in the diff must not be among its comments.
    fn review(&self, number: u64, review: &NewReview<'_>) -> Result<PullReview, ForgeFault>;

    /// The threads, oldest first.
    fn threads(&self, number: u64) -> Result<Vec<Thread>, ForgeFault>;

    /// Answers in a thread, unless its last comment is by this account and holds `marker`.
    fn reply(&self, thread: &Thread, marker: &str, body: &str) -> Result<(), ForgeFault>;

    /// Resolves a thread, or opens it again. GitHub lets only who may write contents do that: not a reviewer.
    fn resolve(&self, thread: &Thread, resolved: bool) -> Result<(), ForgeFault>;

    /// Folds a comment away as outdated.
    fn minimise(&self, comment: &ForgeComment) -> Result<(), ForgeFault>;

    /// The checks of a commit, the last of each name and app.
    fn checks(&self, head: &CommitId) -> Result<Vec<Check>, ForgeFault>;

    /// Reports a check.
    fn check(&self, check: &NewCheck<'_>) -> Result<(), ForgeFault>;

    /// Merges a pull request; the merge commit.
    fn merge(&self, number: u64, merge: &NewMerge<'_>) -> Result<CommitId, ForgeFault>;

    /// Has the forge merge a pull request as soon as its rules are met: by its queue where the base has one, which writes the
    /// message itself. Nothing is merged yet.
    fn merge_later(&self, number: u64, merge: &NewMerge<'_>) -> Result<(), ForgeFault>;
}
