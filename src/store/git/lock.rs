//! Waits for git's own lock files, for a bounded time, and never removes one.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use git2::ErrorCode;

use super::errors::told;
use crate::port::GitError;

/// How long a lock is waited for.
const PATIENCE: Duration = Duration::from_millis(2_500);

/// Does `work`, again and again while a lock is held. `locks` are the files that may be the one.
pub(super) fn patiently<T>(
    doing: &'static str,
    locks: &[PathBuf],
    mut work: impl FnMut() -> Result<T, git2::Error>,
) -> Result<T, GitError> {
    let start = Instant::now();
    loop {
        match work() {
            Err(error) if error.code() == ErrorCode::Locked => {
                if start.elapsed() >= PATIENCE {
                    return Err(held(locks).unwrap_or_else(|| told(doing)(error)));
                }
                thread::sleep(pause());
            }
            result => return result.map_err(told(doing)),
        }
    }
}

/// Waits until none of `locks` is there.
pub(super) fn wait_for(locks: &[PathBuf]) -> Result<(), GitError> {
    let start = Instant::now();
    while let Some(error) = held(locks) {
        if start.elapsed() >= PATIENCE {
            return Err(error);
        }
        thread::sleep(pause());
    }
    Ok(())
}

/// The lock files in a working tree's git folder and in the common one. No ref may have a name that ends in `.lock`.
pub(super) fn files(git: &Path, common: &Path) -> Vec<PathBuf> {
    let beside = [
        git.join("index.lock"),
        git.join("HEAD.lock"),
        common.join("packed-refs.lock"),
        common.join("config.lock"),
    ];
    let mut found: Vec<PathBuf> = beside.into_iter().filter(|path| path.symlink_metadata().is_ok()).collect();
    let mut folders = vec![common.join("refs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "lock") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The first of `locks` that is there, as an error.
fn held(locks: &[PathBuf]) -> Option<GitError> {
    locks.iter().find_map(|lock| {
        let modified = lock.symlink_metadata().ok()?.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let age = SystemTime::now().duration_since(modified).unwrap_or_default();
        Some(GitError::Locked { path: lock.display().to_string(), age_seconds: age.as_secs() })
    })
}

/// Between 20 and 83 ms, so that two that wait do not wait in step.
fn pause() -> Duration {
    Duration::from_millis(20 + u64::from(getrandom::u32().unwrap_or_default() & 63))
}
