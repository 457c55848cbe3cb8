//! What follows a move of main: the ledger says so, the working branch goes. Also for moves that a dead process made.

use super::{Admission, Gate, MergeError};
use crate::digest::CommitId;
use crate::ops::ledger::{Entry, Record};
use crate::ops::target::Target;
use crate::port::{GitError, RefUpdate, fault};
use crate::proposal::{Merged, RECORD_VERSION, RoundFile, round_path};
use crate::yaml;

impl Gate<'_> {
    /// Completes the record of a proposal that is part of main already.
    pub(super) fn finish(&self, record: &Record, target: &Target) -> Result<Admission, MergeError> {
        let known = record.merged(self.git)?.map(|merged| merged.commit);
        let commit = match (known, &record.round.head) {
            (Some(commit), _) => Some(commit),
            (None, Some(head)) => self.merge_of(head, &target.commit)?,
            (None, None) => None,
        };
        if let Some(commit) = commit.as_ref().filter(|_| !self.dry_run) {
            self.record(record, commit)?;
        }
        Ok(Admission { admitted: true, finished: true, commit, ..Admission::of(record) })
    }

    /// Records the merge and removes the working branch, as far as either is still to do.
    pub(super) fn record(&self, record: &Record, commit: &CommitId) -> Result<(), MergeError> {
        let id = &record.proposal.id;
        let number = record.round.round;
        if !record.has(RoundFile::Merged) {
            let now = self.workspace.clock.now();
            let merged = Merged { version: RECORD_VERSION, at: now, commit: commit.clone() };
            Entry::new(format!("{id}: merged as {}", commit.short()))
                .file(round_path(&record.proposal, number, RoundFile::Merged), yaml::to_string(&merged))
                .append(self.git, &self.git.user()?, now)?;
        }
        fault::point("merge.after-ledger");
        let name = record.proposal.branch().reference();
        // A branch that somebody pushed to after the merge holds work of theirs and stays.
        let branch = self.git.reference(&name)?.filter(|branch| record.round.head.as_ref() == Some(branch));
        if let Some(branch) = branch {
            let update = RefUpdate { name: &name, expected: Some(&branch), new: None, log: "kb merge" };
            match self.git.update_refs(&[update]) {
                Ok(()) | Err(GitError::RefMoved(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        fault::point("merge.after-branch");
        Ok(())
    }

    /// The commit of main's first-parent history that brought `head`.
    fn merge_of(&self, head: &CommitId, main: &CommitId) -> Result<Option<CommitId>, GitError> {
        let mut found = None;
        for commit in self.git.first_parents(main, None)?.0 {
            if !self.git.is_ancestor(head, &commit)? {
                break;
            }
            found = Some(commit);
        }
        Ok(found)
    }
}
