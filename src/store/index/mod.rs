//! The index on tantivy: a folder for each tenant and one for what belongs to none, all of one commit of git. The only place
//! that names tantivy.
//!
//! The folders lie in `.kb/index`, where `current.json` says what of them counts. `.kb/index.lock` is held, by the kernel and
//! so never by the dead, while a build runs.

mod build;
mod current;
mod dump;
mod memory;
mod part;
mod schema;
mod segment;
mod shards;
mod snapshot;
mod sweep;
mod view;
mod warm;
mod writer;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::build::Building;
use self::current::{CURRENT, Current};
use self::snapshot::Snapshot;
pub use self::warm::WarmIndex;
use crate::caller::Caller;
use crate::port::{Claimed, Document, Index, IndexError, IndexStore, Stamp};

/// The memory that a build fills before it writes a segment, in bytes.
const BUILD_MEMORY: usize = 48 << 20;

/// How often a builder looks whether the lock is free.
const POLL: Duration = Duration::from_millis(20);

/// How often a reader looks again where builds follow one another while it opens files.
const MOST_LOOKS: usize = 20;

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

    /// The text of `current.json`; `None` when it is not there or cannot be read.
    fn current(&self) -> Option<String> {
        fs::read_to_string(self.folder.join(CURRENT)).ok()
    }
}

impl IndexFolder {
    /// What `caller` may see something of, and the text of `current.json` that it was opened by; `None` when there is no index
    /// or it cannot be read.
    fn open_snapshot(&self, caller: &Caller) -> Option<(String, Snapshot)> {
        // A build may remove files of the one before while they are opened; the next look sees what it left.
        let mut seen = None;
        for _ in 0..MOST_LOOKS {
            let text = self.current();
            if text == seen {
                break;
            }
            let Some((text, current)) = text.as_ref().and_then(|text| Some((text, Current::parse(text)?)))
            else {
                break;
            };
            if let Ok(snapshot) = Snapshot::open(&self.folder, &current, caller) {
                return Some((text.clone(), snapshot));
            }
            seen = Some(text.clone());
        }
        None
    }
}

impl IndexStore for IndexFolder {
    fn open(&self, caller: &Caller) -> Result<Option<Box<dyn Index>>, IndexError> {
        Ok(self.open_snapshot(caller).map(|(_, snapshot)| Box::new(snapshot) as Box<dyn Index>))
    }

    fn claim(&self, wait: Duration) -> Result<Claimed, IndexError> {
        self.make()?;
        let Some(lock) = self.lock(wait)? else { return Ok(Claimed::Busy) };
        // What cannot be read or has another schema makes way for a new index.
        let current = self.current().as_deref().and_then(Current::parse);
        let before = current.and_then(|current| {
            let snapshot = Snapshot::open(&self.folder, &current, &Caller::owner()).ok()?;
            Some((current, snapshot))
        });
        Ok(Claimed::Build(Box::new(Building::new(self.folder.clone(), before, lock))))
    }

    fn in_memory(
        &self,
        stamp: &Stamp,
        documents: &mut dyn Iterator<Item = Document>,
    ) -> Result<Box<dyn Index>, IndexError> {
        let index = memory::index(documents)?;
        Ok(Box::new(Snapshot::in_memory(&index, stamp)?))
    }
}

fn engine<E: std::fmt::Display>(doing: &'static str) -> impl Fn(E) -> IndexError {
    move |error| IndexError::Engine { doing, message: error.to_string() }
}

#[cfg(test)]
mod tests;
