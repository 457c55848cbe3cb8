//! A working branch that is pushed: notes and new evidence, from where it left main to its head, in every commit on the way.

use std::collections::BTreeMap;

use super::{Push, PushRefusal, ReceiveError};
use crate::digest::CommitId;
use crate::ops::gate::{Trees, fence_one};
use crate::port::{Difference, GitError};

impl Push<'_> {
    /// What stands against `new` as the head of a working branch that stands at `old`.
    pub(super) fn working(
        &self,
        old: Option<&CommitId>,
        new: &CommitId,
    ) -> Result<Vec<PushRefusal>, ReceiveError> {
        let (Some(base), Some(main)) = (&self.base, &self.main_after) else {
            return Ok(vec![PushRefusal::NoMain]);
        };
        let Some(parted) = self.git.merge_base(main, new)? else {
            return Ok(vec![PushRefusal::NoHistory]);
        };
        let trees = Trees::changed(self.git, &parted, new, &base.layout)?;
        let fenced = trees.fence(&base.layout);
        let mut refusals: Vec<PushRefusal> = fenced.iter().cloned().map(PushRefusal::Tree).collect();
        let known: Vec<CommitId> = std::iter::once(main).chain(old).cloned().collect();
        for commit in self.git.new_commits(new, &known)? {
            let own = self.own_changes(&commit)?;
            let found = own.iter().filter_map(|difference| fence_one(difference, &base.layout));
            let hidden = found.filter(|refusal| !fenced.contains(refusal));
            refusals.extend(hidden.map(|refusal| PushRefusal::Commit { commit: commit.clone(), refusal }));
        }
        Ok(refusals)
    }

    /// What a commit changes: against its parent; for a merge, what it has as none of its parents has it.
    fn own_changes(&self, commit: &CommitId) -> Result<Vec<Difference>, GitError> {
        let parents = self.git.commit(commit)?.parents;
        let mut own = self.git.differences(parents.first(), commit)?;
        for parent in parents.iter().skip(1) {
            let against = self.git.differences(Some(parent), commit)?;
            let against: BTreeMap<&[u8], &Difference> =
                against.iter().map(|difference| (difference.path.as_slice(), difference)).collect();
            own.retain(|difference| against.contains_key(difference.path.as_slice()));
        }
        Ok(own)
    }
}
