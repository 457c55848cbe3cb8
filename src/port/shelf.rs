//! The models on this machine, and how one comes here. What a model is good for is for others to say.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Events, ModelError};

/// A model that is on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeldModel {
    /// Its name.
    pub name: String,
    /// What runs it: `onnx`, `model2vec` or `reranker`.
    pub kind: String,
    /// How many dimensions its vectors have; 0 where it gives none.
    pub dimension: usize,
    /// The size of its files.
    pub bytes: u64,
    /// Where it came from.
    pub origin: String,
    /// The commit of that origin, where there is one.
    pub revision: Option<String>,
    /// The folder that it lies in.
    pub place: String,
}

/// What is to be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What the model is called here.
    pub name: String,
    /// `org/name` on the hub, with `@revision` where another than `main` is meant, or a folder.
    pub from: String,
    /// What runs it, where that is known: `onnx`, `model2vec` or `reranker`.
    pub kind: Option<String>,
}

/// Where models are kept.
pub trait ModelShelf {
    /// The models that are here, by name.
    fn held(&self) -> Result<Vec<HeldModel>, ModelError>;

    /// Fetches a model, tries it, and keeps it in place of what had its name.
    fn pull(&self, wanted: &Wanted, events: &dyn Events) -> Result<HeldModel, ModelError>;

    /// Hashes the files of a model again; gives what is wrong with them.
    fn verify(&self, name: &str) -> Result<Vec<String>, ModelError>;
}
