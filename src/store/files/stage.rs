//! The folder in which new files are written before they are renamed into place: `.kb/tmp/<random>`.
//!
//! A process that dies leaves its folder behind; the next one that writes finds nobody holding its lock and
//! removes it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::failed;
use super::state::make_state_folder;
use crate::digest::hex;
use crate::port::FilesError;
use crate::store::random;

const LOCK: &str = "lock";

/// A folder to write in, gone when dropped.
#[derive(Debug)]
pub struct Stage {
    folder: PathBuf,
    /// Held as long as the folder is in use.
    _lock: File,
    next: u32,
}

impl Stage {
    /// Makes a stage below `root`, and removes those that dead processes left.
    pub fn new(root: &Path) -> Result<Stage, FilesError> {
        let all = root.join(".kb/tmp");
        make_state_folder(root).and_then(|()| fs::create_dir_all(&all)).map_err(failed("writing", &all))?;
        Stage::remove_left_over(root);
        let folder = all.join(random_name().map_err(failed("writing", &all))?);
        fs::create_dir(&folder).map_err(failed("writing", &folder))?;
        let lock = File::create(folder.join(LOCK)).map_err(failed("writing", &folder))?;
        lock.lock().map_err(failed("writing", &folder))?;
        Ok(Stage { folder, _lock: lock, next: 0 })
    }

    /// Makes a stage right in `root`, a folder of other programs, in which nothing of kb's stays.
    pub fn beside(root: &Path) -> Result<Stage, FilesError> {
        let folder = root.join(format!(".kb-{}", random_name().map_err(failed("writing", root))?));
        fs::create_dir(&folder).map_err(failed("writing", &folder))?;
        let lock = File::create(folder.join(LOCK)).map_err(failed("writing", &folder))?;
        Ok(Stage { folder, _lock: lock, next: 0 })
    }

    /// The temporary folders below `root` that nobody uses any more.
    pub fn left_over(root: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(root.join(".kb/tmp")).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| is_dead(path)).collect();
        folders.sort();
        folders
    }

    /// Removes them; says how many.
    pub fn remove_left_over(root: &Path) -> usize {
        Stage::left_over(root).iter().filter(|folder| fs::remove_dir_all(folder).is_ok()).count()
    }

    /// Writes `bytes` into a new file of the stage, to the disk.
    pub fn write(&mut self, bytes: &[u8]) -> Result<PathBuf, FilesError> {
        let path = self.name();
        write_new(&path, bytes)?;
        Ok(path)
    }

    /// A path in the stage where nothing stands yet.
    pub fn name(&mut self) -> PathBuf {
        self.next += 1;
        self.folder.join(self.next.to_string())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What stays is cleaned by the next stage.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Writes a file that is not there yet, to the disk.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), FilesError> {
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(failed("writing", path))
}

/// Tells the disk that names in `folder` changed. Not every system can; that is no failure.
pub fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Whether nobody holds the lock of `folder`. One that was just made has no lock yet.
fn is_dead(folder: &Path) -> bool {
    match OpenOptions::new().write(true).open(folder.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(_) => {
            let age = folder.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
            matches!(age, Ok(Ok(age)) if age > Duration::from_secs(60))
        }
    }
}

fn random_name() -> io::Result<String> {
    Ok(hex(&random::bytes::<8>().map_err(io::Error::other)?))
}
