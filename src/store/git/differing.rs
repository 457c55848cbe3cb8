//! Where two trees differ. Folders that are the same are not entered: the cost is that of what changed.

use std::collections::HashMap;

use git2::{ObjectType, Oid, Tree, TreeEntry};

use super::Opened;
use super::entries::kind_of;
use super::errors::told;
use crate::digest::{BlobId, CommitId};
use crate::port::{Difference, GitError, TreeEntryKind};

const DOING: &str = "comparing trees";

/// Is told a path that differs, with what stood there and what stands there; a folder is nothing.
type Tell<'t> = dyn FnMut(&[u8], Option<&TreeEntry<'_>>, Option<&TreeEntry<'_>>) + 't;

impl Opened {
    /// What differs between two commits, ordered by path; `None` holds nothing.
    pub(super) fn differences(
        &self,
        from: Option<&CommitId>,
        to: &CommitId,
    ) -> Result<Vec<Difference>, GitError> {
        let from = from.map(|from| self.tree_of(from)).transpose()?;
        let to = self.tree_of(to)?;
        let mut found = Vec::new();
        self.differing(from.as_ref(), Some(&to), &mut Vec::new(), &mut |path, before, after| {
            found.push(Difference { path: path.to_vec(), before: before.map(side), after: after.map(side) });
        })?;
        found.sort_unstable_by(|one, two| one.path.cmp(&two.path));
        Ok(found)
    }

    /// Tells of every path at which `old` and `new` differ, each below `prefix`; `None` holds nothing. A path that changes its
    /// kind is named once.
    ///
    /// libgit2 compares trees entry by entry through every folder.
    pub(super) fn differing(
        &self,
        old: Option<&Tree<'_>>,
        new: Option<&Tree<'_>>,
        prefix: &mut Vec<u8>,
        tell: &mut Tell<'_>,
    ) -> Result<(), GitError> {
        let mut before: HashMap<Vec<u8>, TreeEntry<'_>> = HashMap::new();
        for entry in old.into_iter().flat_map(Tree::iter) {
            before.insert(entry.name_bytes().to_vec(), entry);
        }
        for entry in new.into_iter().flat_map(Tree::iter) {
            let other = before.remove(entry.name_bytes());
            let is_same =
                |other: &TreeEntry<'_>| other.id() == entry.id() && other.filemode() == entry.filemode();
            if !other.as_ref().is_some_and(is_same) {
                self.differing_entries(other.as_ref(), Some(&entry), prefix, tell)?;
            }
        }
        before.values().try_for_each(|entry| self.differing_entries(Some(entry), None, prefix, tell))
    }

    /// What differs at one name, where `old` and `new` are not the same.
    fn differing_entries(
        &self,
        old: Option<&TreeEntry<'_>>,
        new: Option<&TreeEntry<'_>>,
        prefix: &mut Vec<u8>,
        tell: &mut Tell<'_>,
    ) -> Result<(), GitError> {
        let Some(name) = new.or(old).map(|entry| entry.name_bytes().to_vec()) else { return Ok(()) };
        let is_tree = |entry: &&TreeEntry<'_>| entry.kind() == Some(ObjectType::Tree);
        let length = prefix.len();
        prefix.extend_from_slice(&name);
        if old.iter().chain(&new).any(|entry| !is_tree(entry)) {
            let file = |entry: &&TreeEntry<'_>| !is_tree(entry);
            tell(prefix, old.filter(file), new.filter(file));
        }
        let tree = |id: Oid| self.raw.find_tree(id).map_err(told(DOING));
        let (old, new) = (old.filter(is_tree), new.filter(is_tree));
        if old.is_some() || new.is_some() {
            let old = old.map(|entry| tree(entry.id())).transpose()?;
            let new = new.map(|entry| tree(entry.id())).transpose()?;
            prefix.push(b'/');
            self.differing(old.as_ref(), new.as_ref(), prefix, tell)?;
        }
        prefix.truncate(length);
        Ok(())
    }
}

fn side(entry: &TreeEntry<'_>) -> (TreeEntryKind, BlobId) {
    (kind_of(entry.filemode()), BlobId(entry.id().to_string()))
}
