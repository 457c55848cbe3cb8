//! A repository elsewhere, from which git fetches and to which it pushes: a trait and plain data. It moves no local branch and,
//! over there, none outside of `kb/` (I2).

use thiserror::Error;

use super::ForgeFault;
use crate::digest::CommitId;

/// Says why git did not fetch or push.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RemoteFault {
    /// The program `git` cannot be run.
    #[error("running git: {0}")]
    NoProgram(String),
    /// The credential is not taken, or may not do it.
    #[error("{place} does not let git in: {message}")]
    Denied {
        /// The repository.
        place: String,
        /// What git says.
        message: String,
    },
    /// No answer.
    #[error("{place} cannot be reached: {message}")]
    Unreachable {
        /// The repository.
        place: String,
        /// What git says.
        message: String,
    },
    /// What was to be fetched is not there.
    #[error("{place} has no {name}")]
    Missing {
        /// The repository.
        place: String,
        /// The full name.
        name: String,
    },
    /// The ref is not where it was expected; nothing was moved.
    #[error("{name} of {place} has moved meanwhile; nothing was pushed")]
    Moved {
        /// The repository.
        place: String,
        /// The full name.
        name: String,
    },
    /// A rule or a hook over there refuses; nothing was moved.
    #[error("{place} refuses {name}: {message}")]
    Refused {
        /// The repository.
        place: String,
        /// The full name.
        name: String,
        /// What it says.
        message: String,
    },
    /// A name that is not to be written from here.
    #[error(
        "`{0}` is not to be written: kb pushes to refs/heads/kb/ and fetches to refs/remotes/ and refs/kb/"
    )]
    Forbidden(String),
    /// The forge gives no token for it.
    #[error(transparent)]
    Forge(#[from] ForgeFault),
    /// Something else that git says.
    #[error("git and {place}: {message}")]
    Other {
        /// The repository.
        place: String,
        /// What git says.
        message: String,
    },
}

/// A ref to fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch<'a> {
    /// Its full name over there: `refs/heads/main`, `refs/pull/7/head`.
    pub from: &'a str,
    /// The full name under which it is kept here, below `refs/remotes/` or `refs/kb/`; what stood there is replaced.
    pub to: &'a str,
}

/// A ref to push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push<'a> {
    /// Its full name over there, below `refs/heads/kb/`.
    pub name: &'a str,
    /// The commit that it shall be; `None` removes it.
    pub new: Option<&'a CommitId>,
    /// The commit that it is now, as last seen; `None`: it is not there.
    pub expected: Option<&'a CommitId>,
}

/// A repository elsewhere.
pub trait Remote {
    /// The repository, as people name it; holds no credential.
    fn place(&self) -> &str;

    /// The refs over there whose full names start with `prefix`, ordered by name.
    fn refs(&self, prefix: &str) -> Result<Vec<(String, CommitId)>, RemoteFault>;

    /// Fetches objects and refs; the working tree and the branches stay as they are. All or none.
    fn fetch(&self, refs: &[Fetch<'_>]) -> Result<(), RemoteFault>;

    /// Pushes; all or none, and only where everything is as expected. What is so already is fine.
    fn push(&self, refs: &[Push<'_>]) -> Result<(), RemoteFault>;

    /// What `head` changes since it left `base`, in unified form with three lines of context, as a forge shows it.
    fn patch(&self, base: &CommitId, head: &CommitId) -> Result<Vec<u8>, RemoteFault>;
}
