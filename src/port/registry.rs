//! A registry of content-addressed artifacts, and the index as files that one can hold. No implementation.

use thiserror::Error;

use super::{IndexError, Stamp};
use crate::digest::Sha256Hex;

/// Says why the registry did not do it. What was pushed before stays, and is not pushed again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegistryFault {
    /// The address is none.
    #[error("`{0}` is no place in a registry: it is like ghcr.io/acme/base/index")]
    Place(String),
    /// The registry does not let this credential do it.
    #[error("{place} does not allow it, {doing}: {message}")]
    Denied {
        /// The registry and the repository in it.
        place: String,
        /// What kb was doing.
        doing: String,
        /// What the registry says.
        message: String,
    },
    /// The registry does not take it.
    #[error("{place} refuses, {doing}: {message}")]
    Refused {
        /// The registry and the repository in it.
        place: String,
        /// What kb was doing.
        doing: String,
        /// What the registry says.
        message: String,
    },
    /// No answer.
    #[error("{place} gave no answer, {doing}: {message}")]
    Unreachable {
        /// The registry and the repository in it.
        place: String,
        /// What kb was doing.
        doing: String,
        /// What happened.
        message: String,
    },
    /// What came is not what was asked for.
    #[error("{place} gave other bytes than those with the digest sha256:{digest}; nothing of it is used")]
    OtherBytes {
        /// The registry and the repository in it.
        place: String,
        /// The digest that was asked for.
        digest: Sha256Hex,
    },
}

/// One repository of a registry.
pub trait Registry {
    /// The registry and the repository in it.
    fn place(&self) -> &str;

    /// The manifest of a tag, or of `sha256:` and a digest, which it then has; `None` where there is none.
    fn manifest(&self, reference: &str) -> Result<Option<Vec<u8>>, RegistryFault>;

    /// Puts a manifest under a tag.
    fn put_manifest(&self, tag: &str, media_type: &str, bytes: &[u8]) -> Result<(), RegistryFault>;

    /// Whether the registry holds these bytes.
    fn has(&self, digest: &Sha256Hex) -> Result<bool, RegistryFault>;

    /// Puts bytes.
    fn put(&self, bytes: &[u8]) -> Result<(), RegistryFault>;

    /// The bytes with that digest; others are a fault.
    fn get(&self, digest: &Sha256Hex) -> Result<Vec<u8>, RegistryFault>;
}

/// The files of an index at one moment.
#[derive(Clone, Debug)]
pub struct IndexShards {
    /// What it mirrors.
    pub stamp: Stamp,
    /// What says which shards count; written last.
    pub head: Vec<u8>,
    /// The names of the others: folder and file. What a name holds never changes.
    pub names: Vec<String>,
}

/// An index as files.
pub trait IndexFiles {
    /// The files that count; `None` when there is no index.
    fn shards(&self) -> Result<Option<IndexShards>, IndexError>;

    /// The bytes of a shard; `None` where it is not there.
    fn shard(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError>;

    /// Makes these the index, in one step; shards that are here already need not be given. `false` when `head` is of another kb.
    fn install(&self, head: &[u8], shards: &[(String, Vec<u8>)]) -> Result<bool, IndexError>;
}
