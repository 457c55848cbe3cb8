//! Git as kb needs it, in three capabilities (I5): read; write branches and the ledger; move main.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::change::{ChangeError, ChangeSet};
use crate::digest::{BlobId, CommitId, TreeId};
use crate::path::RepoPath;
use crate::vault::{TreeEntry, TreeEntryKind};

/// Says why git could not do it.
#[derive(Debug, Error)]
pub enum GitError {
    /// No repository here or above.
    #[error("{0} is not in a git repository")]
    NotARepository(String),
    /// The ref or revision does not exist.
    #[error("no revision answers to `{0}`")]
    NoRevision(String),
    /// The repository has no commit yet.
    #[error("the repository has no commit yet")]
    NoCommits,
    /// HEAD is not on a branch.
    #[error("HEAD is detached")]
    DetachedHead,
    /// An object is missing: a shallow or broken clone.
    #[error("an object is missing, the clone is shallow or broken: {0}")]
    MissingObject(String),
    /// A lock is held.
    #[error(
        "{path} exists since {age_seconds} s: another process is writing, or one died; nothing was changed"
    )]
    Locked {
        /// The lock file.
        path: String,
        /// How old it is.
        age_seconds: u64,
    },
    /// A ref moved under a compare-and-swap.
    #[error("`{0}` moved while kb worked")]
    RefMoved(String),
    /// Working files stand in the way of an update.
    #[error("uncommitted changes would be overwritten: {0}")]
    DirtyTree(String),
    /// The user is somebody else than the repository's owner.
    #[error("{0} belongs to somebody else, and git's rule is not to trust such a repository")]
    ForeignOwner(String),
    /// The repository has a format that kb cannot read.
    #[error("kb cannot read {what}; {remedy}")]
    Unsupported {
        /// What is in the way: "a repository whose refs are reftables".
        what: String,
        /// What to do.
        remedy: String,
    },
    /// Git knows no name and address of the user.
    #[error("git does not know who you are")]
    NoIdentity,
    /// A pre-image does not fit.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// Anything else that git says.
    #[error("git, {doing}: {message}")]
    Other {
        /// What kb was doing.
        doing: &'static str,
        /// What git said.
        message: String,
    },
}

/// A name and an address, as git has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
}

/// Which commit last touched a line, or why that is not known (I13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blame {
    /// This commit.
    Commit(CommitId),
    /// Not in the last commit: edited in the working tree.
    Uncommitted,
    /// History ends before it: at or before this commit, a shallow boundary.
    Shallow(CommitId),
    /// The repository has no commit yet.
    NoCommits,
}

/// Which commit last changed a file, or why that is not known (I13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastChange {
    /// This commit.
    Commit(CommitId),
    /// At or before this commit, a shallow boundary.
    Shallow(CommitId),
}

/// A move of a branch that was begun and not finished: a process died between the ref and the working tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    /// The full name of the branch.
    pub target: String,
    /// Where it stood.
    pub from: CommitId,
    /// Where it goes.
    pub to: CommitId,
}

/// A commit to write.
#[derive(Clone, Debug)]
pub struct NewCommit<'a> {
    /// Its parents, first the one that the changes are made against; empty for the first commit.
    pub parents: &'a [CommitId],
    /// Its changes against the first parent.
    pub changes: &'a ChangeSet,
    /// Its message.
    pub message: &'a str,
    /// Its author and committer.
    pub person: &'a Person,
    /// Its time.
    pub time: Timestamp,
}

/// A move of a ref with the value it must have before (compare and swap).
#[derive(Clone, Debug)]
pub struct RefUpdate<'a> {
    /// The full name, such as `refs/heads/kb/ledger`.
    pub name: &'a str,
    /// What it must be; `None`: it must not exist.
    pub expected: Option<&'a CommitId>,
    /// What it becomes; `None` removes it.
    pub new: Option<&'a CommitId>,
    /// The line for the reflog.
    pub log: &'a str,
}

