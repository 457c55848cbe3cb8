//! An embedding model in ONNX: texts in, one vector each. It is loaded when the first text comes.

use std::path::PathBuf;
use std::sync::OnceLock;

use tokenizers::Encoding;

use super::network::{Given, Network};
use crate::config::{EmbeddingConfig, Pooling};
use crate::port::{Embedder, EmbeddingModel, ModelError, Purpose, Vector};

/// An encoder of the BERT family.
pub(super) struct Encoder {
    name: String,
    folder: PathBuf,
    settings: EmbeddingConfig,
    model: EmbeddingModel,
    network: OnceLock<Result<Network, ModelError>>,
}

impl Encoder {
    /// The encoder in `folder`.
    pub fn new(name: &str, folder: PathBuf, settings: EmbeddingConfig, model: EmbeddingModel) -> Encoder {
        Encoder { name: name.to_owned(), folder, settings, model, network: OnceLock::new() }
    }

    fn network(&self) -> Result<&Network, ModelError> {
        let load = || Network::load(&self.name, &self.folder, self.settings.max_tokens);
        self.network.get_or_init(load).as_ref().map_err(Clone::clone)
    }

    fn pooled(&self, given: &Given, at: usize, text: &Encoding) -> Vector {
        let values = &given.values[at * given.each..(at + 1) * given.each];
        let used = match self.settings.pooling {
            Pooling::Cls => 1,
            Pooling::Mean => text.len(),
        };
        let mut sum = vec![0.0; given.width];
        for vector in values.chunks_exact(given.width).take(used) {
            sum.iter_mut().zip(vector).for_each(|(sum, value)| *sum += value);
        }
        Vector::of(&sum)
    }
}

impl Embedder for Encoder {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn batch(&self) -> usize {
        self.settings.batch
    }

    fn knows(&self, text: &str) -> bool {
        // A network that cannot be loaded says why when it is asked for a vector.
        self.network().map_or(true, |network| network.knows(text))
    }

    fn embed(&self, purpose: Purpose, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        let network = self.network()?;
        let prefix = match purpose {
            Purpose::Passage => &self.settings.passage_prefix,
            Purpose::Question => &self.settings.question_prefix,
        };
        let prefixed = texts.iter().map(|text| format!("{prefix}{text}").into()).collect();
        let tokens = network.tokens(prefixed)?;
        // Texts of one length share a batch, so that little is filled up.
        let mut order: Vec<usize> = (0..tokens.len()).collect();
        order.sort_by_key(|&at| tokens[at].len());
        let mut vectors = vec![Vector::default(); tokens.len()];
        for batch in order.chunks(self.settings.batch.max(1)) {
            let taken: Vec<&Encoding> = batch.iter().map(|&at| &tokens[at]).collect();
            let given = network.run(&taken)?;
            for (place, &at) in batch.iter().enumerate() {
                vectors[at] = self.pooled(&given, place, &tokens[at]);
            }
        }
        Ok(vectors)
    }
}
