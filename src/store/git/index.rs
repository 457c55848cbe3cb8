//! One path as git's index and the working tree have it, and how both are brought to a new version.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use git2::{Index, IndexEntry, ObjectType, Oid};

use super::checkouts::Checkout;
use super::errors::{other, told};
use crate::port::{FilesError, GitError};
use crate::store::files::{Stage, put, remove, stage_like};

const DOING: &str = "updating the working tree";

/// The bit of git's index that keeps a file out of a sparse checkout.
const SKIP_WORKTREE: u16 = 1 << 14;

/// A version of one path: its blob and mode; `None` when it is not there.
pub(super) type Version = Option<(Oid, i32)>;

/// One path and its two versions.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The path, as bytes of git's.
    pub path: Vec<u8>,
    /// Before.
    pub old: Version,
    /// After.
    pub new: Version,
}

impl Step {
    fn os_path(&self) -> &Path {
        Path::new(OsStr::from_bytes(&self.path))
    }

    /// The path for people.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.path).into_owned()
    }

    /// Whether index and working file are the old or the new version: nothing of the user's would be lost.
    pub fn is_clean(&self, checkout: &Checkout, index: &Index) -> Result<bool, GitError> {
        let entry = index.get_path(self.os_path(), 0);
        let staged = entry.as_ref().map(|entry| entry.id);
        let (old, new) = (self.old.map(|(blob, _)| blob), self.new.map(|(blob, _)| blob));
        if staged != old && staged != new {
            return Ok(false);
        }
        if entry.is_some_and(|entry| entry.flags_extended & SKIP_WORKTREE != 0) {
            return Ok(true);
        }
        let working = self.working(checkout)?;
        Ok(working == Working::Blob(old) || working == Working::Blob(new))
    }

    /// What stands in the working tree.
    fn working(&self, checkout: &Checkout) -> Result<Working, GitError> {
        let place = checkout.root.join(self.os_path());
        if place.ancestors().skip(1).take_while(|folder| **folder != *checkout.root).any(Path::is_symlink) {
            return Ok(Working::InTheWay);
        }
        let Ok(metadata) = place.symlink_metadata() else { return Ok(Working::Blob(None)) };
        let bytes = if metadata.is_symlink() {
            fs::read_link(&place).map(|target| target.as_os_str().as_bytes().to_vec())
        } else if metadata.is_file() {
            fs::read(&place)
        } else {
            return Ok(Working::InTheWay);
        };
        let bytes = bytes.map_err(|error| other(DOING, format!("reading {}: {error}", place.display())))?;
        let bytes = match std::str::from_utf8(&self.path) {
            Ok(path) if metadata.is_file() => checkout.opened.as_stored(path, bytes)?,
            _ => bytes,
        };
        let blob = Oid::hash_object(ObjectType::Blob, &bytes).map_err(told(DOING))?;
        Ok(Working::Blob(Some(blob)))
    }

    /// Brings the working file to the new version.
    pub fn update_file(&self, checkout: &Checkout, index: &Index, stage: &mut Stage) -> Result<(), GitError> {
        let sparse = |entry: &IndexEntry| entry.flags_extended & SKIP_WORKTREE != 0;
        if index.get_path(self.os_path(), 0).as_ref().is_some_and(sparse) {
            return Ok(());
        }
        let place = checkout.root.join(self.os_path());
        let failed = |error: FilesError| other(DOING, error.to_string());
        let Some((blob, mode)) = self.new else { return remove(&checkout.root, &place).map_err(failed) };
        let bytes = checkout.opened.bytes(blob)?;
        if mode == 0o120_000 {
            let target = OsStr::from_bytes(&bytes);
            let staged = stage.name();
            std::os::unix::fs::symlink(target, &staged)
                .map_err(|error| other(DOING, format!("writing {}: {error}", place.display())))?;
            return put(&staged, &place).map_err(failed);
        }
        let bytes = match std::str::from_utf8(&self.path) {
            Ok(path) => checkout.opened.as_checked_out(path, bytes)?,
            Err(_) => bytes,
        };
        let staged = stage_like(stage, &bytes, &place).map_err(failed)?;
        put(&staged, &place).map_err(failed)
    }

    /// Brings the index to the new version.
    pub fn update_index(&self, index: &mut Index) -> Result<(), git2::Error> {
        let path = self.os_path();
        let Some((blob, mode)) = self.new else { return index.remove_path(path) };
        let sparse = index.get_path(path, 0).filter(|entry| entry.flags_extended & SKIP_WORKTREE != 0);
        match sparse {
            Some(entry) => {
                index.add(&IndexEntry { id: blob, mode: u32::try_from(mode).unwrap_or(entry.mode), ..entry })
            }
            None => index.add_path(path),
        }
    }
}

/// What stands in the working tree at one path.
#[derive(PartialEq, Eq)]
enum Working {
    /// A file with this blob, or nothing.
    Blob(Option<Oid>),
    /// A folder, or something behind a symbolic link.
    InTheWay,
}
