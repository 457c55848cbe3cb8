//! Models that measure meaning: embedders and rerankers. They see text and give numbers, nothing else.

use thiserror::Error;

use super::{KeptVectors, Vector, VectorField};

/// Says why a model gave no numbers. Search goes on without it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// The model is not on this machine.
    #[error("the model `{name}` is not here; `kb model pull {name}` fetches it")]
    Missing {
        /// The model.
        name: String,
    },
    /// Its files cannot be used.
    #[error("the model `{name}` cannot be used: {message}; `kb model verify` says more")]
    Unusable {
        /// The model.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// It could not be fetched, or kept.
    #[error("fetching the model `{name}`: {message}")]
    Fetch {
        /// The model.
        name: String,
        /// What went wrong.
        message: String,
    },
    /// The server that runs it gave no answer.
    #[error("asking {url} for the model `{name}`: {message}")]
    Unreachable {
        /// The model.
        name: String,
        /// Where it was asked for.
        url: String,
        /// What happened.
        message: String,
    },
}

/// What must be known of an embedding model to use its vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddingModel {
    /// Its name and the digest of what it consists of; vectors of two ids are never compared.
    pub id: String,
    /// How many dimensions a vector has.
    pub dimension: usize,
    /// How much the meaning counts beside the words when both are joined, from 0 to 1.
    pub weight: f32,
    /// The cosine below which two texts have nothing in common.
    pub floor: f32,
}

/// What a text is to a model that treats questions and passages apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Something that is searched.
    Passage,
    /// Something that is asked.
    Question,
}

/// Turns texts into vectors.
pub trait Embedder: Sync {
    /// What it is.
    fn model(&self) -> &EmbeddingModel;

    /// How many texts it is best given at a time.
    fn batch(&self) -> usize {
        32
    }

    /// Whether it knows most of the words of `text`; what it says of another text is noise.
    fn knows(&self, _text: &str) -> bool {
        true
    }

    /// One vector a text, in their order.
    fn embed(&self, purpose: Purpose, texts: &[&str]) -> Result<Vec<Vector>, ModelError>;
}

/// Judges how well passages answer a question, both read together.
pub trait Reranker: Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// One score a passage, in their order; higher is better.
    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>, ModelError>;
}

/// The models that a run may use; none is one that is not configured or not here.
#[derive(Clone, Copy, Default)]
pub struct Models<'a> {
    /// Embeds at once whatever it is given: its vectors are made together with the text index.
    pub instant: Option<&'a dyn Embedder>,
    /// Embeds well and slowly: its vectors are filled in after the text index.
    pub deep: Option<&'a dyn Embedder>,
    /// Reorders the best.
    pub reranker: Option<&'a dyn Reranker>,
    /// What the deep model gave before.
    pub kept: Option<&'a dyn KeptVectors>,
}

impl<'a> Models<'a> {
    /// The model whose vectors stand in `field`.
    pub fn of(&self, field: VectorField) -> Option<&'a dyn Embedder> {
        match field {
            VectorField::Instant => self.instant,
            VectorField::Deep => self.deep,
        }
    }
}
