//! Removes the files that no part of an index needs any more: of earlier builds, and of those that died.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::current::{CURRENT, Current};

/// Removes from `folder` what `current` does not name; only who holds the lock may. What cannot be removed stays for the next.
pub(super) fn sweep(folder: &Path, current: Option<&Current>) {
    let parts = current.map_or(&[][..], |current| &current.parts);
    let parts: BTreeMap<String, _> = parts.iter().map(|part| (part.folder(), part.files())).collect();
    for name in names(folder) {
        let path = folder.join(&name);
        match parts.get(&name) {
            Some((stems, deletes)) => {
                for file in names(&path) {
                    let stem = file.split('.').next().unwrap_or_default();
                    let is_needed =
                        if file.ends_with(".del") { deletes.contains(&file) } else { stems.contains(stem) };
                    if !is_needed {
                        remove(&path.join(file));
                    }
                }
            }
            None if name == CURRENT && current.is_some() => {}
            None => remove(&path),
        }
    }
}

/// The names of what lies in `folder`; one that is no text is nobody's of ours.
fn names(folder: &Path) -> Vec<String> {
    let listed = fs::read_dir(folder).into_iter().flatten().flatten();
    listed.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn remove(path: &Path) {
    // It is not a part of anything, whether it goes now or later.
    let _ =
        if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}
