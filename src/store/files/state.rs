//! The folder `.kb`: derived files and keys, hidden from git, never part of the knowledge.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Makes `.kb` below `root`, which hides itself from git as build folders do.
pub fn make_state_folder(root: &Path) -> io::Result<()> {
    let state = root.join(".kb");
    fs::create_dir_all(&state)?;
    let ignore = state.join(".gitignore");
    if ignore.exists() { Ok(()) } else { fs::write(ignore, "*\n") }
}

/// Writes a new file that only the user can read, in a folder that only the user can enter.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
