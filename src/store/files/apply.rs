//! Applies a change set to the working tree: pre-images first, then one atomic step a file.

use std::fs;
use std::path::{Path, PathBuf};

use super::stage::{Stage, sync_folder};
use super::{Tree, failed};
use crate::change::ChangeSet;
use crate::digest::Sha256Hex;
use crate::port::{Files as _, FilesError};

/// One file to put in place or to remove.
enum Step {
    Put { staged: PathBuf, place: PathBuf },
    Remove { place: PathBuf },
}

/// Applies `changes`. Nothing is touched unless every pre-image fits, every place is inside, and every new byte is on
/// the disk already.
pub(super) fn apply(tree: &Tree, changes: &ChangeSet) -> Result<(), FilesError> {
    if changes.is_empty() {
        return Ok(());
    }
    let mut current = Vec::with_capacity(changes.len());
    for (path, change) in changes.iter() {
        if let (None, Some(reason)) = (&change.before, path.unportable()) {
            return Err(FilesError::Unportable { path: path.clone(), reason });
        }
        current.push(tree.read(path)?.map(|bytes| Sha256Hex::of(&bytes)));
    }
    let mut current = current.into_iter();
    changes.check(|_| current.next().flatten())?;
    let mut stage = if tree.is_foreign { Stage::beside(&tree.root)? } else { Stage::new(&tree.root)? };
    let steps = changes
        .iter()
        .map(|(path, change)| {
            let place = tree.place(path)?;
            Ok(match &change.after {
                Some(bytes) => {
                    let like =
                        change.moved_from.as_ref().map_or(Ok(place.clone()), |from| tree.place(from))?;
                    Step::Put { staged: stage_like(&mut stage, bytes, &like)?, place }
                }
                None => Step::Remove { place },
            })
        })
        .collect::<Result<Vec<Step>, FilesError>>()?;
    // Removals first: a file may give way to a folder of its name.
    steps.iter().try_for_each(|step| match step {
        Step::Remove { place } => remove(&tree.root, place),
        Step::Put { .. } => Ok(()),
    })?;
    steps.iter().try_for_each(|step| match step {
        Step::Put { staged, place } => put(staged, place),
        Step::Remove { .. } => Ok(()),
    })
}

/// Stages `bytes` with the permissions of what stands at `place`.
pub(in crate::store) fn stage_like(
    stage: &mut Stage,
    bytes: &[u8],
    place: &Path,
) -> Result<PathBuf, FilesError> {
    let staged = stage.write(bytes)?;
    if let Ok(metadata) = place.metadata() {
        fs::set_permissions(&staged, metadata.permissions()).map_err(failed("writing", &staged))?;
    }
    Ok(staged)
}

/// Renames the staged file to `place`, folders made as needed.
pub(in crate::store) fn put(staged: &Path, place: &Path) -> Result<(), FilesError> {
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent).map_err(failed("writing", parent))?;
    }
    fs::rename(staged, place).map_err(failed("writing", place))?;
    if let Some(parent) = place.parent() {
        sync_folder(parent);
    }
    Ok(())
}

/// Removes a file, and the folders below `root` that it leaves empty, as git does.
pub(in crate::store) fn remove(root: &Path, place: &Path) -> Result<(), FilesError> {
    match fs::remove_file(place) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(failed("removing", place)(error));
        }
        _ => {}
    }
    let folders = place.ancestors().skip(1).take_while(|folder| *folder != root && folder.starts_with(root));
    for folder in folders {
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}