/// What merging two commits gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merge {
    /// This tree.
    Clean(TreeId),
    /// These paths conflict.
    Conflict(Vec<String>),
}

/// One path that differs between two commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path, as bytes.
    pub path: Vec<u8>,
    /// The file, link or submodule that stood there.
    pub before: Option<(TreeEntryKind, BlobId)>,
    /// What stands there.
    pub after: Option<(TreeEntryKind, BlobId)>,
}

impl Difference {
    /// The path for people.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.path).into_owned()
    }

    /// The path, where it is one that kb can name.
    pub fn repo_path(&self) -> Option<RepoPath> {
        RepoPath::new(std::str::from_utf8(&self.path).ok()?).ok()
    }
}

/// Reads a repository.
pub trait GitRead {
    /// The commit that `revision` names; `HEAD`, a branch, a tag, a hexadecimal name.
    fn resolve(&self, revision: &str) -> Result<CommitId, GitError>;

    /// The branch that HEAD is on, full name, whether or not it has a commit.
    fn head_branch(&self) -> Result<String, GitError>;

    /// The commit that a ref points to.
    fn reference(&self, name: &str) -> Result<Option<CommitId>, GitError>;

    /// The branches whose full names start with `prefix`.
    fn references(&self, prefix: &str) -> Result<Vec<(String, CommitId)>, GitError>;

    /// The tree of `commit`.
    fn tree(&self, commit: &CommitId) -> Result<TreeId, GitError>;

    /// Every file of `commit` below `folder` (`None`: all), ordered by path.
    fn entries(&self, commit: &CommitId, folder: Option<&RepoPath>) -> Result<Vec<TreeEntry>, GitError>;

    /// Whether a file of `commit` lies below `folder`.
    fn has_folder(&self, commit: &CommitId, folder: &RepoPath) -> Result<bool, GitError>;

    /// The name that git would give a blob of these bytes.
    fn name_of(&self, bytes: &[u8]) -> Result<BlobId, GitError>;

    /// Whether the working tree leaves files of its commit out on purpose: a sparse checkout.
    fn is_sparse(&self) -> bool;

    /// The bytes of a blob.
    fn blob(&self, blob: &BlobId) -> Result<Vec<u8>, GitError>;

