//! An index of one variant in memory, and what is found in it.

use std::collections::{HashMap, HashSet};

use kb::caller::Caller;
use kb::embed::TableModel;
use kb::path::RepoPath;
use kb::port::{Document, Embedder as _, Index, IndexStore as _, IndexView, Purpose, Stamp, VectorField};
use kb::search::{self, Admission, Chunk, Hit, Limits, Meaning, Query, Ranking};
use kb::store::index::IndexFolder;

use super::recut;
use super::variant::{Joined, Variant};
use crate::search_quality::measure::{DEEPEST, Measured};
use crate::search_quality::set::Question;

/// An index.
pub struct Indexed {
    index: Box<dyn Index>,
    model: TableModel,
}

impl Indexed {
    /// Indexes `notes` as `variant` does.
    pub fn of(notes: &[String], variant: &Variant) -> Result<Indexed, String> {
        let model = TableModel::default();
        let stamp = Stamp {
            commit: None,
            pipeline: search::PIPELINE.to_owned(),
            settings: String::new(),
            models: [Some(model.model().id.clone()), None],
            notes: notes.len() as u64,
        };
        let mut documents: Vec<Document> = Vec::new();
        for (number, text) in notes.iter().enumerate() {
            let path = RepoPath::new(format!("n{number}.md")).expect("a plain name is a path");
            for mut drafted in recut::cut(&path, text, variant.cut) {
                (variant.shape)(&mut drafted);
                let vectors =
                    model.embed(Purpose::Passage, &[&drafted.meaning]).map_err(|e| e.to_string())?;
                drafted.document.vectors[VectorField::Instant.index()] = vectors.into_iter().next();
                documents.push(drafted.document);
            }
        }
        let store = IndexFolder::new(std::path::Path::new("/nonexistent"));
        let index = store.in_memory(&stamp, &mut documents.into_iter()).map_err(|error| error.to_string())?;
        Ok(Indexed { index, model })
    }

    /// The figure called `figure` over `questions`; a note is as good as its best piece.
    pub fn measured(&self, questions: &[Question], variant: &Variant, figure: &str) -> Result<f64, String> {
        let view = self.index.view(&Caller::owner()).map_err(|error| error.to_string())?;
        let mut measured = Measured::default();
        for question in questions {
            let (_, _, hits) = self.hits(view.as_ref(), &question.text, variant)?;
            let mut best: Vec<u32> = Vec::new();
            let mut seen: HashSet<u32> = HashSet::new();
            for hit in hits {
                let Some(chunk) = chunk(view.as_ref(), &hit)? else { continue };
                let number = chunk.note.file_stem().trim_start_matches('n').parse().ok();
                best.extend(number.filter(|&number| seen.insert(number)));
                if best.len() == DEEPEST {
                    break;
                }
            }
            measured.count(&question.relevant, &best);
        }
        Ok(measured.figure(figure))
    }

    /// The text of an answer of at most `tokens`.
    pub fn answer(&self, question: &str, variant: &Variant, tokens: usize) -> Result<String, String> {
        let view = self.index.view(&Caller::owner()).map_err(|error| error.to_string())?;
        let (query, ranking, hits) = self.hits(view.as_ref(), question, variant)?;
        let mut ranked: Vec<(Hit, Chunk)> = Vec::new();
        for hit in hits {
            ranked.extend(chunk(view.as_ref(), &hit)?.map(|chunk| (hit, chunk)));
        }
        let passages = search::passages(&query, &ranking, &ranked);
        let packed = search::pack(&ranked, passages, Limits { tokens, results: 100 });
        Ok(packed.into_iter().map(|packed| packed.text).collect::<Vec<_>>().join("\n"))
    }

    fn hits(
        &self,
        view: &dyn IndexView,
        question: &str,
        variant: &Variant,
    ) -> Result<(Query, Ranking, Vec<Hit>), String> {
        let failed = |error: kb::port::IndexError| error.to_string();
        let query = Query::parse(question).settled(view).map_err(failed)?;
        let admission = Admission { on: jiff::civil::date(2026, 1, 1), retired: true };
        let ranking = search::rank(view, &query, &admission).map_err(failed)?;
        let vectors =
            self.model.embed(Purpose::Question, &[&query.text]).map_err(|error| error.to_string())?;
        let Some(asked) = vectors.into_iter().next() else { return Err("no vector".to_owned()) };
        let model = self.model.model();
        let meaning = Meaning {
            field: VectorField::Instant,
            weight: model.weight,
            floor: model.floor,
            similarities: view.similarities(VectorField::Instant, &asked).map_err(failed)?,
        };
        let key = |document| view.key(document);
        let hits = match variant.joined {
            Joined::Words => search::fuse(&query, &ranking, &[], |_| true, key),
            Joined::Library => search::fuse(&query, &ranking, &[meaning], |_| true, key),
            Joined::Meaning => {
                let none = Ranking { hits: Vec::new(), ..ranking.clone() };
                search::fuse(&query, &none, &[Meaning { weight: 1.0, ..meaning }], |_| true, key)
            }
            Joined::Ranks => by_ranks(&ranking, &meaning),
        };
        Ok((query, ranking, hits))
    }
}

/// Cormack, Clarke and Büttcher, Reciprocal Rank Fusion (2009).
fn by_ranks(ranking: &Ranking, meaning: &Meaning) -> Vec<Hit> {
    const K: f32 = 60.0;
    let mut near: Vec<(u32, f32)> =
        (0..).zip(meaning.similarities.iter().copied()).filter(|(_, near)| *near >= meaning.floor).collect();
    near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut scores: HashMap<u32, f32> = HashMap::new();
    let words = ranking.hits.iter().map(|hit| hit.document);
    let meant = near.into_iter().map(|(document, _)| document);
    for (document, rank) in words.zip(1..).chain(meant.zip(1..)) {
        *scores.entry(document).or_default() += 1.0 / (K + rank as f32);
    }
    let known: HashMap<u32, Hit> = ranking.hits.iter().map(|hit| (hit.document, *hit)).collect();
    let hit = |document: u32| known.get(&document).copied().unwrap_or_else(|| Hit::beyond_words(document));
    let mut hits: Vec<Hit> =
        scores.into_iter().map(|(document, score)| Hit { score, ..hit(document) }).collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
    hits.truncate(150);
    hits
}

fn chunk(view: &dyn IndexView, hit: &Hit) -> Result<Option<Chunk>, String> {
    Ok(Chunk::decode(&view.body(hit.document).map_err(|error| error.to_string())?))
}
