//! How main gets to the merge commit that the gate has judged: by a ref here, or by a forge. It judges nothing.

use super::MergeError;
use crate::digest::CommitId;
use crate::ops::ledger::Record;
use crate::ops::target::Target;
use crate::port::{GitError, GitGate};

/// What became of main.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landed {
    /// It stands at this commit, which has the tree and the parents that the gate judged.
    At(CommitId),
    /// It moved meanwhile; the gate judges again.
    Moved,
    /// Rules that are not the gate's stand in the way.
    Refused(String),
}

/// Moves main to a merge commit, or to one like it.
pub trait Landing {
    /// Moves `target` to `commit`, the merge of `record` that the gate has written and judged.
    fn land(&self, record: &Record, target: &Target, commit: &CommitId) -> Result<Landed, MergeError>;
}

/// Moves the ref, and the working trees that have it checked out.
pub struct Local<'a>(pub &'a dyn GitGate);

impl Landing for Local<'_> {
    fn land(&self, record: &Record, target: &Target, commit: &CommitId) -> Result<Landed, MergeError> {
        let log = format!("kb merge {}", record.proposal.id);
        match self.0.advance(&target.name, &target.commit, commit, &log) {
            Ok(()) => Ok(Landed::At(commit.clone())),
            Err(GitError::RefMoved(_)) => Ok(Landed::Moved),
            Err(error) => Err(error.into()),
        }
    }
}