    /// The file or link at `path` in `commit`; `None` when there is none.
    fn entry(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<TreeEntry>, GitError>;

    /// The bytes of `path` in `commit`; `None` when it is not there or no file.
    fn file(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<Vec<u8>>, GitError>;

    /// The paths that differ between two commits, as bytes.
    fn changed_paths(&self, from: &CommitId, to: &CommitId) -> Result<Vec<Vec<u8>>, GitError>;

    /// What differs between two commits, ordered by path; from `None`, everything is new. The work is that of what differs.
    fn differences(&self, from: Option<&CommitId>, to: &CommitId) -> Result<Vec<Difference>, GitError>;

    /// The commits that are part of `head` and of none of `known`, newest first.
    fn new_commits(&self, head: &CommitId, known: &[CommitId]) -> Result<Vec<CommitId>, GitError>;

    /// The paths at which the working tree differs from `from`, as bytes: edited, removed, and new ones that git does not
    /// ignore.
    fn working_changes(&self, from: &CommitId) -> Result<Vec<Vec<u8>>, GitError>;

    /// The last common commit of two.
    fn merge_base(&self, one: &CommitId, two: &CommitId) -> Result<Option<CommitId>, GitError>;

    /// What merging `theirs` into `ours` gives; the tree is written to the object store, no ref moves.
    fn merge(&self, ours: &CommitId, theirs: &CommitId) -> Result<Merge, GitError>;

    /// The message, parents, author and time of a commit.
    fn commit(&self, commit: &CommitId) -> Result<CommitInfo, GitError>;

    /// Whether `ancestor` is an ancestor of `commit`, or the same.
    fn is_ancestor(&self, ancestor: &CommitId, commit: &CommitId) -> Result<bool, GitError>;

    /// Which commit last changed each file below `folder` (`None`: all), in one pass over the history of `commit`.
    ///
    /// A file that a merge has as one of its parents has it is followed into that parent; a rename ends here.
    fn last_changes(
        &self,
        commit: &CommitId,
        folder: Option<&RepoPath>,
    ) -> Result<BTreeMap<Vec<u8>, LastChange>, GitError>;

    /// Who last touched line `line` (from 1) of `path`, seen from `commit`.
    ///
    /// A line that only a merge brought belongs to the merge. A file is followed through a rename of 50 % likeness
    /// or more; below that it is a new file.
    fn blame(&self, commit: &CommitId, path: &RepoPath, line: u32) -> Result<Blame, GitError>;

    /// The first-parent history from `head` back to `until` (excluded; `None`: the start), newest first,
    /// and whether it ends at a shallow boundary.
    fn first_parents(
        &self,
        head: &CommitId,
        until: Option<&CommitId>,
    ) -> Result<(Vec<CommitId>, bool), GitError>;

    /// Whether the clone is shallow.
    fn is_shallow(&self) -> bool;

    /// The bytes of the working file `path` as git would store them: line endings converted as attributes and
    /// configuration say. Hashes and line numbers of kb are over these.
    fn as_stored(&self, path: &RepoPath, bytes: Vec<u8>) -> Result<Vec<u8>, GitError>;

    /// Whether git would ignore a new file or folder at `path`.
    fn is_ignored(&self, path: &RepoPath) -> Result<bool, GitError>;

    /// The branch move that was begun and not finished, if any.
    fn interrupted(&self) -> Result<Option<Advance>, GitError>;

    /// The user, as git is configured; never from an environment variable of kb's.
    fn user(&self) -> Result<Person, GitError>;
}

/// What a commit says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitInfo {
    /// The whole message.
    pub message: String,
    /// Its parents.
    pub parents: Vec<CommitId>,
    /// Its author.
    pub author: Person,
    /// When it was committed.
    pub time: Timestamp,
    /// Its tree.
    pub tree: TreeId,
}

/// Writes commits, and refs under `refs/heads/kb/`.
pub trait GitWrite: GitRead {
    /// Writes a commit; no ref moves.
    fn write_commit(&self, commit: &NewCommit<'_>) -> Result<CommitId, GitError>;

    /// Moves refs below `refs/heads/kb/`, all or none; any other name is refused.
    fn update_refs(&self, updates: &[RefUpdate<'_>]) -> Result<(), GitError>;

    /// Commits exactly the working files `paths` on the current branch, as `git commit --only -- PATHS` does:
    /// what else is staged stays staged. A path without a file is a removal. When nothing differs, the current
    /// commit is given back. Makes the first commit of a branch that has none; refuses a detached HEAD.
    fn commit_paths(
        &self,
        paths: &[RepoPath],
        message: &str,
        person: &Person,
        time: Timestamp,
    ) -> Result<CommitId, GitError>;
}

/// Moves main. Only the gate holds one.
pub trait GitGate: GitRead {
    /// Writes the merge of `parents` with `tree`; no ref moves.
    fn write_merge(
        &self,
        tree: &TreeId,
        parents: &[CommitId],
        message: &str,
        person: &Person,
        time: Timestamp,
    ) -> Result<CommitId, GitError>;

    /// Moves `target` from `expected` to `new`, and every working tree that has it checked out with it: only the files
    /// that differ between the two, each of which must be as git has it, else nothing moves.
    ///
    /// A process that dies in the midst leaves an [`Advance`] that [`finish_advance`](GitGate::finish_advance), or the
    /// next call, completes.
    fn advance(&self, target: &str, expected: &CommitId, new: &CommitId, log: &str) -> Result<(), GitError>;

    /// Completes a move that was begun and not finished; gives it back when there was one.
    fn finish_advance(&self) -> Result<Option<Advance>, GitError>;
}
