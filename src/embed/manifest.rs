//! What is written beside the files of a model: where they came from, and their hashes.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::digest::Sha256Hex;
use crate::port::HeldModel;

/// The name of the file.
pub(super) const MANIFEST: &str = "kb-model.json";

/// What is known of a model that is kept here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The version of this form.
    pub version: u32,
    /// What runs the model: `onnx`, `model2vec` or `reranker`.
    pub kind: String,
    /// Where it came from.
    pub origin: String,
    /// The commit of that origin, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// How many dimensions its vectors have; 0 where it gives none.
    pub dimension: usize,
    /// Its files.
    pub files: Vec<KeptFile>,
}

/// A file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptFile {
    /// Its name in the folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its hash, taken when it was fetched.
    pub sha256: Sha256Hex,
}

impl KeptFile {
    /// The file `name` in `folder` as it is.
    pub fn of(folder: &Path, name: &str) -> std::io::Result<KeptFile> {
        let bytes = std::fs::read(folder.join(name))?;
        Ok(KeptFile { name: name.to_owned(), bytes: bytes.len() as u64, sha256: Sha256Hex::of(&bytes) })
    }
}

impl Manifest {
    /// Reads what stands in `folder`.
    pub fn read(folder: &Path) -> Option<Manifest> {
        let bytes = std::fs::read(folder.join(MANIFEST)).ok()?;
        serde_json::from_slice(&bytes).ok().filter(|manifest: &Manifest| manifest.version == 1)
    }

    /// Names the model: its files, and the settings that its vectors depend on.
    pub fn digest(&self, settings: &str) -> String {
        let mut text = settings.to_owned();
        for file in &self.files {
            text.push_str(&format!("\n{} {}", file.name, file.sha256));
        }
        Sha256Hex::of(text.as_bytes()).as_str()[..12].to_owned()
    }

    /// The model `name` in `folder`, for people.
    pub fn held(&self, name: &str, folder: &Path) -> HeldModel {
        HeldModel {
            name: name.to_owned(),
            kind: self.kind.clone(),
            dimension: self.dimension,
            bytes: self.files.iter().map(|file| file.bytes).sum(),
            origin: self.origin.clone(),
            revision: self.revision.clone(),
            place: folder.display().to_string(),
        }
    }
}
