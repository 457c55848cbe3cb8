//! The working tree on disk: walking as git sees it, reading inside the root only, atomic writing.

mod apply;
mod folder;
mod nowhere;
mod outside;
mod sources;
mod stage;
mod stamps;
mod state;
mod walk;

#[cfg(test)]
mod tests;

pub(super) use apply::{put, remove, stage_like};
pub use nowhere::Nowhere;
pub use sources::Handed;
pub use stage::Stage;
pub use state::{make_state_folder, write_private};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::port::{Files, FilesError, Sight};
use crate::vault::{File, Layout, Limits, Oddity};

/// The files below one root.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The real path of the root: no part of it is a symbolic link.
    root: PathBuf,
    /// Whether it is a folder of other programs, in which kb leaves nothing.
    is_foreign: bool,
}

impl Tree {
    /// Opens the tree below `root`.
    pub fn open(root: &Path) -> Result<Tree, FilesError> {
        let root = root.canonicalize().map_err(failed("opening", root))?;
        Ok(Tree { root, is_foreign: false })
    }

    /// Opens the folder `root` of other programs, in which no folder of kb's is made.
    pub fn open_foreign(root: &Path) -> Result<Tree, FilesError> {
        Ok(Tree { is_foreign: true, ..Tree::open(root)? })
    }

    /// The real path of the root.
    pub fn root(&self) -> &Path {
        &self.root
    }
}

impl Files for Tree {
    fn read(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, FilesError> {
        let Some(real) = self.real(path)? else { return Ok(None) };
        match fs::metadata(&real) {
            Ok(metadata) if metadata.is_file() => fs::read(&real).map(Some).map_err(failed("reading", &real)),
            Ok(_) => Ok(None),
            Err(error) => Err(failed("reading", &real)(error)),
        }
    }

    fn list(&self, folder: &RepoPath) -> Result<Vec<String>, FilesError> {
        let Some(real) = self.real(folder)?.filter(|real| real.is_dir()) else { return Ok(Vec::new()) };
        let entries = fs::read_dir(&real).map_err(failed("reading", &real))?;
        let mut names = entries
            .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<Vec<String>>>()
            .map_err(failed("reading", &real))?;
        names.sort_unstable();
        Ok(names)
    }

    fn has_folder(&self, path: &RepoPath) -> bool {
        matches!(self.real(path), Ok(Some(real)) if real.is_dir())
    }

    fn walk(&self, layout: &Layout, limits: Limits) -> Result<(Vec<File>, Vec<Oddity>), FilesError> {
        walk::walk(self, layout, limits)
    }

    fn sight(&self, layout: &Layout) -> Result<Sight, FilesError> {
        walk::sight(self, layout)
    }

    fn stamps(&self, layout: &Layout) -> Result<Sight, FilesError> {
        stamps::stamps(self, layout)
    }

    fn take(&self, layout: &Layout, limits: Limits, path: &RepoPath) -> (Option<File>, Option<Oddity>) {
        walk::take(layout, limits, &self.root.join(path.as_str()), path.clone())
    }

    fn apply(&self, changes: &ChangeSet) -> Result<(), FilesError> {
        apply::apply(self, changes)
    }

    fn create_folder(&self, folder: &RepoPath, files: &[(&str, &[u8])]) -> Result<(), FilesError> {
        folder::create(self, folder, files)
    }
}

/// Maps what the system said while kb was `doing` something with `path`.
pub(super) fn failed(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FilesError {
    let path = path.display().to_string();
    move |source| FilesError::Io { doing, path, source }
}
