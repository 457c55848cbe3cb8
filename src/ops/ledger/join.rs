//! Joining the ledger with another clone's. Both only ever add files, so the two are put side by side; a file that both
//! have must be the same.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::LedgerError;
use crate::change::ChangeSet;
use crate::digest::{BlobId, CommitId};
use crate::path::RepoPath;
use crate::port::{GitError, GitWrite, NewCommit, Person, RefUpdate, TreeEntry};
use crate::proposal::LEDGER_REF;

/// How often the branch may move under a join before it gives up.
const TRIES: u32 = 5;

/// What the join came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// Where the ledger stands now; `None` where there is none on either side.
    pub commit: Option<CommitId>,
    /// Whether it holds what the other one does not.
    pub is_ahead: bool,
}

/// Brings the ledger up to `theirs`, a commit of another clone's ledger that is here as an object; `None`: they have none.
pub fn join(
    git: &dyn GitWrite,
    theirs: Option<&CommitId>,
    person: &Person,
    time: Timestamp,
) -> Result<Joined, LedgerError> {
    for _ in 0..TRIES {
        let ours = git.reference(LEDGER_REF)?;
        let (Some(ours), Some(theirs)) = (ours.as_ref(), theirs) else {
            let is_ahead = ours.is_some();
            let Some(new) = theirs else { return Ok(Joined { commit: ours, is_ahead }) };
            match moved(git, None, new) {
                Err(GitError::RefMoved(_)) => continue,
                other => other?,
            }
            return Ok(Joined { commit: Some(new.clone()), is_ahead: false });
        };
        if git.is_ancestor(theirs, ours)? {
            return Ok(Joined { commit: Some(ours.clone()), is_ahead: ours != theirs });
        }
        let is_ahead = !git.is_ancestor(ours, theirs)?;
        let new = if is_ahead { merged(git, ours, theirs, person, time)? } else { theirs.clone() };
        match moved(git, Some(ours), &new) {
            Err(GitError::RefMoved(_)) => {}
            other => {
                other?;
                return Ok(Joined { commit: Some(new), is_ahead });
            }
        }
    }
    Err(LedgerError::Busy(TRIES))
}

fn moved(git: &dyn GitWrite, expected: Option<&CommitId>, new: &CommitId) -> Result<(), GitError> {
    git.update_refs(&[RefUpdate { name: LEDGER_REF, expected, new: Some(new), log: "kb: join the ledger" }])
}

/// Writes the commit that has the files of both.
fn merged(
    git: &dyn GitWrite,
    ours: &CommitId,
    theirs: &CommitId,
    person: &Person,
    time: Timestamp,
) -> Result<CommitId, LedgerError> {
    let present: BTreeMap<Vec<u8>, BlobId> =
        git.entries(ours, None)?.into_iter().map(|entry| (entry.path, entry.blob)).collect();
    let mut changes = ChangeSet::new();
    for TreeEntry { path, blob, .. } in git.entries(theirs, None)? {
        let known = present.get(&path);
        if known == Some(&blob) {
            continue;
        }
        let shown = String::from_utf8_lossy(&path).into_owned();
        let path = RepoPath::new(&shown)
            .map_err(|error| LedgerError::Unreadable { path: shown, message: error.to_string() })?;
        if known.is_some() {
            return Err(LedgerError::Rewritten { path });
        }
        changes.create(path, git.blob(&blob)?);
    }
    let parents = [ours.clone(), theirs.clone()];
    let message = "Join two ledgers\n";
    Ok(git.write_commit(&NewCommit { parents: &parents, changes: &changes, message, person, time })?)
}
