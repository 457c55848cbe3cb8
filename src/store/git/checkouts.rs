//! The working trees that have a branch checked out.

use std::collections::HashSet;
use std::path::PathBuf;

use super::Opened;
use super::errors::told;
use crate::port::GitError;

const DOING: &str = "looking for working trees";

/// One working tree, opened on its own.
pub(super) struct Checkout {
    /// Its repository handle: its index, its attributes.
    pub opened: Opened,
    /// Its root.
    pub root: PathBuf,
}

impl Checkout {
    /// The lock of its index.
    pub fn index_lock(&self) -> PathBuf {
        self.opened.index_lock()
    }
}

impl Opened {
    /// The lock of this working tree's index.
    pub(super) fn index_lock(&self) -> PathBuf {
        self.raw.path().join("index.lock")
    }

    /// Every working tree, this one and others, whose HEAD is on the branch `target`.
    pub(super) fn checkouts(&self, target: &str) -> Result<Vec<Checkout>, GitError> {
        let mut found = Vec::new();
        let common = self.raw.commondir();
        let main = git2::Repository::open(common).map_err(told(DOING))?;
        let linked = self.raw.worktrees().map_err(told(DOING))?;
        let linked = linked.iter().flatten().flatten().filter_map(|name| {
            // A working tree whose folder is gone has nothing to update.
            let worktree = self.raw.find_worktree(name).ok()?;
            git2::Repository::open_from_worktree(&worktree).ok()
        });
        for raw in std::iter::once(main).chain(linked) {
            let head = raw.find_reference("HEAD").map_err(told(DOING))?;
            let is_on_target = head.symbolic_target_bytes() == Some(target.as_bytes());
            drop(head);
            if let (true, Some(root)) = (is_on_target, raw.workdir().map(PathBuf::from)) {
                found.push(Checkout { opened: Opened { raw, shallow: HashSet::new() }, root });
            }
        }
        Ok(found)
    }
}
