//! A cross-encoder in ONNX: it reads question and passage together, and says how well one answers the other.

use std::path::PathBuf;
use std::sync::OnceLock;

use tokenizers::Encoding;

use super::network::Network;
use crate::port::{ModelError, Reranker};

/// How many passages are read at a time.
const BATCH: usize = 8;

/// A cross-encoder of the BERT family.
pub(super) struct CrossEncoder {
    name: String,
    folder: PathBuf,
    most: usize,
    network: OnceLock<Result<Network, ModelError>>,
}

impl CrossEncoder {
    /// The cross-encoder in `folder`, which reads at most `most` tokens of question and passage.
    pub fn new(name: &str, folder: PathBuf, most: usize) -> CrossEncoder {
        CrossEncoder { name: name.to_owned(), folder, most, network: OnceLock::new() }
    }
}

impl Reranker for CrossEncoder {
    fn name(&self) -> &str {
        &self.name
    }

    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>, ModelError> {
        let load = || Network::load(&self.name, &self.folder, self.most);
        let network = self.network.get_or_init(load).as_ref().map_err(Clone::clone)?;
        let pairs =
            passages.iter().map(|&passage| (question.to_owned(), passage.to_owned()).into()).collect();
        let tokens = network.tokens(pairs)?;
        let mut order: Vec<usize> = (0..tokens.len()).collect();
        order.sort_by_key(|&at| tokens[at].len());
        let mut scores = vec![0.0; tokens.len()];
        for batch in order.chunks(BATCH) {
            let taken: Vec<&Encoding> = batch.iter().map(|&at| &tokens[at]).collect();
            let given = network.run(&taken)?;
            for (place, &at) in batch.iter().enumerate() {
                // With two classes the second is that the passage answers.
                let classes = &given.values[place * given.each..(place + 1) * given.each];
                scores[at] = match classes {
                    [no, yes] => yes - no,
                    classes => classes.first().copied().unwrap_or_default(),
                };
            }
        }
        Ok(scores)
    }
}
