//! Gathers what `kb doctor` judges. It changes nothing: the file that probes the disk has no name.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use super::files::Stage;
use super::git::Repository;
use super::keys::{KeyFile, KeyRole, is_exposed};
use super::lock::WriterLock;
use crate::port::{LocalKeyFile, Machine, SignerError};

/// What is to be seen from `root`, with keys below `key_root`.
pub fn machine(root: &Path, key_root: &Path, repository: Option<&Repository>) -> Machine {
    let state = repository.map_or_else(|| root.join(".kb"), Repository::state_folder);
    Machine {
        git: git_version(),
        unwritable: probe(root).err().map(|error| error.to_string()),
        writer: WriterLock::holder(&state),
        git_locks: repository
            .map(Repository::lock_files)
            .unwrap_or_default()
            .iter()
            .filter_map(aged)
            .collect(),
        left_over: Stage::left_over(root).iter().map(|path| path.display().to_string()).collect(),
        agents: Vec::new(),
        models: Vec::new(),
        index: None,
        prefixes: None,
        keys: KeyRole::ALL.map(|role| (role.as_str(), key(key_root, role))).to_vec(),
    }
}

/// Writes some bytes to the disk and lets them go.
fn probe(root: &Path) -> io::Result<()> {
    let mut file = tempfile::tempfile_in(root)?;
    file.write_all(&[0; 4096])?;
    file.sync_all()
}

fn git_version() -> Option<String> {
    let output =
        Command::new("git").arg("--version").output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn key(root: &Path, role: KeyRole) -> LocalKeyFile {
    match KeyFile::read(root, role) {
        Ok(key) => LocalKeyFile::Present { public: key.public(), is_exposed: is_exposed(root, role) },
        Err(SignerError::NoKey { .. }) => LocalKeyFile::Missing,
        Err(error) => LocalKeyFile::Broken(error.to_string()),
    }
}

fn aged(path: &PathBuf) -> Option<(String, u64)> {
    let modified = fs::symlink_metadata(path).ok()?.modified().ok()?;
    let age = SystemTime::now().duration_since(modified).unwrap_or_default();
    Some((path.display().to_string(), age.as_secs()))
}
