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
use kb::note::Note;
use kb::path::RepoPath;
use kb::port::{Document, IndexError, IndexStore, IndexView, Stamp};
use kb::search::{self, Admission, Chunk, Query};
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
}

impl Legs {
    /// Every way of finding that is measured.
    const ALL: [Legs; 1] = [Legs::Text];

    fn name(self) -> &'static str {
        match self {
            Legs::Text => "text",
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
    let mut rows = Vec::new();
    for floor in FLOORS.iter().filter(|floor| wanted(floor.set)) {
        eprintln!("{}", floor.set);
        let set = Set::read(&folder.join(floor.set), half.as_deref())?;
        for legs in Legs::ALL {
            let measured = measure_set(&set, legs).map_err(|error| format!("{}: {error}", floor.set))?;
            rows.extend(rows_of(floor, legs, &measured));
        }
    }
    Ok(rows)
}

fn measure_set(set: &Set, legs: Legs) -> Result<Measured, IndexError> {
    let stamp = Stamp {
        commit: None,
        pipeline: search::PIPELINE.to_owned(),
        settings: String::new(),
        models: [None, None],
        notes: set.documents.len() as u64,
    };
    let mut documents = (0..).zip(&set.documents).flat_map(|(number, text)| documents_of(number, text));
    let index = IndexFolder::new(std::path::Path::new("/nonexistent")).in_memory(&stamp, &mut documents)?;
    let view = index.view(&Caller::owner())?;
    let mut measured = Measured::default();
    for question in &set.questions {
        measured.count(&question.relevant, &found(view.as_ref(), &question.text, legs)?);
    }
    Ok(measured)
}

fn documents_of(number: u32, text: &str) -> Vec<Document> {
    let path = RepoPath::new(format!("n{number}.md").as_str()).expect("a plain name is a path");
    let drafted = search::documents(&Note::parse(path, text.as_bytes()), "");
    drafted.into_iter().map(|drafted| drafted.document).collect()
}

/// The numbers of the notes that answer `question`, best first.
fn found(view: &dyn IndexView, question: &str, legs: Legs) -> Result<Vec<u32>, IndexError> {
    let admission = Admission { on: jiff::civil::date(2026, 1, 1), retired: true };
    let query = Query::parse(question).settled(view)?;
    let hits = match legs {
        Legs::Text => search::rank(view, &query, &admission)?.hits,
    };
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
