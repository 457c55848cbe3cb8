//! Bare repositories of a server: found where they are named, made, filled from another repository of this machine.

use std::path::Path;
use std::rc::Rc;

use git2::{RepositoryInitOptions, RepositoryOpenFlags};

use super::errors::{other, told};
use super::{Repository, open};
use crate::port::GitError;

const COPYING: &str = "copying the other repository";

/// A folder of the system's own for temporary files, gone when dropped.
pub struct Elsewhere {
    _folder: tempfile::TempDir,
}

impl Repository {
    /// Makes a bare repository elsewhere, to look at what would be made.
    pub fn init_elsewhere(branch: &str) -> Result<(Repository, Elsewhere), GitError> {
        let folder = tempfile::tempdir().map_err(|error| other("making a folder", error.to_string()))?;
        let repository = Repository::init_bare(folder.path(), branch)?;
        Ok((repository, Elsewhere { _folder: folder }))
    }

    /// The folder that all of git's own lies in.
    pub fn folder(&self) -> &Path {
        self.0.raw.commondir()
    }

    /// Opens the repository that `folder` itself is; none that it lies in.
    pub fn open_here(folder: &Path) -> Result<Repository, GitError> {
        Ok(Repository(Rc::new(open::open_with(folder, RepositoryOpenFlags::NO_SEARCH)?)))
    }

    /// Makes a bare repository in `folder`, whose HEAD is `branch`.
    pub fn init_bare(folder: &Path, branch: &str) -> Result<Repository, GitError> {
        let mut options = RepositoryInitOptions::new();
        options.bare(true).no_reinit(true).mkpath(true).initial_head(branch).external_template(false);
        git2::Repository::init_opts(folder, &options).map_err(told("making a repository"))?;
        Repository::open_here(folder)
    }

    /// Brings all branches and tags of the repository in `source`, a folder of this machine, over.
    pub fn copy_from(&self, source: &Path) -> Result<(), GitError> {
        let path = source
            .to_str()
            .ok_or_else(|| other(COPYING, format!("the path {} is not UTF-8", source.display())))?;
        let mut remote = self.0.raw.remote_anonymous(path).map_err(told(COPYING))?;
        let mut options = git2::FetchOptions::new();
        options.download_tags(git2::AutotagOption::None).update_fetchhead(false);
        let refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
        remote.fetch(&refs, Some(&mut options), Some("kb server init")).map_err(told(COPYING))
    }
}
