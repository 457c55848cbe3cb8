//! The folder of one part of an index as the engine sees it: its files lie on disk, what it calls its state stays in memory.
//!
//! The state of all parts is made visible in one step by `current.json`; so nothing that a part commits is seen before.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

use super::engine;
use crate::port::IndexError;

/// The name that the engine gives to the state of an index.
const STATE: &str = "meta.json";

/// The folder of one part.
#[derive(Clone, Debug)]
pub(super) struct PartFolder {
    files: MmapDirectory,
    state: Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>,
}

impl PartFolder {
    /// The folder at `path`, in the state `state`; `None` for a new part.
    pub fn open(path: &Path, state: Option<&Value>) -> Result<PartFolder, IndexError> {
        let files = MmapDirectory::open(path).map_err(engine("opening"))?;
        let state = state.map(|state| (PathBuf::from(STATE), state.to_string().into_bytes()));
        Ok(PartFolder { files, state: Arc::new(Mutex::new(state.into_iter().collect())) })
    }

    /// The state that the engine wrote last.
    pub fn state(&self) -> Result<Value, IndexError> {
        let bytes = self.kept(Path::new(STATE)).unwrap_or_default();
        serde_json::from_slice(&bytes).map_err(engine("reading the state of"))
    }

    fn kept(&self, path: &Path) -> Option<Vec<u8>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }
}

impl Directory for PartFolder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    /// Leaves the file: readers of what is visible may need it. [`super::sweep`] removes what nobody needs.
    fn delete(&self, _path: &Path) -> Result<(), DeleteError> {
        Ok(())
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.kept(path).is_some() || self.files.exists(path)?)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.files.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.kept(path).ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.insert(path.to_owned(), data.to_owned());
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    /// Takes nothing: the lock of the whole index is held by who builds, and who reads needs none.
    fn acquire_lock(&self, _lock: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}
