//! Git through libgit2: the only folder that names git2. No network, no command line, no hooks.
//!
//! [`Repository`] hands out three handles, one a capability (I5): [`Reader`], [`Writer`], [`Gate`].

mod advance;
mod bare;
mod blame;
mod blobs;
mod checkouts;
mod commit_paths;
mod convert;
mod differing;
mod entries;
mod errors;
mod history;
mod identity;
mod index;
mod init;
mod likeness;
mod line_endings;
mod lock;
mod merge;
mod open;
mod quarantine;
mod read;
mod refs;
mod site;
mod write;

#[cfg(test)]
mod tests;

pub use bare::Elsewhere;
pub use site::Site;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use git2::Oid;

use crate::port::GitError;

/// A repository, found and opened.
#[derive(Clone)]
pub struct Repository(Rc<Opened>);

/// What the three handles share.
struct Opened {
    raw: git2::Repository,
    /// The commits whose parents were not fetched.
    shallow: HashSet<Oid>,
}

/// Reads.
#[derive(Clone)]
pub struct Reader(Rc<Opened>);

/// Reads, and writes commits and refs under `refs/heads/kb/`.
#[derive(Clone)]
pub struct Writer(Rc<Opened>);

/// Reads, and moves main.
#[derive(Clone)]
pub struct Gate(Rc<Opened>);

impl Repository {
    /// Finds the repository that `folder` lies in, and opens it.
    pub fn open(folder: &Path) -> Result<Repository, GitError> {
        Ok(Repository(Rc::new(open::open(folder)?)))
    }

    /// Makes a repository in `folder`, on the branch that git is configured to begin with, else `main`.
    pub fn init(folder: &Path) -> Result<Repository, GitError> {
        init::init(folder)?;
        Repository::open(folder)
    }

    /// The root of the working tree; `None` for a bare repository.
    pub fn root(&self) -> Option<&Path> {
        self.0.raw.workdir()
    }

    /// The root of the main working tree, which linked ones belong to; `None` where the main one is bare.
    pub fn main_root(&self) -> Option<PathBuf> {
        let common = self.0.raw.commondir();
        let root = (common.file_name()? == ".git").then(|| common.parent())??;
        Some(root.to_owned())
    }

    /// The folder where kb keeps its own state, shared by all working trees: `kb` in git's common folder.
    pub fn state_folder(&self) -> PathBuf {
        self.0.state_folder()
    }

    /// The lock files of git's that are there, whoever holds them.
    pub fn lock_files(&self) -> Vec<PathBuf> {
        lock::files(self.0.raw.path(), self.0.raw.commondir())
    }

    /// The handle that reads.
    pub fn reader(&self) -> Reader {
        Reader(Rc::clone(&self.0))
    }

    /// The handle that writes branches under `kb/`.
    pub fn writer(&self) -> Writer {
        Writer(Rc::clone(&self.0))
    }

    /// The handle that moves main.
    pub fn gate(&self) -> Gate {
        Gate(Rc::clone(&self.0))
    }
}

/// A handle that can at least read.
trait Handle {
    fn opened(&self) -> &Opened;
}

impl Handle for Reader {
    fn opened(&self) -> &Opened {
        &self.0
    }
}

impl Handle for Writer {
    fn opened(&self) -> &Opened {
        &self.0
    }
}

impl Handle for Gate {
    fn opened(&self) -> &Opened {
        &self.0
    }
}

impl Opened {
    fn state_folder(&self) -> PathBuf {
        self.raw.commondir().join("kb")
    }
}
