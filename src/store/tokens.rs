//! Reads the file of those who may connect, which must lie where nobody commits it and nobody else can write it.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Says why the file cannot be used.
#[derive(Debug, Error)]
pub enum TokensError {
    /// The system refused.
    #[error("reading {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It would be committed.
    #[error("{} lies in the repository: who may connect is said outside of it", .0.display())]
    Inside(PathBuf),
    /// Others may change it.
    #[error("{} can be written by others: `chmod go-w` it", .0.display())]
    Open(PathBuf),
}

/// The bytes of the file at `path`, which must not lie below `root`.
pub fn read(path: &Path, root: Option<&Path>) -> Result<Vec<u8>, TokensError> {
    let failed = |source| TokensError::Io { path: path.to_owned(), source };
    let real = fs::canonicalize(path).map_err(failed)?;
    if root.and_then(|root| fs::canonicalize(root).ok()).is_some_and(|root| real.starts_with(root)) {
        return Err(TokensError::Inside(path.to_owned()));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if fs::metadata(&real).map_err(failed)?.permissions().mode() & 0o022 != 0 {
            return Err(TokensError::Open(path.to_owned()));
        }
    }
    fs::read(&real).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_file_that_others_could_change_or_commit_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let temp = tempfile::tempdir().expect("a folder");
        let (root, file) = (temp.path().join("repo"), temp.path().join("tokens.toml"));
        fs::create_dir(&root).expect("a folder");
        fs::write(&file, "x").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("permissions");
        assert_eq!(read(&file, Some(&root)).expect("bytes"), b"x");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o620)).expect("permissions");
        assert!(matches!(read(&file, Some(&root)), Err(TokensError::Open(_))));
        let inside = root.join("tokens.toml");
        fs::write(&inside, "x").expect("a file");
        assert!(matches!(read(&inside, Some(&root)), Err(TokensError::Inside(_))));
        assert!(matches!(read(&temp.path().join("none"), None), Err(TokensError::Io { .. })));
    }
}
