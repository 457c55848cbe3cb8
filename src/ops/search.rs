//! Answers a question from the notes of one commit, for one caller, within a budget.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::caller::Caller;
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::build::BuildError;
use crate::ops::snapshot::{Served, serve};
use crate::path::RepoPath;
use crate::port::{IndexError, IndexStore, IndexView};
use crate::search::{Admission, Chunk, CitedLines, Hit, Limits, Packed, Query, Ranking};
use crate::search::{admits, pack, passages, rank};
use crate::text::LineRange;

/// How a search is made.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The tokens of text in the answer; `None`: as `kb.toml` says.
    pub budget: Option<usize>,
    /// The most results.
    pub limit: usize,
    /// The day for which the answer must hold; `None`: today.
    pub as_of: Option<Date>,
    /// Whether deprecated and superseded notes count.
    pub include_deprecated: bool,
    /// The revision to answer from; `None`: the head of main.
    pub revision: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SearchReport {
    /// What was asked.
    pub query: String,
    /// The commit that the answer comes from; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// Whether that is what was asked for, and not an older one.
    pub fresh: bool,
    /// How many notes the caller may see.
    pub examined: u64,
    /// The results, best first.
    pub results: Vec<SearchResult>,
    /// Why there is nothing, or what was left out.
    pub reason: Option<String>,
}

/// One result: lines of one note.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SearchResult {
    /// The note.
    pub path: String,
    /// The lines that the text comes from, first and last.
    pub lines: LineRange,
    /// The title of the note.
    pub title: String,
    /// The headings above, outermost first.
    pub headings: Vec<String>,
    /// How well it answers; comparable within one answer only.
    pub score: f32,
    /// The score by origin.
    pub scores: Scores,
    /// How it was found.
    pub via: &'static str,
    /// The text, without footnote marks.
    pub text: String,
    /// The evidence that the text rests on.
    pub citations: Vec<CitedLines>,
    /// What the note says of its status, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// `unconfirmed` or `disputed`, where the note says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// The last day on which it holds, where the note names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub valid_until: Option<Date>,
}

/// A score by origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Scores {
    /// Of the words, by BM25 over the piece of the note.
    pub text: f32,
}

/// Answers `query` for `caller`.
pub fn search(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    query: &str,
    caller: &Caller,
    options: &SearchOptions,
) -> Result<SearchReport, BuildError> {
    let Served { index, fresh, note } = serve(workspace, store, options.revision.as_deref())?;
    let view = index.view(caller)?;
    let asked = Query::parse(query);
    let today = TimeZone::UTC.to_datetime(workspace.clock.now()).date();
    let admission = Admission { on: options.as_of.unwrap_or(today), retired: options.include_deprecated };
    let ranking = rank(view.as_ref(), &asked, &admission)?;
    let mut ranked = load(view.as_ref(), &asked, &ranking)?;
    let loaded = ranked.len();
    ranked.extend(beside(view.as_ref(), &asked, &ranked)?);
    let limits =
        Limits { tokens: options.budget.unwrap_or(workspace.config.search.budget), results: options.limit };
    let packed = pack(&ranked, passages(&asked, &ranking, &ranked), limits);
    let reason = reason(&asked, &ranking, view.notes(), loaded, packed.len(), &admission);
    let notes: Vec<String> = note.into_iter().chain(reason).collect();
    Ok(SearchReport {
        query: query.to_owned(),
        commit: index.stamp().commit.clone(),
        fresh,
        examined: view.notes(),
        results: packed.into_iter().map(|packed| result(&ranked, packed)).collect(),
        reason: (!notes.is_empty()).then(|| notes.join("; ")),
    })
}

/// The chunks of the hits, those left out that lack the words in quotes.
fn load(view: &dyn IndexView, query: &Query, ranking: &Ranking) -> Result<Vec<(Hit, Chunk)>, IndexError> {
    let mut loaded = Vec::with_capacity(ranking.hits.len());
    for hit in &ranking.hits {
        let Some(chunk) = Chunk::decode(&view.body(hit.document)?) else { continue };
        if admits(query, &chunk) {
            loaded.push((*hit, chunk));
        }
    }
    Ok(loaded)
}

