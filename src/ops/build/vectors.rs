//! Gives documents their vectors: at once those of the instant model, and those of the deep one that were made before.

use crate::port::{Document, ModelError, Models, Purpose, VectorField};
use crate::search::Drafted;

/// The documents of `drafts` with their vectors.
pub(super) fn attach(models: Models<'_>, drafts: Vec<Drafted>) -> Result<Vec<Document>, ModelError> {
    let vectors = match models.instant {
        None => Vec::new(),
        Some(instant) => {
            let meanings: Vec<&str> = drafts.iter().map(|draft| draft.meaning.as_str()).collect();
            instant.embed(Purpose::Passage, &meanings)?
        }
    };
    let mut vectors = vectors.into_iter();
    let documents = drafts.into_iter().map(|Drafted { mut document, meaning }| {
        document.vectors[VectorField::Instant.index()] = vectors.next();
        if let (Some(deep), Some(kept)) = (models.deep, models.kept) {
            let model = deep.model();
            document.vectors[VectorField::Deep.index()] = kept.of(&model.id, model.dimension, &meaning);
        }
        document
    });
    Ok(documents.collect())
}
