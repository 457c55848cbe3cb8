//! Finds and opens a repository, and says in a sentence why one cannot be opened.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use git2::{ErrorCode, Oid, RepositoryOpenFlags};

use super::Opened;
use super::errors::told;
use crate::port::GitError;

/// Finds the repository that `folder` lies in, and opens it.
pub(super) fn open(folder: &Path) -> Result<Opened, GitError> {
    open_with(folder, RepositoryOpenFlags::empty())
}

/// Opens as `flags` say.
pub(super) fn open_with(folder: &Path, flags: RepositoryOpenFlags) -> Result<Opened, GitError> {
    let ceilings = std::env::var_os("GIT_CEILING_DIRECTORIES").unwrap_or_default();
    let ceilings: Vec<PathBuf> = std::env::split_paths(&ceilings).collect();
    let raw = git2::Repository::open_ext(folder, flags, &ceilings).map_err(|error| match error.code() {
        ErrorCode::NotFound => GitError::NotARepository(folder.display().to_string()),
        ErrorCode::Owner => GitError::ForeignOwner(folder.display().to_string()),
        _ => unsupported(folder, &ceilings).unwrap_or_else(|| told("opening the repository")(error)),
    })?;
    let shallow = shallow_commits(&raw.commondir().join("shallow"));
    Ok(Opened { raw, shallow })
}

/// The commits whose parents were not fetched. libgit2 looks for the list beside HEAD, where a linked working
/// tree has none; it lies in the common folder.
fn shallow_commits(list: &Path) -> HashSet<Oid> {
    let text = fs::read_to_string(list).unwrap_or_default();
    text.lines().filter_map(|line| Oid::from_str(line.trim()).ok()).collect()
}

/// Says which format of git's, unknown to libgit2, keeps the repository from being opened.
fn unsupported(folder: &Path, ceilings: &[PathBuf]) -> Option<GitError> {
    let git_folder = git2::Repository::discover_path(folder, ceilings).ok()?;
    let common = match fs::read_to_string(git_folder.join("commondir")) {
        Ok(path) => git_folder.join(path.trim()),
        Err(_) => git_folder,
    };
    let config = git2::Config::open(&common.join("config")).ok()?;
    let value = |key: &str| config.get_string(key).ok().map(|value| value.to_lowercase());
    let (what, remedy) = if value("extensions.refstorage").is_some_and(|format| format != "files") {
        (
            "a repository that keeps its refs as reftables",
            "`git refs migrate --ref-format=files` turns them into files",
        )
    } else if value("extensions.objectformat").is_some_and(|format| format != "sha1") {
        (
            "a repository with sha256 object names",
            "make one with `git init --object-format=sha1` and bring the files over",
        )
    } else if value("extensions.partialclone").is_some() {
        (
            "a partial clone, whose objects are fetched on demand",
            "clone again without `--filter`; `--depth 1` keeps it small as well",
        )
    } else {
        return None;
    };
    Some(GitError::Unsupported { what: what.to_owned(), remedy: remedy.to_owned() })
}
