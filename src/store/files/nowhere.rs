//! The working tree of a bare repository: there is none, so it holds nothing and takes nothing.

use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::port::{Files, FilesError, Sight};
use crate::vault::{File, Layout, Limits, Oddity};

/// No files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Files for Nowhere {
    fn read(&self, _path: &RepoPath) -> Result<Option<Vec<u8>>, FilesError> {
        Ok(None)
    }

    fn list(&self, _folder: &RepoPath) -> Result<Vec<String>, FilesError> {
        Ok(Vec::new())
    }

    fn has_folder(&self, _path: &RepoPath) -> bool {
        false
    }

    fn walk(&self, _layout: &Layout, _limits: Limits) -> Result<(Vec<File>, Vec<Oddity>), FilesError> {
        Ok((Vec::new(), Vec::new()))
    }

    fn sight(&self, _layout: &Layout) -> Result<Sight, FilesError> {
        Ok(Sight::default())
    }

    fn stamps(&self, _layout: &Layout) -> Result<Sight, FilesError> {
        Err(nothing_at("reading", "."))
    }

    fn take(&self, _: &Layout, _: Limits, _: &RepoPath) -> (Option<File>, Option<Oddity>) {
        (None, None)
    }

    fn apply(&self, changes: &ChangeSet) -> Result<(), FilesError> {
        match changes.iter().next() {
            Some((path, _)) => Err(refused(path)),
            None => Ok(()),
        }
    }

    fn create_folder(&self, folder: &RepoPath, _files: &[(&str, &[u8])]) -> Result<(), FilesError> {
        Err(refused(folder))
    }
}

fn refused(path: &RepoPath) -> FilesError {
    nothing_at("writing", path.as_str())
}

fn nothing_at(doing: &'static str, path: &str) -> FilesError {
    let source =
        std::io::Error::new(std::io::ErrorKind::Unsupported, "a bare repository has no working files");
    FilesError::Io { doing, path: path.to_string(), source }
}
