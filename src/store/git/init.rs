//! Makes a repository.

use std::path::Path;

use git2::RepositoryInitOptions;

use super::errors::told;
use crate::port::GitError;

/// Makes a repository with a working tree in `folder`, on the branch `branch`.
pub(super) fn init(folder: &Path, branch: &str) -> Result<(), GitError> {
    let mut options = RepositoryInitOptions::new();
    options.no_reinit(true).mkdir(false).initial_head(branch).external_template(false);
    git2::Repository::init_opts(folder, &options).map(|_| ()).map_err(told("making a repository"))
}
