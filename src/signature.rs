//! Ed25519 keys as text, signing and verifying: the only file that names the crypto. It reads no disk and no randomness.
//!
//! A public half is written `ed25519:<base64 of 32 bytes>`, a private half `ed25519-secret:<base64 of the 32-byte seed>`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use thiserror::Error;

use crate::digest::Sha256Hex;

const PUBLIC: &str = "ed25519:";
const SECRET: &str = "ed25519-secret:";

/// Says why a key or a signature cannot be used. It never shows a private half.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignatureError {
    /// The text is not a public half.
    #[error("`{0}` is not a public key; one looks like `ed25519:` and 44 characters of base64")]
    NotPublic(String),
    /// The text is not a private half.
    #[error("it is not a private key; one looks like `ed25519-secret:` and 44 characters of base64")]
    NotSecret,
    /// The signature does not hold.
    #[error("the signature does not belong to this key and these bytes")]
    Invalid,
}

/// The private half of a key.
pub struct SecretKey(SigningKey);

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SecretKey({})", key_id(&self.public()))
    }
}

impl SecretKey {
    /// Makes the key of `seed`, 32 random bytes.
    pub fn from_seed(seed: &[u8; 32]) -> SecretKey {
        SecretKey(SigningKey::from_bytes(seed))
    }

    /// Reads the text of a private half; white space around it is no part of it.
    pub fn parse(text: &str) -> Result<SecretKey, SignatureError> {
        bytes(text.trim(), SECRET).map(|seed| SecretKey::from_seed(&seed)).ok_or(SignatureError::NotSecret)
    }

    /// The private half as text.
    pub fn to_text(&self) -> String {
        format!("{SECRET}{}", STANDARD.encode(self.0.to_bytes()))
    }

    /// The public half as text.
    pub fn public(&self) -> String {
        format!("{PUBLIC}{}", STANDARD.encode(self.0.verifying_key().to_bytes()))
    }

    /// Signs `message`; 64 bytes.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.0.sign(message).to_bytes().to_vec()
    }
}

/// The id of the key with the public half `public`: the first 16 digits of the sha256 of its 32 bytes.
pub fn key_id(public: &str) -> String {
    let raw = bytes(public, PUBLIC).map_or_else(|| public.as_bytes().to_vec(), |raw| raw.to_vec());
    Sha256Hex::of(&raw).as_str()[..16].to_owned()
}

/// Whether `signature` is that of the key with the public half `public` over `message`.
pub fn verify(public: &str, message: &[u8], signature: &[u8]) -> Result<(), SignatureError> {
    let not_public = || SignatureError::NotPublic(public.to_owned());
    let key =
        VerifyingKey::from_bytes(&bytes(public, PUBLIC).ok_or_else(not_public)?).map_err(|_| not_public())?;
    let signature = Signature::from_slice(signature).map_err(|_| SignatureError::Invalid)?;
    // Strict: refuses keys of small order, under which a signature could hold for any message.
    key.verify_strict(message, &signature).map_err(|_| SignatureError::Invalid)
}

fn bytes(text: &str, prefix: &str) -> Option<[u8; 32]> {
    STANDARD.decode(text.strip_prefix(prefix)?).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_verifies_and_shows_no_secret() {
        let key = SecretKey::from_seed(&[7; 32]);
        let read = SecretKey::parse(&format!("{}\n", key.to_text())).expect("a key");
        assert_eq!(read.public(), key.public());
        let signature = key.sign(b"words");
        assert_eq!(verify(&key.public(), b"words", &signature), Ok(()));
        assert_eq!(verify(&key.public(), b"other words", &signature), Err(SignatureError::Invalid));
        let other = SecretKey::from_seed(&[8; 32]);
        assert_eq!(verify(&other.public(), b"words", &signature), Err(SignatureError::Invalid));
        assert!(verify("ed25519:AAAA", b"words", &signature).is_err());
        assert!(!format!("{key:?}").contains(&key.to_text()[SECRET.len()..]));
        assert_eq!(key_id(&key.public()).len(), 16);
    }

    /// RFC 8032, 7.1, TEST 1: the empty message.
    #[test]
    fn agrees_with_the_standard() {
        let seed: [u8; 32] = [
            0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4,
            0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
        ];
        let signature = SecretKey::from_seed(&seed).sign(b"");
        assert!(
            crate::digest::hex(&signature).starts_with("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974")
        );
    }
}
