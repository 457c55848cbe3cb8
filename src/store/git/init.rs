//! Makes a repository.

use std::path::Path;

use git2::RepositoryInitOptions;

use super::errors::told;
use crate::port::GitError;

/// Makes a repository with a working tree in `folder`, on the branch that git is configured to begin with.
pub(super) fn init(folder: &Path) -> Result<(), GitError> {
    let configured = git2::Config::open_default().and_then(|config| config.get_string("init.defaultBranch"));
    let branch = configured.ok().filter(|name| !name.is_empty()).unwrap_or_else(|| "main".to_owned());
    let mut options = RepositoryInitOptions::new();
    options.no_reinit(true).mkdir(false).initial_head(&branch).external_template(false);
    git2::Repository::init_opts(folder, &options).map(|_| ()).map_err(told("making a repository"))
}
