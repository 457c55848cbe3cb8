//! A bare repository as a server keeps it: git's settings, and the files of kb and of hooks beside git's own.

use super::GitError;

/// Reads and writes what is the server's own, never a ref or an object.
pub trait ServerSite {
    /// Whether the repository is bare.
    fn is_bare(&self) -> bool;

    /// The values of a setting of git's, in order; of this repository alone.
    fn setting(&self, key: &str) -> Result<Vec<String>, GitError>;

    /// Gives a setting these values, and no others.
    fn set(&self, key: &str, values: &[String]) -> Result<(), GitError>;

    /// The bytes of a file below the repository's folder; `None` when there is none.
    fn read(&self, file: &str) -> Result<Option<Vec<u8>>, GitError>;

    /// Writes such a file as a whole or not at all; a program can be run by everybody.
    fn write(&self, file: &str, bytes: &[u8], is_program: bool) -> Result<(), GitError>;
}
