//! The ways of finding that are measured, and the order of documents that each gives, joined as `kb search` joins them.

use kb::port::{Embedder, IndexView, ModelError, Purpose, Vector, VectorField};
use kb::search::{self, Admission, Hit, Meaning, Query};

use super::models::Deep;

/// What finds documents.
#[derive(Clone, Copy)]
pub enum Legs<'m> {
    /// The words alone.
    Text,
    /// The words and the meaning by the built-in model.
    Hybrid(&'m dyn Embedder),
    /// The words and the meaning by a model that takes its time, which has seen every document.
    Deep(&'m Deep),
    /// As `Hybrid`, the best reordered by a model that takes its time.
    Rescored(&'m dyn Embedder, &'m Deep),
}

impl Legs<'_> {
    /// Its name in a row.
    pub fn name(self) -> String {
        match self {
            Legs::Text => "text".to_owned(),
            Legs::Hybrid(_) => "hybrid".to_owned(),
            Legs::Deep(deep) => deep.name.clone(),
            Legs::Rescored(_, deep) => format!("{}_rescored", deep.name),
        }
    }

    /// The documents that answer `question`, best first.
    pub fn hits(self, view: &dyn IndexView, question: &str) -> Result<Vec<Hit>, String> {
        let failed = |error: kb::port::IndexError| error.to_string();
        let admission = Admission { on: jiff::civil::date(2026, 1, 1), retired: true };
        let query = Query::parse(question).settled(view).map_err(failed)?;
        let ranking = search::rank(view, &query, &admission).map_err(failed)?;
        let key = |document| view.key(document);
        let near = |embedder: &dyn Embedder, field, asked: Result<Vector, ModelError>| {
            let asked = asked.map_err(|error| error.to_string())?;
            let model = embedder.model();
            let similarities = view.similarities(field, &asked).map_err(failed)?;
            Ok::<_, String>(Meaning { field, weight: model.weight, floor: model.floor, similarities })
        };
        let instant =
            |embedder: &dyn Embedder| near(embedder, VectorField::Instant, asked_of(embedder, &query.text));
        let deep = |deep: &Deep| near(deep.embedder(), VectorField::Deep, deep.question(&query.text));
        let mut meanings = Vec::new();
        match self {
            Legs::Hybrid(embedder) | Legs::Rescored(embedder, _) if embedder.knows(&query.text) => {
                meanings.push(instant(embedder)?);
            }
            Legs::Deep(model) if model.embedder().knows(&query.text) => meanings.push(deep(model)?),
            _ => {}
        }
        let mut hits = search::fuse(&query, &ranking, &meanings, |_| true, key);
        if let Legs::Rescored(_, model) = self
            && model.embedder().knows(&query.text)
        {
            let judge = deep(model)?;
            let said = |hit: &Hit| judge.similarities.get(hit.document as usize).copied();
            search::rescore(&mut hits, judge.weight, |hit| said(hit).filter(|said| said.is_finite()), key);
        }
        Ok(hits)
    }
}

/// What is asked, as a vector.
fn asked_of(embedder: &dyn Embedder, text: &str) -> Result<Vector, ModelError> {
    Ok(embedder.embed(Purpose::Question, &[text])?.into_iter().next().unwrap_or_default())
}
