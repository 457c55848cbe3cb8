//! The members of GitHub's answers that kb reads, and nothing else: what is not read cannot break it. Only what names a thing
//! must be there.

use serde::Deserialize;

use crate::digest::CommitId;
use crate::port::{ForgeComment, ForgeIssue, Pull, PullReview, PullState, ReviewEvent};

/// An app.
#[derive(Deserialize)]
pub(super) struct App {
    pub id: u64,
    pub slug: String,
}

/// An account, as REST names it.
#[derive(Deserialize)]
pub(super) struct User {
    pub login: String,
}

/// An account, as GraphQL names it.
#[derive(Deserialize)]
pub(super) struct Author {
    login: String,
    #[serde(rename = "__typename")]
    kind: Option<String>,
}

impl Author {
    /// Its name as REST has it: GraphQL leaves the end off the names of apps.
    pub fn login(self) -> String {
        let is_bot = self.kind.as_deref() == Some("Bot") && !self.login.ends_with("[bot]");
        if is_bot { format!("{}[bot]", self.login) } else { self.login }
    }
}

/// The account whose text it is; nobody's where the account is gone.
fn login(user: Option<User>) -> String {
    user.map_or_else(|| "ghost".to_owned(), |user| user.login)
}

/// One end of a pull request.
#[derive(Deserialize)]
struct End {
    #[serde(rename = "ref")]
    branch: Option<String>,
    sha: String,
    repo: Option<Repository>,
}

#[derive(Deserialize)]
struct Repository {
    full_name: Option<String>,
}

#[derive(Deserialize)]
struct Label {
    name: Option<String>,
}

/// A pull request.
#[derive(Deserialize)]
pub(super) struct PullShape {
    number: u64,
    pub node_id: Option<String>,
    html_url: Option<String>,
    state: Option<String>,
    merged_at: Option<String>,
    merged: Option<bool>,
    draft: Option<bool>,
    title: Option<String>,
    body: Option<String>,
    head: End,
    base: End,
    user: Option<User>,
    labels: Option<Vec<Label>>,
    merge_commit_sha: Option<String>,
}

impl From<PullShape> for Pull {
    fn from(shape: PullShape) -> Pull {
        let is_merged = shape.merged_at.is_some() || shape.merged == Some(true);
        let state = match shape.state.as_deref() {
            _ if is_merged => PullState::Merged,
            Some("closed") => PullState::Closed,
            _ => PullState::Open,
        };
        let name =
            |end: &End| end.repo.as_ref().and_then(|repo| Some(repo.full_name.as_ref()?.to_lowercase()));
        let (head_repository, base_repository) = (name(&shape.head), name(&shape.base));
        Pull {
            number: shape.number,
            url: shape.html_url.unwrap_or_default(),
            state,
            draft: shape.draft.unwrap_or_default(),
            title: shape.title.unwrap_or_default(),
            body: shape.body.unwrap_or_default(),
            head_branch: shape.head.branch.unwrap_or_default(),
            head: CommitId(shape.head.sha),
            // A fork that was removed has no name any more.
            is_fork: head_repository.is_none() || head_repository != base_repository,
            base_branch: shape.base.branch.unwrap_or_default(),
            author: login(shape.user),
            labels: shape.labels.into_iter().flatten().filter_map(|label| label.name).collect(),
            merged: shape.merge_commit_sha.filter(|_| is_merged).map(CommitId),
        }
    }
}

/// An issue, among which GitHub counts pull requests.
#[derive(Deserialize)]
pub(super) struct IssueShape {
    number: u64,
    html_url: Option<String>,
    state: Option<String>,
    title: Option<String>,
    body: Option<String>,
    user: Option<User>,
    pull_request: Option<serde_json::Value>,
}

impl IssueShape {
    /// Whether it is a pull request.
    pub fn is_pull(&self) -> bool {
        self.pull_request.as_ref().is_some_and(|pull| !pull.is_null())
    }
}

impl From<IssueShape> for ForgeIssue {
    fn from(shape: IssueShape) -> ForgeIssue {
        ForgeIssue {
            number: shape.number,
            url: shape.html_url.unwrap_or_default(),
            author: login(shape.user),
            is_open: shape.state.as_deref() != Some("closed"),
            title: shape.title.unwrap_or_default(),
            body: shape.body.unwrap_or_default(),
        }
    }
}

/// A comment that is about no line.
#[derive(Deserialize)]
pub(super) struct CommentShape {
    id: u64,
    node_id: Option<String>,
    user: Option<User>,
    body: Option<String>,
}

impl From<CommentShape> for ForgeComment {
    fn from(shape: CommentShape) -> ForgeComment {
        ForgeComment {
            id: shape.id,
            node: shape.node_id.unwrap_or_default(),
            author: login(shape.user),
            body: shape.body.unwrap_or_default(),
        }
    }
}

/// A review.
#[derive(Deserialize)]
pub(super) struct ReviewShape {
    id: u64,
    user: Option<User>,
    body: Option<String>,
    state: Option<String>,
    commit_id: Option<String>,
}

impl From<ReviewShape> for PullReview {
    fn from(shape: ReviewShape) -> PullReview {
        PullReview {
            id: shape.id,
            author: login(shape.user),
            event: match shape.state.as_deref() {
                Some("APPROVED") => Some(ReviewEvent::Approve),
                Some("CHANGES_REQUESTED") => Some(ReviewEvent::RequestChanges),
                Some("COMMENTED") => Some(ReviewEvent::Comment),
                _ => None,
            },
            head: shape.commit_id.map(CommitId),
            body: shape.body.unwrap_or_default(),
        }
    }
}

/// A comment on a place of the diff.
#[derive(Deserialize)]
pub(super) struct PlacedShape {
    pub path: Option<String>,
    pub body: Option<String>,
    user: Option<User>,
}

impl PlacedShape {
    /// Who wrote it.
    pub fn author(&self) -> &str {
        self.user.as_ref().map_or("ghost", |user| &user.login)
    }
}

/// A run of a check.
#[derive(Deserialize)]
pub(super) struct RunShape {
    pub id: u64,
    pub name: Option<String>,
    pub status: Option<String>,
    pub conclusion: Option<String>,
    pub external_id: Option<String>,
    pub output: Option<Output>,
    pub app: Option<RunApp>,
}

/// Which app reported a check.
#[derive(Deserialize)]
pub(super) struct RunApp {
    pub id: Option<u64>,
    pub slug: Option<String>,
}

/// What a check says.
#[derive(Deserialize)]
pub(super) struct Output {
    pub title: Option<String>,
    pub summary: Option<String>,
    pub text: Option<String>,
}

/// A status of a commit, as accounts that are no apps report checks.
#[derive(Deserialize)]
pub(super) struct StatusShape {
    pub context: Option<String>,
    pub state: Option<String>,
    pub description: Option<String>,
    pub creator: Option<User>,
}

/// What a merge gives.
#[derive(Deserialize)]
pub(super) struct MergedShape {
    pub sha: String,
}
