//! Puts a new folder with files in place in one step.

use std::fs;
use std::io::ErrorKind;

use super::stage::{Stage, sync_folder, write_new};
use super::{Tree, failed};
use crate::change::ChangeError;
use crate::path::RepoPath;
use crate::port::{FilesError, fault};

/// Makes `folder` with `files`: all of it or nothing.
pub(super) fn create(tree: &Tree, folder: &RepoPath, files: &[(&str, &[u8])]) -> Result<(), FilesError> {
    for path in files.iter().map(|(name, _)| folder.join(name)) {
        let path = path.unwrap_or_else(|_| folder.clone());
        if let Some(reason) = path.unportable() {
            return Err(FilesError::Unportable { path, reason });
        }
    }
    let place = tree.place(folder)?;
    let exists = || FilesError::Change(ChangeError::Exists { path: folder.clone() });
    if place.exists() {
        return Err(exists());
    }
    let mut stage = Stage::new(&tree.root)?;
    let new = stage.name();
    fs::create_dir(&new).map_err(failed("writing", &new))?;
    for (name, bytes) in files {
        write_new(&new.join(name), bytes)?;
    }
    sync_folder(&new);
    fault::point("files.after-temporary");
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent).map_err(failed("writing", parent))?;
    }
    fs::rename(&new, &place).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => exists(),
        _ => failed("writing", &place)(error),
    })?;
    if let Some(parent) = place.parent() {
        sync_folder(parent);
    }
    fault::point("files.after-rename");
    Ok(())
}
