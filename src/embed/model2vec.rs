//! A table of vectors in a folder as model2vec writes it: quick as the table inside of the program, and of any language.

use std::path::PathBuf;
use std::sync::OnceLock;

use tokenizers::Tokenizer;

use super::known::knows;
use super::matrix::{Matrix, MatrixError};
use super::network::{TOKENIZER, UNKNOWN, tokenizer, unusable};
use crate::port::{Embedder, EmbeddingModel, ModelError, Purpose, Vector};

/// The file of the vectors.
pub(super) const TABLE: &str = "model.safetensors";

/// A table in a folder, loaded when the first text comes.
pub(super) struct FolderTable {
    name: String,
    folder: PathBuf,
    prefixes: [String; 2],
    model: EmbeddingModel,
    table: OnceLock<Result<Table, ModelError>>,
}

struct Table {
    tokenizer: Tokenizer,
    unknown: Option<u32>,
    rows: Matrix,
    /// How much a token counts; unless it says so, all count the same.
    weights: Option<Matrix>,
    /// The row of a token; unless it says so, that of its number.
    places: Option<Matrix>,
}

impl FolderTable {
    /// The table in `folder`, with what stands before passages and before questions.
    pub fn new(name: &str, folder: PathBuf, prefixes: [String; 2], model: EmbeddingModel) -> FolderTable {
        FolderTable { name: name.to_owned(), folder, prefixes, model, table: OnceLock::new() }
    }

    fn load(&self) -> Result<Table, ModelError> {
        let failed = |message: String| unusable(&self.name, format!("{TABLE}: {message}"));
        let bytes = std::fs::read(self.folder.join(TABLE)).map_err(|error| failed(error.to_string()))?;
        let optional = |name| match Matrix::read(&bytes, name) {
            Ok(matrix) => Ok(Some(matrix)),
            Err(MatrixError::Missing(_)) => Ok(None),
            Err(error) => Err(failed(error.to_string())),
        };
        let tokenizer = tokenizer(&self.name, &self.folder, None)?;
        let unknown = UNKNOWN.iter().find_map(|unknown| tokenizer.token_to_id(unknown));
        let rows = Matrix::read(&bytes, "embeddings").map_err(|error| failed(error.to_string()))?;
        Ok(Table { tokenizer, unknown, rows, weights: optional("weights")?, places: optional("mapping")? })
    }
}

impl Table {
    fn vector(&self, name: &str, text: String) -> Result<Vector, ModelError> {
        let tokens = self
            .tokenizer
            .encode_fast(text, false)
            .map_err(|error| unusable(name, format!("{TOKENIZER}: {error}")))?;
        let mut sum = vec![0.0; self.rows.width];
        for &id in tokens.get_ids().iter().filter(|&&id| Some(id) != self.unknown) {
            let one = |matrix: &Option<Matrix>| matrix.as_ref()?.values.get(id as usize).copied();
            let place = one(&self.places).map_or(id as usize, |place| place as usize);
            let weight = one(&self.weights).unwrap_or(1.0);
            let row = self.rows.row(place).unwrap_or_default();
            sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += weight * value);
        }
        Ok(Vector::of(&sum))
    }
}

impl Embedder for FolderTable {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn knows(&self, text: &str) -> bool {
        // A table that cannot be loaded says why when it is asked for a vector.
        let table = self.table.get_or_init(|| self.load()).as_ref();
        table.map_or(true, |table| knows(&table.tokenizer, table.unknown, text))
    }

    fn embed(&self, purpose: Purpose, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        let table = self.table.get_or_init(|| self.load()).as_ref().map_err(Clone::clone)?;
        let prefix = &self.prefixes[usize::from(purpose == Purpose::Question)];
        texts.iter().map(|text| table.vector(&self.name, format!("{prefix}{text}"))).collect()
    }
}
