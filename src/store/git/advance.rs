//! Moves a branch and the working trees that have it checked out.
//!
//! The order is safe against a crash: a journal is written, the ref moves by compare and swap, files change one
//! atomic step each, the index is written, the journal goes. Whatever dies in between, every changed path is either
//! the old or the new version, so that the rest can be done later from the journal alone.

use std::fs;
use std::path::PathBuf;

use git2::{Delta, Index};

use super::Opened;
use super::checkouts::Checkout;
use super::errors::{commit_id, commit_oid, other, told};
use super::index::{Step, Version};
use super::lock::{patiently, wait_for};
use crate::digest::CommitId;
use crate::port::{Advance, GitError, RefUpdate, fault};
use crate::store::files::Stage;

const DOING: &str = "updating the working tree";
const JOURNAL: &str = "advance.json";

impl Opened {
    /// Moves `target` from `expected` to `new`, and every working tree that has it checked out.
    pub(super) fn advance(
        &self,
        target: &str,
        expected: &CommitId,
        new: &CommitId,
        log: &str,
    ) -> Result<(), GitError> {
        if !target.starts_with("refs/heads/") || target.starts_with("refs/heads/kb/") {
            return Err(other("moving a ref", format!("`{target}` is not a branch that the gate moves")));
        }
        self.finish_advance()?;
        if self.reference(target)?.as_ref() != Some(expected) {
            return Err(GitError::RefMoved(target.to_owned()));
        }
        let steps = self.steps(expected, new)?;
        let checkouts = self.checkouts(target)?;
        let mut dirty = Vec::new();
        for checkout in &checkouts {
            let index = checkout.index()?;
            for step in &steps {
                if !step.is_clean(checkout, &index)? {
                    dirty.push(step.shown());
                }
            }
        }
        if !dirty.is_empty() {
            dirty.sort_unstable();
            dirty.dedup();
            return Err(GitError::DirtyTree(dirty.join(", ")));
        }
        wait_for(&checkouts.iter().map(Checkout::index_lock).collect::<Vec<_>>())?;
        let advance = Advance { target: target.to_owned(), from: expected.clone(), to: new.clone() };
        self.write_journal(&advance)?;
        fault::point("advance.after-journal");
        let update = RefUpdate { name: target, expected: Some(expected), new: Some(new), log };
        if let Err(error) = self.swap(&[update]) {
            self.remove_journal();
            return Err(error);
        }
        fault::point("advance.after-ref");
        for checkout in &checkouts {
            self.update(checkout, &steps)?;
        }
        self.remove_journal();
        Ok(())
    }

    /// Completes a move that was begun and not finished.
    pub(super) fn finish_advance(&self) -> Result<Option<Advance>, GitError> {
        let Some(advance) = self.read_journal() else {
            self.remove_journal();
            return Ok(None);
        };
        let tip = self.reference(&advance.target)?;
        let Some(tip) = tip.filter(|tip| *tip != advance.from) else {
            // The ref never moved, or is gone: nothing was begun that shows.
            self.remove_journal();
            return Ok(None);
        };
        let tip = self.tree_of(&tip)?;
        let mut steps = self.steps(&advance.from, &advance.to)?;
        // What a later commit changed again is not ours any more.
        let mut problem = None;
        steps.retain(|step| {
            let now = self.version(&tip, &step.path);
            now.map_err(|error| problem = Some(error)).is_ok_and(|now| now == step.new)
        });
        if let Some(error) = problem {
            return Err(error);
        }
        for checkout in self.checkouts(&advance.target)? {
            let index = checkout.index()?;
            let mut ours = Vec::new();
            for step in &steps {
                // What the user changed since stays as it is; git status shows it.
                if step.is_clean(&checkout, &index)? {
                    ours.push(step.clone());
                }
            }
            wait_for(&[checkout.index_lock()])?;
            self.update(&checkout, &ours)?;
        }
        self.remove_journal();
        Ok(Some(advance))
    }

    /// Brings files and index of one working tree to the new versions.
    fn update(&self, checkout: &Checkout, steps: &[Step]) -> Result<(), GitError> {
        let index = checkout.index()?;
        let mut stage = Stage::new(&checkout.root).map_err(|error| other(DOING, error.to_string()))?;
        // Removals first: a file may give way to a folder of its name.
        let (removed, put): (Vec<&Step>, Vec<&Step>) = steps.iter().partition(|step| step.new.is_none());
        for step in removed.into_iter().chain(put) {
            step.update_file(checkout, &index, &mut stage)?;
        }
        fault::point("advance.after-files");
        patiently(DOING, &[checkout.index_lock()], || {
            let mut index = checkout.opened.raw.index()?;
            index.read(true)?;
            steps.iter().try_for_each(|step| step.update_index(&mut index))?;
            index.write()
        })
    }

    /// The paths that differ between two commits, with both versions.
    fn steps(&self, from: &CommitId, to: &CommitId) -> Result<Vec<Step>, GitError> {
        let (from, to) = (self.tree_of(from)?, self.tree_of(to)?);
        let diff = self.raw.diff_tree_to_tree(Some(&from), Some(&to), None).map_err(told(DOING))?;
        let steps = diff.deltas().filter_map(|delta| {
            let (old, new) = (delta.old_file(), delta.new_file());
            let version = |file: &git2::DiffFile<'_>| Some((file.id(), i32::from(file.mode())));
            let path = new.path_bytes().or(old.path_bytes())?.to_vec();
            let old = if delta.status() == Delta::Added { None } else { version(&old) };
            let new = if delta.status() == Delta::Deleted { None } else { version(&new) };
            Some(Step { path, old, new })
        });
        Ok(steps.collect())
    }

    fn version(&self, tree: &git2::Tree<'_>, path: &[u8]) -> Result<Version, GitError> {
        use std::os::unix::ffi::OsStrExt as _;
        self.blob_at(tree, std::path::Path::new(std::ffi::OsStr::from_bytes(path)))
    }

    fn journal(&self) -> PathBuf {
        self.state_folder().join(JOURNAL)
    }

    /// The move that was begun and not finished. Half a journal is none: the ref moves only after a whole one.
    pub(super) fn read_journal(&self) -> Option<Advance> {
        let advance: Advance = serde_json::from_slice(&fs::read(self.journal()).ok()?).ok()?;
        let known = |id: &CommitId| commit_oid(id).map(commit_id).ok();
        (known(&advance.from).is_some() && known(&advance.to).is_some()).then_some(advance)
    }

    fn write_journal(&self, advance: &Advance) -> Result<(), GitError> {
        let journal = self.journal();
        let failed = |error: std::io::Error| other(DOING, format!("writing {}: {error}", journal.display()));
        let bytes = serde_json::to_vec_pretty(advance).unwrap_or_default();
        fs::create_dir_all(self.state_folder()).map_err(failed)?;
        let new = journal.with_extension("new");
        fs::write(&new, bytes).map_err(failed)?;
        fs::File::open(&new).and_then(|file| file.sync_all()).map_err(failed)?;
        fs::rename(&new, &journal).map_err(failed)
    }

    fn remove_journal(&self) {
        // One that cannot be removed is finished again, which changes nothing.
        let _ = fs::remove_file(self.journal());
    }
}

impl Checkout {
    fn index(&self) -> Result<Index, GitError> {
        let mut index = self.opened.raw.index().map_err(told("reading the index"))?;
        index.read(true).map_err(told("reading the index"))?;
        Ok(index)
    }
}
