//! Walks history: the first-parent line, and the last change of many files in one pass.

use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

use git2::Oid;

use super::Opened;
use super::errors::{commit_id, commit_oid, told};
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::{GitError, LastChange};

const WALKING: &str = "walking history";

impl Opened {
    /// The first-parent history from `head` back to `until`, and whether it ends at a shallow boundary.
    pub(super) fn first_parents(
        &self,
        head: &CommitId,
        until: Option<&CommitId>,
    ) -> Result<(Vec<CommitId>, bool), GitError> {
        let until = until.map(commit_oid).transpose()?;
        let mut commits = Vec::new();
        let mut next = Some(commit_oid(head)?);
        while let Some(oid) = next.filter(|oid| Some(*oid) != until) {
            commits.push(commit_id(oid));
            if self.shallow.contains(&oid) {
                return Ok((commits, true));
            }
            let commit = self.raw.find_commit(oid).map_err(told(WALKING))?;
            next = commit.parent_ids().next();
        }
        Ok((commits, false))
    }

    /// The commits that `head` has and none of `known` has, newest first.
    pub(super) fn new_commits(&self, head: &CommitId, known: &[CommitId]) -> Result<Vec<CommitId>, GitError> {
        let mut walk = self.raw.revwalk().map_err(told(WALKING))?;
        walk.push(commit_oid(head)?).map_err(told(WALKING))?;
        for known in known {
            walk.hide(commit_oid(known)?).map_err(told(WALKING))?;
        }
        walk.map(|oid| oid.map(commit_id).map_err(told(WALKING))).collect()
    }

    /// Which commit last changed each file below `folder`.
    ///
    /// Each path walks on its own, always into the first parent that has it unchanged; paths at the same commit walk
    /// together, so that the work is one comparison of trees a commit. The walk ends when no path is left.
    pub(super) fn last_changes(
        &self,
        commit: &CommitId,
        folder: Option<&RepoPath>,
    ) -> Result<BTreeMap<Vec<u8>, LastChange>, GitError> {
        let paths: HashSet<Vec<u8>> =
            self.entries(commit, folder)?.into_iter().map(|entry| entry.path).collect();
        let mut found = BTreeMap::new();
        let mut waiting = HashMap::from([(commit_oid(commit)?, paths)]);
        // Newest first, so that paths that part at a fork meet again where it began.
        let mut queue = BinaryHeap::from([(i64::MAX, commit_oid(commit)?)]);
        while let Some((_, oid)) = queue.pop() {
            let Some(mut here) = waiting.remove(&oid) else { continue };
            if self.shallow.contains(&oid) {
                found.extend(here.into_iter().map(|path| (path, LastChange::Shallow(commit_id(oid)))));
                continue;
            }
            let commit = self.raw.find_commit(oid).map_err(told(WALKING))?;
            for parent in commit.parent_ids() {
                if here.is_empty() {
                    break;
                }
                let mut changed: HashSet<Vec<u8>> = self.changed_between(parent, oid)?;
                changed.retain(|path| here.remove(path));
                let unchanged = std::mem::replace(&mut here, changed);
                if unchanged.is_empty() {
                    continue;
                }
                let time = self.raw.find_commit(parent).map_err(told(WALKING))?.time().seconds();
                match waiting.get_mut(&parent) {
                    Some(paths) => paths.extend(unchanged),
                    None => {
                        waiting.insert(parent, unchanged);
                        queue.push((time, parent));
                    }
                }
            }
            found.extend(here.into_iter().map(|path| (path, LastChange::Commit(commit_id(oid)))));
        }
        Ok(found)
    }

    fn changed_between(&self, old: Oid, new: Oid) -> Result<HashSet<Vec<u8>>, GitError> {
        let tree = |oid| self.raw.find_commit(oid).and_then(|commit| commit.tree()).map_err(told(WALKING));
        let mut paths = HashSet::new();
        self.differing(Some(&tree(old)?), Some(&tree(new)?), &mut Vec::new(), &mut |path, _, _| {
            paths.insert(path.to_vec());
        })?;
        Ok(paths)
    }
}
