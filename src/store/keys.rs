//! Key files: `.kb/keys/<role>`, readable by the user alone, never committed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::port::{Signer, SignerError};
use crate::signature::{SecretKey, key_id};
use crate::store::files::{make_state_folder, write_private};
use crate::store::random;

/// Whose key it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyRole {
    /// Signs decisions on proposals.
    Reviewer,
    /// Signs what moves main.
    Gate,
    /// Signs a person's approval.
    Approver,
}

impl KeyRole {
    /// All of them.
    pub const ALL: [KeyRole; 3] = [KeyRole::Reviewer, KeyRole::Gate, KeyRole::Approver];

    /// The word for it, which also names the key's file and its list in `kb.toml`.
    pub fn as_str(self) -> &'static str {
        match self {
            KeyRole::Reviewer => "reviewer",
            KeyRole::Gate => "gate",
            KeyRole::Approver => "approver",
        }
    }
}

/// A role's key, read from its file.
#[derive(Debug)]
pub struct KeyFile {
    key: SecretKey,
    id: String,
}

impl KeyFile {
    /// Reads the key of `role` below `root`.
    pub fn read(root: &Path, role: KeyRole) -> Result<KeyFile, SignerError> {
        let path = path_of(root, role);
        let shown = || path.display().to_string();
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => SignerError::NoKey { role: role.as_str().to_owned(), path: shown() },
            _ => SignerError::BadKey { path: shown(), message: error.to_string() },
        })?;
        let key = SecretKey::parse(&text)
            .map_err(|error| SignerError::BadKey { path: shown(), message: error.to_string() })?;
        let id = key_id(&key.public());
        Ok(KeyFile { key, id })
    }

    /// Makes a new key for `role` below `root`, or reads the one that is there.
    pub fn make(root: &Path, role: KeyRole) -> Result<KeyFile, SignerError> {
        let path = path_of(root, role);
        let failed = |message: String| SignerError::BadKey { path: path.display().to_string(), message };
        if path.exists() {
            return KeyFile::read(root, role);
        }
        let seed = random::bytes::<32>().map_err(&failed)?;
        let text = format!("{}\n", SecretKey::from_seed(&seed).to_text());
        let write = || {
            make_state_folder(root)?;
            write_private(&path, text.as_bytes())
        };
        write().map_err(|error: io::Error| failed(error.to_string()))?;
        KeyFile::read(root, role)
    }

    /// The public half, as `kb.toml` lists it.
    pub fn public(&self) -> String {
        self.key.public()
    }
}

impl Signer for KeyFile {
    fn key_id(&self) -> &str {
        &self.id
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.key.sign(message)
    }
}

/// Where the key of `role` lies.
pub fn path_of(root: &Path, role: KeyRole) -> PathBuf {
    root.join(".kb/keys").join(role.as_str())
}

/// Whether others than the user may read the key of `role`.
pub fn is_exposed(root: &Path, role: KeyRole) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path_of(root, role).metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}
