//! `search-quality`: how well questions find the notes that answer them, on published sets in several languages.
//!
//! Every document of a set becomes a note; a note is as good as its best piece. It goes through the library: chunks, index
//! and ranking are those of `kb search`, while packing into a budget is measured by `main-job`.
//! `KB_BENCH_SETS=scifact,heq-he` picks sets; `KB_BENCH_HALF=even` or `odd` takes every other question.

mod floors;
pub mod measure;
pub mod set;

use std::collections::HashMap;

use kb::caller::Caller;
use kb::embed::TableModel;
use kb::note::Note;
use kb::path::RepoPath;
use kb::port::{
    Document, Embedder, Index, IndexError, IndexStore, IndexView, Purpose, Stamp, Vector, VectorField,
};
use kb::search::{self, Admission, Chunk, Drafted, Meaning, Query};
use kb::store::index::IndexFolder;

use crate::binary::data;
use crate::report::Row;
use floors::{FLOORS, Floor};
use measure::Measured;
use set::Set;

/// What finds documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legs {
    /// The words alone.
    Text,
    /// The words and the meaning by the built-in model.
    Hybrid,
}

impl Legs {
    /// Every way of finding that is measured.
    const ALL: [Legs; 2] = [Legs::Text, Legs::Hybrid];

    fn name(self) -> &'static str {
        match self {
            Legs::Text => "text",
            Legs::Hybrid => "hybrid",
        }
    }
}

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let picked = std::env::var("KB_BENCH_SETS").ok();
    let wanted =
        |name: &str| picked.as_ref().is_none_or(|sets| sets.split(',').any(|set| set.trim() == name));
    let half = std::env::var("KB_BENCH_HALF").ok();
    let folder = data("ir")?;
    let model = TableModel::default();
    let mut rows = Vec::new();
    for floor in FLOORS.iter().filter(|floor| wanted(floor.set)) {
        eprintln!("{}", floor.set);
        let set = Set::read(&folder.join(floor.set), half.as_deref())?;
        let failed = |error: IndexError| format!("{}: {error}", floor.set);
        let index = indexed(&set, &model).map_err(failed)?;
        let view = index.view(&Caller::owner()).map_err(failed)?;
        for legs in Legs::ALL {
            let mut measured = Measured::default();
            for question in &set.questions {
                let found = found(view.as_ref(), &question.text, legs, &model).map_err(failed)?;
                measured.count(&question.relevant, &found);
            }
            rows.extend(rows_of(floor, legs, &measured));
        }
    }
    Ok(rows)
}

/// The documents of `set`, with the vectors of `model`, in an index in memory.
fn indexed(set: &Set, model: &TableModel) -> Result<Box<dyn Index>, IndexError> {
    let stamp = Stamp {
        commit: None,
        pipeline: search::PIPELINE.to_owned(),
        settings: String::new(),
        models: [Some(model.model().id.clone()), None],
        notes: set.documents.len() as u64,
    };
    let mut documents =
        (0..).zip(&set.documents).flat_map(|(number, text)| documents_of(number, text, model));
    IndexFolder::new(std::path::Path::new("/nonexistent")).in_memory(&stamp, &mut documents)
}

fn documents_of(number: u32, text: &str, model: &TableModel) -> Vec<Document> {
    let path = RepoPath::new(format!("n{number}.md").as_str()).expect("a plain name is a path");
    let drafted = search::documents(&Note::parse(path, text.as_bytes()), "");
    let with_vector = |drafted: Drafted| {
        let mut document = drafted.document;
        document.vectors[VectorField::Instant.index()] = vector(model, Purpose::Passage, &drafted.meaning);
        document
    };
    drafted.into_iter().map(with_vector).collect()
}

fn vector(model: &TableModel, purpose: Purpose, text: &str) -> Option<Vector> {
    model.embed(purpose, &[text]).ok()?.into_iter().next()
}

/// The numbers of the notes that answer `question`, best first, joined as `kb search` joins them.
fn found(
    view: &dyn IndexView,
    question: &str,
    legs: Legs,
    model: &TableModel,
) -> Result<Vec<u32>, IndexError> {
    let admission = Admission { on: jiff::civil::date(2026, 1, 1), retired: true };
    let query = Query::parse(question).settled(view)?;
    let ranking = search::rank(view, &query, &admission)?;
    let asked = match legs {
        Legs::Text => None,
        Legs::Hybrid => vector(model, Purpose::Question, &query.text),
    };
    let field = VectorField::Instant;
    let meanings: Vec<Meaning> = match asked {
        None => Vec::new(),
        Some(asked) => vec![Meaning {
            field,
            weight: model.model().weight,
            floor: model.model().floor,
            similarities: view.similarities(field, &asked)?,
        }],
    };
    let key = |document| view.key(document);
    let hits = search::fuse(&ranking, &meanings, |_| true, key);
    let mut best: Vec<u32> = Vec::new();
    let mut seen: HashMap<u32, ()> = HashMap::new();
    for hit in hits {
        let chunk = Chunk::decode(&view.body(hit.document)?);
        let number = chunk.and_then(|chunk| chunk.note.file_stem().trim_start_matches('n').parse().ok());
        if let Some(number) = number
            && seen.insert(number, ()).is_none()
        {
            best.push(number);
        }
        if best.len() == measure::DEEPEST {
            break;
        }
    }
    Ok(best)
}

fn rows_of(floor: &Floor, legs: Legs, measured: &Measured) -> Vec<Row> {
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
