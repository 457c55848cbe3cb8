//! `search-quality`: how well questions find the notes that answer them, on published sets in several languages.
//!
//! Every document of a set becomes a note; a note is as good as its best piece. It goes through the library: chunks, index
//! and ranking are those of `kb search`, while packing into a budget is measured by `main-job`.
//! `KB_BENCH_SETS=scifact,heq-he` picks sets; `KB_BENCH_HALF=even` or `odd` takes every other question;
//! `KB_BENCH_MODELS=minilm,e5` measures these models too, from `KB_MODELS`, and keeps their vectors in `KB_VECTORS`.

mod floors;
mod legs;
pub mod measure;
mod models;
mod reference;
pub mod set;

use std::collections::HashSet;

use kb::caller::Caller;
use kb::embed::TableModel;
use kb::note::Note;
use kb::path::RepoPath;
use kb::port::{Document, Embedder, Index, IndexError, IndexStore, IndexView, Purpose, Stamp, VectorField};
use kb::search::{self, Chunk, Drafted};
use kb::store::index::IndexFolder;

use crate::binary::data;
use crate::report::Row;
use floors::{FLOORS, Floor};
use legs::Legs;
use measure::Measured;
use models::Deep;
use set::Set;

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let picked = std::env::var("KB_BENCH_SETS").ok();
    let wanted =
        |name: &str| picked.as_ref().is_none_or(|sets| sets.split(',').any(|set| set.trim() == name));
    let half = std::env::var("KB_BENCH_HALF").ok();
    let folder = data("ir")?;
    let instant = TableModel::default();
    let deep = Deep::asked()?;
    let mut rows = Vec::new();
    for deep in &deep {
        rows.extend(reference::row(deep)?);
    }
    for floor in FLOORS.iter().filter(|floor| wanted(floor.set)) {
        eprintln!("{}", floor.set);
        let set = Set::named(&folder, floor.set, half.as_deref())?;
        let failed = |error: String| format!("{}: {error}", floor.set);
        let mut measure = |legs: &[Legs<'_>], index: &dyn Index| {
            for &legs in legs {
                let measured = measured(&set, index, legs)?;
                rows.extend(rows_of(floor, legs, &measured));
            }
            Ok(())
        };
        let index = indexed(&set, &instant, None).map_err(failed)?;
        measure(&[Legs::Text, Legs::Hybrid(&instant)], index.as_ref()).map_err(failed)?;
        for deep in &deep {
            let index = indexed(&set, &instant, Some(deep)).map_err(failed)?;
            measure(&[Legs::Deep(deep), Legs::Rescored(&instant, deep)], index.as_ref()).map_err(failed)?;
        }
    }
    Ok(rows)
}

/// The documents of `set`, with the vectors of the models, in an index in memory.
fn indexed(set: &Set, instant: &TableModel, deep: Option<&Deep>) -> Result<Box<dyn Index>, String> {
    let stamp = Stamp {
        commit: None,
        pipeline: search::PIPELINE.to_owned(),
        settings: String::new(),
        models: [Some(instant.model().id.clone()), deep.map(|deep| deep.embedder().model().id.clone())],
        notes: set.documents.len() as u64,
    };
    let drafted: Vec<Drafted> = (0..).zip(&set.documents).flat_map(drafted).collect();
    let meanings: Vec<&str> = drafted.iter().map(|drafted| drafted.meaning.as_str()).collect();
    let [quick, slow] = [
        instant.embed(Purpose::Passage, &meanings).map_err(|error| error.to_string())?,
        deep.map(|deep| deep.passages(&meanings)).transpose()?.unwrap_or_default(),
    ];
    let mut slow = slow.into_iter();
    let mut documents = drafted.into_iter().zip(quick).map(|(drafted, quick)| {
        let mut document: Document = drafted.document;
        document.vectors[VectorField::Instant.index()] = Some(quick);
        document.vectors[VectorField::Deep.index()] = slow.next();
        document
    });
    let store = IndexFolder::new(std::path::Path::new("/nonexistent"));
    store.in_memory(&stamp, &mut documents).map_err(|error| error.to_string())
}

fn drafted((number, text): (u32, &String)) -> Vec<Drafted> {
    let path = RepoPath::new(format!("n{number}.md")).expect("a plain name is a path");
    search::documents(&Note::parse(path, text.as_bytes()), "", None)
}

fn measured(set: &Set, index: &dyn Index, legs: Legs<'_>) -> Result<Measured, String> {
    let failed = |error: IndexError| error.to_string();
    let view = index.view(&Caller::owner()).map_err(failed)?;
    let mut measured = Measured::default();
    for question in &set.questions {
        let hits = legs.hits(view.as_ref(), &question.text)?;
        let found = notes(view.as_ref(), hits.iter().map(|hit| hit.document)).map_err(failed)?;
        measured.count(&question.relevant, &found);
    }
    Ok(measured)
}

/// The numbers of the notes of `documents`, each once.
fn notes(view: &dyn IndexView, documents: impl Iterator<Item = u32>) -> Result<Vec<u32>, IndexError> {
    let mut best: Vec<u32> = Vec::new();
    let mut seen: HashSet<u32> = HashSet::new();
    for document in documents {
        let chunk = Chunk::decode(&view.body(document)?);
        let number = chunk.and_then(|chunk| chunk.note.file_stem().trim_start_matches('n').parse().ok());
        best.extend(number.filter(|&number| seen.insert(number)));
        if best.len() == measure::DEEPEST {
            break;
        }
    }
    Ok(best)
}

fn rows_of(floor: &Floor, legs: Legs<'_>, measured: &Measured) -> Vec<Row> {
    let prefix = format!("{}_{}", floor.set.replace('-', "_"), legs.name());
    let figures = floor.figures.iter().map(|(figure, least)| {
        let row = Row::new(format!("{prefix}_{figure}"), measured.figure(figure), "share");
        match least {
            Some(least) => row.target(&format!(">= {least}")),
            None => row,
        }
    });
    figures
        .chain([Row::new(format!("{prefix}_unanswered"), measured.figure("unanswered"), "share")])
        .collect()
}
