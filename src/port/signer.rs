//! Signing with a role's key, and checking against its public half.

use thiserror::Error;

/// Says why something could not be signed.
#[derive(Debug, Error)]
pub enum SignerError {
    /// The private half is not on this machine.
    #[error("the {role} key is not here: {path}")]
    NoKey {
        /// Whose key.
        role: String,
        /// Where it was looked for.
        path: String,
    },
    /// The key file cannot be read as a key.
    #[error("{path} is not a key: {message}")]
    BadKey {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
}

/// Holds the private half of one role's ed25519 key.
pub trait Signer {
    /// The id of the key: the first 16 hexadecimal digits of the sha256 of the public half.
    fn key_id(&self) -> &str;

    /// Signs `message`; 64 bytes.
    fn sign(&self, message: &[u8]) -> Vec<u8>;
}
