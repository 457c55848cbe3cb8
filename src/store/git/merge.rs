//! What merging two commits gives.

use super::Opened;
use super::errors::{commit_oid, told};
use crate::digest::{CommitId, TreeId};
use crate::port::{GitError, Merge};

const DOING: &str = "merging";

impl Opened {
    /// The last common commit of two.
    pub(super) fn merge_base(&self, one: &CommitId, two: &CommitId) -> Result<Option<CommitId>, GitError> {
        match self.raw.merge_base(commit_oid(one)?, commit_oid(two)?) {
            Ok(base) => Ok(Some(super::errors::commit_id(base))),
            Err(error) if error.code() == git2::ErrorCode::NotFound => Ok(None),
            Err(error) => Err(told("looking for a common commit")(error)),
        }
    }

    /// Whether `ancestor` is an ancestor of `commit`, or the same.
    pub(super) fn is_ancestor(&self, ancestor: &CommitId, commit: &CommitId) -> Result<bool, GitError> {
        let (ancestor, commit) = (commit_oid(ancestor)?, commit_oid(commit)?);
        if ancestor == commit {
            return Ok(true);
        }
        // libgit2 names no object that is missing here, and says of no class that one is.
        for one in [ancestor, commit] {
            self.raw.find_commit(one).map_err(told("walking history"))?;
        }
        self.raw.graph_descendant_of(commit, ancestor).map_err(told("walking history"))
    }

    /// What merging `theirs` into `ours` gives.
    pub(super) fn merge(&self, ours: &CommitId, theirs: &CommitId) -> Result<Merge, GitError> {
        let find = |id: &CommitId| self.raw.find_commit(commit_oid(id)?).map_err(told(DOING));
        let (ours, theirs) = (find(ours)?, find(theirs)?);
        let mut index = self.raw.merge_commits(&ours, &theirs, None).map_err(told(DOING))?;
        if index.has_conflicts() {
            let mut paths = Vec::new();
            for conflict in index.conflicts().map_err(told(DOING))? {
                let conflict = conflict.map_err(told(DOING))?;
                let entry = conflict.our.or(conflict.their).or(conflict.ancestor);
                paths.extend(entry.map(|entry| String::from_utf8_lossy(&entry.path).into_owned()));
            }
            paths.sort_unstable();
            paths.dedup();
            return Ok(Merge::Conflict(paths));
        }
        let tree = index.write_tree_to(&self.raw).map_err(told(DOING))?;
        Ok(Merge::Clean(TreeId(tree.to_string())))
    }
}