/// How many of the best notes are read beyond the chunks that hold words of the query.
const READ_WHOLE: usize = 8;

/// How much a chunk counts that only stands in the same note as one that answers.
const BESIDE: f32 = 0.5;

/// The other chunks of the notes that answer a question best.
///
/// Who asks in a sentence wants what the note says of it, not only the lines that happen to use the same words.
/// Who looks for one or two words, an identifier or a phrase gets just these.
fn beside(
    view: &dyn IndexView,
    query: &Query,
    ranked: &[(Hit, Chunk)],
) -> Result<Vec<(Hit, Chunk)>, IndexError> {
    let mut found = Vec::new();
    if query.terms.len() < 3 || !query.phrases.is_empty() {
        return Ok(found);
    }
    let mut notes: Vec<&RepoPath> = Vec::new();
    for (best, chunk) in ranked {
        if notes.len() == READ_WHOLE {
            break;
        }
        if chunk.index_page || notes.contains(&&chunk.note) {
            continue;
        }
        notes.push(&chunk.note);
        for document in view.pieces(&chunk.note)? {
            if ranked.iter().any(|(hit, _)| hit.document == document) {
                continue;
            }
            let hit = Hit { document, score: BESIDE * best.score, matched: 0 };
            found.extend(Chunk::decode(&view.body(document)?).map(|chunk| (hit, chunk)));
        }
    }
    Ok(found)
}

fn result(ranked: &[(Hit, Chunk)], packed: Packed) -> SearchResult {
    let (hit, chunk) = &ranked[packed.chunk];
    let units = packed.units.iter().filter_map(|&unit| chunk.units.get(unit));
    let mut citations: Vec<CitedLines> = units.clone().flat_map(|unit| unit.citations.clone()).collect();
    citations.sort();
    citations.dedup();
    SearchResult {
        path: chunk.note.to_string(),
        lines: units.map(|unit| unit.lines).reduce(LineRange::union).unwrap_or_else(|| chunk.lines()),
        title: chunk.title.clone(),
        headings: chunk.headings.clone(),
        score: packed.score,
        scores: Scores { text: hit.score },
        via: "text",
        text: packed.text,
        citations,
        status: chunk.status.clone().filter(|status| status != "stable"),
        standing: chunk.standing.clone(),
        valid_until: chunk.validity.until,
    }
}

/// Why there is nothing, or what was left out; `None` where everything is there.
fn reason(
    query: &Query,
    ranking: &Ranking,
    notes: u64,
    loaded: usize,
    shown: usize,
    admission: &Admission,
) -> Option<String> {
    let mut said = Vec::new();
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    if query.is_empty() {
        said.push("the query holds no word to look for".to_owned());
    } else if shown == 0 {
        said.push(format!(
            "nothing relevant found in {}",
            if notes == 1 { "1 note".to_owned() } else { format!("{} notes", grouped(notes)) }
        ));
    }
    if shown == 0 && !query.phrases.is_empty() && loaded < ranking.hits.len() {
        said.push(format!(
            "no text has the words in quotes as they stand, {} has them apart",
            counted(ranking.found, "passage")
        ));
    }
    if !ranking.absent.is_empty() && !query.is_empty() {
        let words: Vec<String> = ranking.absent.iter().take(5).map(|word| format!("`{word}`")).collect();
        said.push(format!("no note has {}", words.join(", ")));
    }
    if ranking.below_threshold > 0 && shown == 0 {
        said.push(format!(
            "{} dropped: too little of the question in them",
            counted(ranking.below_threshold, "passage")
        ));
    }
    if ranking.retired > 0 {
        said.push(format!(
            "{} left out: deprecated or superseded, `--include-deprecated` shows them",
            counted(ranking.retired, "passage")
        ));
    }
    if ranking.not_valid > 0 {
        said.push(format!(
            "{} left out: not valid on {}, `--as-of` asks for another day",
            counted(ranking.not_valid, "passage"),
            admission.on
        ));
    }
    if query.shortened {
        said.push("the query was long; its last question counted".to_owned());
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// A number with its thousands set apart by commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
