//! The lock between processes that write one repository: one kb writes at a time, the others wait.
//!
//! It is a lock of the operating system on an open file, so that a process that dies holds nothing. The file stays; its
//! content only tells people who holds it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

const FILE_NAME: &str = "lock";

/// How long another writer is waited for unless said otherwise.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Says why the lock could not be had.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process holds it.
    #[error(
        "another kb is writing this repository ({holder}) and did not finish within {seconds} s; nothing was changed"
    )]
    Held {
        /// What it wrote about itself.
        holder: String,
        /// How long this process waited.
        seconds: u64,
    },
    /// The system refused.
    #[error("locking {path}: {source}")]
    Io {
        /// The lock file.
        path: String,
        /// What the system said.
        source: io::Error,
    },
}

/// The lock, held until dropped.
#[derive(Debug)]
pub struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock of the state folder `folder`, which is made when missing; `purpose` is what others are told, such
    /// as `kb merge`.
    pub fn take(folder: &Path, purpose: &str, patience: Duration) -> Result<WriterLock, LockError> {
        let path = folder.join(FILE_NAME);
        let failed = |source| LockError::Io { path: path.display().to_string(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(source)) => return Err(failed(source)),
                Err(TryLockError::WouldBlock) if start.elapsed() < patience => thread::sleep(pause()),
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::Held { holder: holder(&path), seconds: patience.as_secs() });
                }
            }
        }
        // Only for people: a lock that says nothing holds as well.
        let text = format!("pid {}, {purpose}\n", std::process::id());
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(text.as_bytes()));
        Ok(WriterLock { _file: file })
    }

    /// Who holds the lock of the state folder `folder` right now; `None` when nobody does.
    pub fn holder(folder: &Path) -> Option<String> {
        let path: PathBuf = folder.join(FILE_NAME);
        let file = OpenOptions::new().write(true).open(&path).ok()?;
        matches!(file.try_lock(), Err(TryLockError::WouldBlock)).then(|| holder(&path))
    }
}

fn holder(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let text = text.trim();
    if text.is_empty() { "it has not said which".to_owned() } else { text.to_owned() }
}

/// Between 5 and 36 ms, so that many that wait do not wait in step.
fn pause() -> Duration {
    Duration::from_millis(5 + u64::from(getrandom::u32().unwrap_or_default() & 31))
}
