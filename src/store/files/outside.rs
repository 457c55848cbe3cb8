//! Keeps every path inside the root, symbolic links followed.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::{Tree, failed};
use crate::path::RepoPath;
use crate::port::FilesError;

impl Tree {
    /// The real path of what stands at `path`; `None` when nothing does.
    pub(super) fn real(&self, path: &RepoPath) -> Result<Option<PathBuf>, FilesError> {
        let joined = self.root.join(path.as_str());
        match joined.canonicalize() {
            Ok(real) if self.holds(&real, path) => Ok(Some(real)),
            Ok(_) => Err(FilesError::Outside { path: path.clone() }),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(failed("reading", &joined)(error)),
        }
    }

    /// Where to write `path`: its folder's real path and its name. What does not exist yet is judged by the nearest
    /// folder that does; a symbolic link at `path` itself is never written through or replaced.
    pub(super) fn place(&self, path: &RepoPath) -> Result<PathBuf, FilesError> {
        let target = self.root.join(path.as_str());
        if target.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()) {
            return Err(FilesError::Outside { path: path.clone() });
        }
        let mut existing = target.as_path();
        let mut missing = Vec::new();
        loop {
            match existing.canonicalize() {
                Ok(real) if self.holds(&real, path) => {
                    let place = missing.iter().rev().fold(real, |place, name| place.join(name));
                    return Ok(place);
                }
                Ok(_) => return Err(FilesError::Outside { path: path.clone() }),
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    // A link to nothing: what would be made stands where it points.
                    if existing.symlink_metadata().is_ok() {
                        return Err(FilesError::Outside { path: path.clone() });
                    }
                    let (Some(parent), Some(name)) = (existing.parent(), existing.file_name()) else {
                        return Err(FilesError::Outside { path: path.clone() });
                    };
                    missing.push(name);
                    existing = parent;
                }
                Err(error) => return Err(failed("writing", &target)(error)),
            }
        }
    }

    /// Whether the real path is the root or lies below it, and in neither git's folder nor kb's unless asked for by name.
    fn holds(&self, real: &Path, asked: &RepoPath) -> bool {
        let Ok(inside) = real.strip_prefix(&self.root) else { return false };
        match inside.components().next() {
            Some(Component::Normal(first)) if first == ".git" => false,
            Some(Component::Normal(first)) if first == ".kb" => asked.as_str().starts_with(".kb/"),
            _ => true,
        }
    }
}
