//! The index on tantivy: one folder, one commit of the engine for one commit of git. The only place that names tantivy.
//!
//! The folder is `.kb/index`; `.kb/index.lock` is held, by the kernel and so never by the dead, while a build runs.

mod build;
mod dump;
mod memory;
mod schema;
mod segment;
mod snapshot;
mod view;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tantivy::IndexSettings;
use tantivy::directory::MmapDirectory;

use self::build::Building;
use self::snapshot::Snapshot;
use crate::port::{Claimed, Document, Index, IndexError, IndexStore, Stamp};

/// The memory that a build fills before it writes a segment, in bytes.
const BUILD_MEMORY: usize = 48 << 20;

/// How often a builder looks whether the lock is free.
const POLL: Duration = Duration::from_millis(20);

/// An index in a folder.
#[derive(Clone, Debug)]
pub struct IndexFolder {
    folder: PathBuf,
}

impl IndexFolder {
    /// The index below `derived`, the folder `.kb` of a repository. Nothing is made yet.
    pub fn new(derived: &Path) -> IndexFolder {
        IndexFolder { folder: derived.join("index") }
    }

    fn io(&self, doing: &'static str) -> impl Fn(std::io::Error) -> IndexError + '_ {
        move |source| IndexError::Io { doing, path: self.folder.display().to_string(), source }
    }

    /// Takes the lock; `None` when another process holds it for the whole of `wait`.
    fn lock(&self, wait: Duration) -> Result<Option<File>, IndexError> {
        let started = Instant::now();
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.folder.with_extension("lock"))
            .map_err(self.io("locking"))?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) if started.elapsed() >= wait => return Ok(None),
                Err(TryLockError::WouldBlock) => std::thread::sleep(POLL),
                Err(TryLockError::Error(error)) => return Err(self.io("locking")(error)),
            }
        }
    }

    /// Makes `.kb`, which tells git to look away, and the folder of the index.
    fn make(&self) -> Result<(), IndexError> {
        fs::create_dir_all(&self.folder).map_err(self.io("making"))?;
        let ignored = self.folder.with_file_name(".gitignore");
        if !ignored.exists() {
            fs::write(&ignored, "*\n").map_err(self.io("making"))?;
        }
        Ok(())
    }

    /// Opens what is there for writing; what cannot be read or has another schema makes way for a new index.
    fn writable(&self) -> Result<(tantivy::Index, Option<Snapshot>), IndexError> {
        let open = || MmapDirectory::open(&self.folder).map_err(engine("opening"));
        if let Ok(index) = tantivy::Index::open(open()?)
            && index.schema() == schema::schema()
            && let Ok(before) = Snapshot::open(&index, None)
        {
            return Ok((index, Some(before)));
        }
        fs::remove_dir_all(&self.folder).map_err(self.io("removing"))?;
        fs::create_dir_all(&self.folder).map_err(self.io("making"))?;
        let made = tantivy::Index::create(open()?, schema::schema(), IndexSettings::default());
        Ok((made.map_err(engine("making"))?, None))
    }
}

impl IndexStore for IndexFolder {
    fn open(&self) -> Result<Option<Box<dyn Index>>, IndexError> {
        // A build may remove files between two reads of ours; the second look sees what it left.
        for _ in 0..3 {
            if !self.folder.join("meta.json").exists() {
                return Ok(None);
            }
            let Ok(directory) = MmapDirectory::open(&self.folder) else { return Ok(None) };
            let Ok(index) = tantivy::Index::open(directory) else { continue };
            if index.schema() != schema::schema() {
                return Ok(None);
            }
            if let Ok(snapshot) = Snapshot::open(&index, None) {
                return Ok(Some(Box::new(snapshot)));
            }
        }
        Ok(None)
    }

    fn claim(&self, wait: Duration) -> Result<Claimed, IndexError> {
        self.make()?;
        let Some(lock) = self.lock(wait)? else { return Ok(Claimed::Busy) };
        let (index, before) = self.writable()?;
        Ok(Claimed::Build(Box::new(Building::new(index, before, lock))))
    }

    fn in_memory(
        &self,
        stamp: &Stamp,
        documents: &mut dyn Iterator<Item = Document>,
    ) -> Result<Box<dyn Index>, IndexError> {
        let index = memory::index(documents)?;
        Ok(Box::new(Snapshot::open(&index, Some(stamp))?))
    }
}

fn engine<E: std::fmt::Display>(doing: &'static str) -> impl Fn(E) -> IndexError {
    move |error| IndexError::Engine { doing, message: error.to_string() }
}

#[cfg(test)]
mod tests;
