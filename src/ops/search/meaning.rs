//! Asks the models what a question means. A model that cannot be asked is said, and the words answer alone.

use crate::port::{Embedder, IndexError, IndexView, ModelError, Models, Purpose, Stamp, Vector, VectorField};
use crate::search::{Chunk, Hit, Meaning, Query, RESCORED, rescore};

/// What the models say of every document, and why one of them says nothing.
///
/// The model that takes its time counts once it has seen every document; before, its vectors only reorder the best. A model that
/// does not know the words of the question is not asked.
pub(super) fn meanings(
    models: Models<'_>,
    stamp: &Stamp,
    view: &dyn IndexView,
    query: &Query,
) -> Result<(Vec<Meaning>, Option<String>), IndexError> {
    let mut unasked = None;
    for field in [VectorField::Deep, VectorField::Instant] {
        let Some(embedder) = serving(models, stamp, field).filter(|model| model.knows(&query.text)) else {
            continue;
        };
        let question = match question(embedder, query) {
            Ok(question) => question,
            Err(error) => {
                unasked = Some(format!("{error}; the words answered alone"));
                continue;
            }
        };
        let model = embedder.model();
        let similarities = view.similarities(field, &question)?;
        let meaning = Meaning { field, weight: model.weight, floor: model.floor, similarities };
        if field == VectorField::Instant || meaning.is_complete(view.documents()) {
            return Ok((vec![meaning], unasked));
        }
    }
    Ok((Vec::new(), unasked))
}

/// Reorders the best of `hits` by what reads question and passage together, or by vectors that are still being filled in;
/// gives the name of the judge, and why there is none.
pub(super) fn rescored(
    models: Models<'_>,
    stamp: &Stamp,
    view: &dyn IndexView,
    query: &Query,
    hits: &mut [Hit],
) -> Result<(Option<String>, Option<String>), IndexError> {
    let key = |document| view.key(document);
    let mut unjudged = None;
    if let Some(embedder) = serving(models, stamp, VectorField::Deep)
        && embedder.knows(&query.text)
        && hits.iter().all(|hit| hit.legs.meaning[VectorField::Deep.index()].is_none())
    {
        match question(embedder, query) {
            Ok(question) => {
                let similarities = view.similarities(VectorField::Deep, &question)?;
                for hit in hits.iter_mut() {
                    let similarity = similarities.get(hit.document as usize).copied();
                    hit.legs.meaning[VectorField::Deep.index()] = similarity.filter(|s| s.is_finite());
                }
                rescore(
                    hits,
                    embedder.model().weight,
                    |hit| hit.legs.meaning[VectorField::Deep.index()],
                    key,
                );
            }
            Err(error) => unjudged = Some(format!("{error}; the best were not reordered")),
        }
    }
    let Some(reranker) = models.reranker else { return Ok((None, unjudged)) };
    let mut passages = Vec::new();
    for hit in hits.iter().take(RESCORED) {
        passages
            .push(Chunk::decode(&view.body(hit.document)?).map_or_else(String::new, |chunk| chunk.text()));
    }
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    match reranker.score(&query.text, &texts) {
        Ok(scores) => {
            let judged: Vec<(u32, f32)> = hits.iter().map(|hit| hit.document).zip(scores).collect();
            let said = |hit: &Hit| judged.iter().find(|(of, _)| *of == hit.document).map(|(_, score)| *score);
            rescore(hits, RERANKED, said, key);
            Ok((Some(reranker.name().to_owned()), unjudged))
        }
        Err(error) => Ok((None, Some(format!("{error}; the best were not reordered")))),
    }
}

/// How much a model that reads question and passage together counts against the order before it.
const RERANKED: f32 = 0.8;

/// The embedder whose vectors stand in `field` of an index with `stamp`; vectors of another model are never compared.
fn serving<'m>(models: Models<'m>, stamp: &Stamp, field: VectorField) -> Option<&'m dyn Embedder> {
    let embedder = models.of(field)?;
    (stamp.models[field.index()].as_deref() == Some(embedder.model().id.as_str())).then_some(embedder)
}

/// What is asked, as a vector.
fn question(embedder: &dyn Embedder, query: &Query) -> Result<Vector, ModelError> {
    let vectors = embedder.embed(Purpose::Question, &[&query.text])?;
    let name = || embedder.model().id.clone();
    vectors.into_iter().next().ok_or_else(|| ModelError::Unusable {
        name: name(),
        message: "it gave no vector for the question".to_owned(),
    })
}
