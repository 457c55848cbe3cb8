//! Ranks the summaries of folders for a query: what a reader decides by which folder to go into. It gives no text of a note.

use serde::Serialize;

use super::Workspace;
use super::build::BuildError;
use super::shelf::Shelf;
use crate::caller::Caller;
use crate::note::Note;
use crate::path::RepoPath;
use crate::port::{IndexStore, Stamp};
use crate::redact::{Redact, Redaction};
use crate::search::{Admission, Chunk, PIPELINE, Query, documents, rank};
use crate::summary::OVERVIEW;
use crate::uri::Uri;

/// A folder whose summary answers a query.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RankedFolder {
    /// Its name that holds everywhere.
    pub uri: String,
    /// Its path; `.` is the root.
    pub path: String,
    /// Its title.
    pub title: String,
    /// How well its summary answers; comparable within one answer only.
    pub score: f32,
    /// How many notes lie in it and below it, those that the caller sees.
    pub notes: u64,
    /// What it is, in a sentence.
    #[serde(rename = "abstract")]
    pub abstract_text: String,
    /// What is there and when to use it.
    pub overview: String,
}

/// The folders whose summaries answer `query` best, at most `most`, each as `caller` may see it.
///
/// The texts are not redacted: whoever puts them into an answer redacts the answer.
pub fn ranked_folders(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    query: &str,
    revision: Option<&str>,
    most: usize,
) -> Result<Vec<RankedFolder>, BuildError> {
    let shelf = Shelf::open(workspace, revision)?;
    let library = shelf.library(None)?;
    let (mut folders, mut indexed) = (Vec::new(), Vec::new());
    for name in library.folders().filter(|name| library.has(name, caller)) {
        let folder = Some(name).filter(|name| !name.is_empty()).and_then(|name| RepoPath::new(name).ok());
        let Some(seen) = library.seen(name, caller) else { continue };
        let Ok(path) = RepoPath::resolve(folder.as_ref(), OVERVIEW) else { continue };
        // The overview says what the abstract says, and more; a note of it is what search knows to index.
        let text = format!("{}\n\n{}", seen.texts.abstract_text, seen.texts.overview);
        indexed.extend(documents(&Note::parse(path.clone(), text.as_bytes()), name, None));
        let ranked = RankedFolder {
            uri: Uri { tenant: None, path: folder, fragment: None }.to_string(),
            path: if name.is_empty() { ".".to_owned() } else { name.to_owned() },
            title: library.title(name, caller),
            score: 0.0,
            notes: library.count(name, caller),
            abstract_text: seen.texts.abstract_text,
            overview: seen.texts.overview,
        };
        folders.push((path, ranked));
    }
    let stamp = Stamp {
        commit: shelf.commit().cloned(),
        pipeline: PIPELINE.to_owned(),
        settings: String::new(),
        models: [None, None],
        notes: folders.len() as u64,
    };
    let mut indexed = indexed.into_iter().map(|drafted| drafted.document);
    let index = store.in_memory(&stamp, &mut indexed)?;
    // Everything in this index is what the caller may see.
    let view = index.view(&Caller::owner())?;
    let view = view.as_ref();
    let asked = Query::parse(query).settled(view)?;
    let today = workspace.today();
    let ranking = rank(view, &asked, &Admission { on: today, retired: true })?;
    let mut found: Vec<RankedFolder> = Vec::new();
    for hit in &ranking.hits {
        let Some(chunk) = Chunk::decode(&view.body(hit.document)?) else { continue };
        let Some((_, folder)) = folders.iter().find(|(path, _)| *path == chunk.note) else { continue };
        if found.len() < most && found.iter().all(|other| other.path != folder.path) {
            found.push(RankedFolder { score: hit.score, ..folder.clone() });
        }
    }
    Ok(found)
}

impl Redact for RankedFolder {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.abstract_text.redact(redaction);
        self.overview.redact(redaction);
    }
}
