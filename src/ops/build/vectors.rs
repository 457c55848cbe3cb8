//! Gives documents their vectors.

use crate::port::{Document, ModelError, Models, Purpose, VectorField};
use crate::search::Drafted;

/// The documents of `drafts` with the vectors of the instant model; those of the deep one are filled in later.
pub(super) fn attach(models: Models<'_>, drafts: Vec<Drafted>) -> Result<Vec<Document>, ModelError> {
    let Some(instant) = models.instant else {
        return Ok(drafts.into_iter().map(|draft| draft.document).collect());
    };
    let meanings: Vec<&str> = drafts.iter().map(|draft| draft.meaning.as_str()).collect();
    let vectors = instant.embed(Purpose::Passage, &meanings)?;
    let mut documents: Vec<Document> = drafts.into_iter().map(|draft| draft.document).collect();
    for (document, vector) in documents.iter_mut().zip(vectors) {
        document.vectors[VectorField::Instant.index()] = Some(vector);
    }
    Ok(documents)
}
