//! The Open Knowledge Format, version 0.2: what a bundle must be, how notes become one, and how its files become notes.
//! Pure: it reads and writes no files, and asks no ledger.
//!
//! The format: <https://github.com/GoogleCloudPlatform/open-knowledge-format>, `SPEC.md`. A bundle is a folder of Markdown
//! files, each a concept with front matter whose only required key is `type`; `index.md` and `log.md` are reserved.

pub mod conformance;
mod export;
mod front;
mod import;
mod splice;
mod trust;
mod urn;

pub use export::{Exported, Exporter};
pub use import::{Imported, Importer};
pub use trust::{Attestation, Trust};

/// The version of the format that is written.
pub const VERSION: &str = "0.2";

/// The keys that say where a concept comes from and who checked it. A note never says this of itself.
const TRUST_KEYS: [&str; 4] = ["sources", "generated", "verified", "usage_window"];

/// One file of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFile {
    /// Its path within the bundle.
    pub path: crate::path::RepoPath,
    /// Its path for people.
    pub shown: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl BundleFile {
    /// Whether it is a concept or a reserved file: only `.md` counts.
    pub fn is_markdown(&self) -> bool {
        self.path.extension() == Some("md")
    }
}

#[cfg(test)]
mod tests;
