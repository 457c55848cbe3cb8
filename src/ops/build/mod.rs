//! Makes the index mirror a commit, or a working tree that has none. What did not change is not indexed again.

mod fill;
mod prefixes;
mod source;
mod target;
mod vectors;

use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

pub use self::fill::{FillReport, fill};
pub use self::prefixes::{PrefixReport, prefix};
pub(super) use self::source::Source;
pub(super) use self::target::{Target, target};
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::ops::summaries::SummariesReport;
use crate::ops::{Workspace, WorkspaceError};
use crate::port::{Claimed, GitError, IndexError, IndexStore, ModelError};

/// How a build is made.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The revision to index; `None`: the head of the branch that the gate moves.
    pub revision: Option<String>,
    /// Whether everything is indexed again.
    pub full: bool,
    /// How long to wait for another build to end.
    pub wait: Duration,
    /// Whether only to say what would be done.
    pub dry_run: bool,
}

/// What a build did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct BuildReport {
    /// The commit that the index mirrors; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// How many notes are in it.
    pub notes: u64,
    /// How many notes were new or changed.
    pub changed: u64,
    /// How many notes went.
    pub removed: u64,
    /// How many notes stayed as they were.
    pub unchanged: u64,
    /// Whether everything was indexed.
    pub full: bool,
    /// Files that could not be indexed, and why.
    pub skipped: Vec<String>,
    /// Who says what pieces of notes are about, where `kb.toml` names a model for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefixes: Option<PrefixReport>,
    /// What was filled in after that, where a model takes its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vectors: Option<FillReport>,
    /// What became of the summaries of folders, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summaries: Option<SummariesReport>,
}

/// Says why there is no new index. The one before stays as it is.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The index could not be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A model that `kb.toml` names gave no vectors.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Another build is under way.
    #[error("another `kb build` is under way and did not end within {0} s; the index stays as it was")]
    Busy(u64),
}

/// Builds the index in `store`.
pub fn build(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    options: &BuildOptions,
) -> Result<BuildReport, BuildError> {
    let target = target(workspace, options.revision.as_deref())?;
    let source = Source::open(workspace, target)?;
    if options.dry_run {
        let current = store.open(&Caller::owner())?;
        let contents = || current.as_ref().map_or_else(|| Ok(Vec::new()), |index| index.contents());
        let plan = source.plan(current.as_ref().map(|index| index.stamp()), contents, options.full)?;
        return Ok(plan.report(&source));
    }
    // Looking first costs no lock; nothing to do is the usual case.
    if !options.full
        && let Some(current) = store.open(&Caller::owner())?
        && source.mirrors(current.stamp())
    {
        return Ok(source.unchanged(current.stamp()));
    }
    match store.claim(options.wait)? {
        Claimed::Busy => Err(BuildError::Busy(options.wait.as_secs())),
        Claimed::Build(build) => source.build(build, options.full),
    }
}
