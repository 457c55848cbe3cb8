//! `kb ask`: answers a question with what the knowledge says, each sentence with its place and its evidence. What is not
//! in the results is not in the answer (I9).

mod candidate;
mod choose;
mod report;

pub use report::{AskReport, Sentence};

use jiff::civil::Date;

use self::candidate::candidates;
use self::choose::{Candidate, Chosen, Room, choose};
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::note::Note;
use crate::ops::build::BuildError;
use crate::ops::policy::redaction;
use crate::ops::search::{SearchOptions, SearchReport, SearchResult, answer};
use crate::ops::snapshot::{Served, serve_with_edits};
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::IndexStore;
use crate::search::Query;

/// How a question is asked.
#[derive(Clone, Debug)]
pub struct AskOptions {
    /// The tokens of text in the answer; `None`: as `kb.toml` says.
    pub budget: Option<usize>,
    /// The most sentences.
    pub sentences: usize,
    /// The day for which the answer must hold; `None`: today.
    pub as_of: Option<Date>,
    /// The revision to answer from; `None`: the head of main.
    pub revision: Option<String>,
}

/// Answers `question` for `caller`.
pub fn ask(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    question: &str,
    caller: &Caller,
    options: &AskOptions,
) -> Result<AskReport, BuildError> {
    let served = serve_with_edits(workspace, store, options.revision.as_deref(), caller)?;
    let searched = SearchOptions {
        budget: options.budget,
        as_of: options.as_of,
        explain: true,
        ..SearchOptions::default()
    };
    let found = answer(workspace, &served, question, caller, &searched)?;
    let chosen = chosen(workspace, &served, question, caller, options, &found)?;
    let reason = reason(&found, &chosen);
    Ok(AskReport {
        version: 1,
        question: question.to_owned(),
        commit: found.commit,
        fresh: found.fresh,
        family: "rules",
        examined: found.examined,
        is_answered: chosen.is_answer,
        coverage: chosen.coverage,
        sentences: if chosen.is_answer { chosen.sentences } else { Vec::new() },
        open: chosen.open,
        reason,
    })
}

/// The sentences of the results that answer.
fn chosen(
    workspace: &Workspace<'_>,
    served: &Served,
    question: &str,
    caller: &Caller,
    options: &AskOptions,
    found: &SearchReport,
) -> Result<Chosen, BuildError> {
    let view = served.index.view(caller)?;
    let query = Query::parse(question).settled(view.as_ref())?;
    let explained = found.results.iter().find_map(|result| result.explanation.as_ref());
    let Some(explained) = explained else { return Ok(Chosen::default()) };
    let weights: Vec<f32> = explained.terms.iter().map(|term| term.idf).collect();
    let today = workspace.today();
    let redaction = redaction(workspace, caller)?;
    let mut all = Vec::new();
    for (place, result) in found.results.iter().enumerate() {
        let Some(note) = read(workspace, result.commit.as_ref(), &result.path)? else { continue };
        // An entry page lists notes and asserts nothing.
        if note.is_index() {
            continue;
        }
        let is_meant = is_meant(workspace, result);
        let sentences = candidates(&note, result, today, &redaction).into_iter();
        all.extend(sentences.map(|sentence| Candidate { sentence, place, is_meant }));
    }
    let tokens = options.budget.unwrap_or(workspace.config.search.budget);
    Ok(choose(&query, &weights, all, Room { tokens, sentences: options.sentences }))
}

/// The note at `path` of `commit`; `None`: of the working tree.
fn read(
    workspace: &Workspace<'_>,
    commit: Option<&CommitId>,
    path: &str,
) -> Result<Option<Note>, BuildError> {
    let Ok(path) = RepoPath::new(path) else { return Ok(None) };
    let bytes = match commit {
        Some(commit) => workspace.git()?.file(commit, &path)?,
        None => workspace.files.read(&path).map_err(WorkspaceError::from)?,
    };
    Ok(bytes.map(|bytes| Note::parse(path, &bytes)))
}

/// Whether the model that takes its time finds `result` so near to the question that the words do not matter.
fn is_meant(workspace: &Workspace<'_>, result: &SearchResult) -> bool {
    let floor = workspace.models.deep.map(|deep| deep.model().floor);
    // Half way from having nothing in common to being the same.
    floor.zip(result.scores.deep).is_some_and(|(floor, near)| near >= f32::midpoint(floor, 1.0))
}

/// Why there is no answer, or what was left out.
fn reason(found: &SearchReport, chosen: &Chosen) -> Option<String> {
    let mut said = Vec::new();
    if !chosen.is_answer && !chosen.sentences.is_empty() {
        let open: Vec<String> = chosen.open.iter().take(5).map(|word| format!("`{word}`")).collect();
        said.push(format!("what comes nearest says nothing of {}", open.join(", ")));
        said.push("`kb search` shows it".to_owned());
    }
    said.extend(found.reason.clone());
    (!said.is_empty()).then(|| said.join("; "))
}
