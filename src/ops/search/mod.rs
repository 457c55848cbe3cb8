//! Answers a question from the notes of one commit, for one caller, within a budget.

mod beside;
mod evidence;
mod expand;
mod explain;
mod meaning;
mod minimum;
mod reason;
mod related;
mod report;

use jiff::civil::Date;

use self::beside::beside;
use self::evidence::serve_evidence;
pub use self::expand::Expansion;
use self::expand::expanded;
use self::explain::Explainer;
use self::meaning::{meanings, rescored};
pub use self::minimum::{Minimum, Thresholds};
use self::reason::{Told, reason};
use self::related::related;
pub use self::report::{Explanation, Ranks, Scores, SearchReport, SearchResult, TermShare};
use crate::caller::{Caller, Tenant};
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::build::BuildError;
use crate::ops::folders::ranked_folders;
use crate::ops::item::keep_seen;
use crate::ops::policy::redaction;
use crate::ops::shelf::Shelf;
use crate::ops::snapshot::{Served, serve, serve_with_edits, with_changes};
use crate::port::{IndexError, IndexStore, IndexView, VectorField};
use crate::redact::Redact as _;
use crate::search::{
    Admission, Chunk, CitedLines, Filter, Hit, Judgment, Limits, Packed, Passage, Query, Sieve,
};
use crate::search::{OTHER_WORDS, fuse, pack, passages, rank, weigh_wholes, widen};
use crate::text::LineRange;
use crate::uri::Uri;

/// How many folders come before the results at most.
const MOST_FOLDERS: usize = 5;

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
    /// What a result must reach; one that holds every word of the query is never cut.
    pub minimum: Minimum,
    /// Whether each result says how it came to its place.
    pub explain: bool,
    /// Whether the evidence is searched instead of the notes.
    pub evidence: bool,
    /// What is demanded of the notes, beside what the query demands.
    pub filters: Vec<Filter>,
    /// Whether the folders whose summaries answer come first.
    pub progressive: bool,
    /// Whether other words for the query are looked for too, where the workspace has somebody who finds them.
    pub expand: bool,
    /// Whether the owner of the checkout is answered from the notes as they are saved there; else from the commit alone.
    pub edits: bool,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            budget: None,
            limit: 100,
            as_of: None,
            include_deprecated: false,
            revision: None,
            minimum: Minimum::Configured,
            explain: false,
            evidence: false,
            filters: Vec::new(),
            progressive: false,
            expand: false,
            edits: true,
        }
    }
}

impl SearchOptions {
    /// What counts as an answer beside the words.
    fn admission(&self, workspace: &Workspace<'_>) -> Admission {
        let on = self.as_of.unwrap_or_else(|| workspace.today());
        Admission { on, retired: self.include_deprecated }
    }
}

/// Answers `query` for `caller`.
pub fn search(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    query: &str,
    caller: &Caller,
    options: &SearchOptions,
) -> Result<SearchReport, BuildError> {
    let revision = options.revision.as_deref();
    let served = if options.evidence {
        serve_evidence(workspace, store, caller, options)?
    } else if options.edits {
        serve_with_edits(workspace, store, revision, caller)?
    } else {
        serve(workspace, store, revision, caller)?
    };
    let mut report = answer(workspace, &served, query, caller, options)?;
    if options.progressive {
        report.folders = ranked_folders(workspace, store, caller, query, revision, MOST_FOLDERS)?;
        report.folders.redact(&redaction(workspace, caller)?);
    }
    Ok(report)
}

/// Answers `query` for `caller` from the notes of a commit as they are with `changes`, which are nowhere but in memory.
pub fn search_changed(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    query: &str,
    caller: &Caller,
    options: &SearchOptions,
    changes: &ChangeSet,
) -> Result<SearchReport, BuildError> {
    let revision = options.revision.as_deref();
    let served = serve(workspace, store, revision, caller)?;
    let served = with_changes(workspace, served, revision, changes)?;
    answer(workspace, &served, query, caller, options)
}

/// Answers `query` for `caller` from `served`, for who asks more than once. Folders are not ranked.
pub(super) fn answer(
    workspace: &Workspace<'_>,
    served: &Served,
    query: &str,
    caller: &Caller,
    options: &SearchOptions,
) -> Result<SearchReport, BuildError> {
    let Served { index, fresh, note, uncommitted, overlaid } = served;
    let view = index.view(caller)?;
    let view = view.as_ref();
    let asked = Query::parse(query).with_filters(options.filters.clone()).settled(view)?;
    let admission = options.admission(workspace);
    let ranking = rank(view, &asked, &admission)?;
    let (meanings, unasked) = meanings(workspace.models, index.stamp(), view, &asked)?;
    let sieve = Sieve::new(view, &asked, &admission)?;
    let admitted = |document| sieve.judge(document) == Judgment::Admitted;
    let mut hits = fuse(&asked, &ranking, &meanings, admitted, |document| view.key(document));
    weigh_wholes(&mut hits, |document| view.note(document));
    let before = hits.clone();
    let (judge, unjudged) = rescored(workspace.models, index.stamp(), view, &asked, &mut hits)?;
    let (others, expansion) = expanded(workspace, view, &asked, options)?;
    let (mut rankings, mut found) = (Vec::new(), Vec::new());
    for other in &others {
        let ranking = rank(view, other, &admission)?;
        let (meanings, _) = self::meanings(workspace.models, index.stamp(), view, other)?;
        found.push(fuse(other, &ranking, &meanings, admitted, |document| view.key(document)));
        rankings.push(ranking);
    }
    let led = widen(&mut hits, &asked, &found, |document| view.key(document));
    if !led.is_empty() {
        weigh_wholes(&mut hits, |document| view.note(document));
    }
    let loaded = load(view, &sieve, hits)?;
    let (mut ranked, below_minimum) = options.minimum.keep(&workspace.config.search, &asked, loaded);
    related(view, workspace.layout.knowledge.as_ref(), &sieve, &mut ranked)?;
    ranked.truncate(options.limit);
    ranked.extend(beside(view, &asked, &ranked)?);
    let limits =
        Limits { tokens: options.budget.unwrap_or(workspace.config.search.budget), results: options.limit };
    let mut pieces = passages(&asked, &ranking, &ranked);
    for (at, (other, ranking)) in others.iter().zip(&rankings).enumerate() {
        let is_led = |piece: &Passage| led.get(&ranked[piece.chunk].0.document) == Some(&at);
        let led = passages(other, ranking, &ranked).into_iter().filter(is_led);
        pieces.extend(led.map(|piece| Passage { score: OTHER_WORDS * piece.score, ..piece }));
    }
    let packed = pack(&ranked, best_of_each(pieces), limits);
    let told = Told {
        query: &asked,
        ranking: &ranking,
        admission: &admission,
        notes: view.notes(),
        shown: packed.len(),
        below_minimum,
    };
    let notes: Vec<String> = [note.clone(), unasked, unjudged, reason(&told)].into_iter().flatten().collect();
    let explainer =
        options.explain.then(|| Explainer::new(view, &asked, &ranking, &meanings, &before, judge));
    let thresholds = options.minimum.thresholds(&workspace.config.search);
    let commit = index.stamp().commit.clone();
    let mut results = Vec::with_capacity(packed.len());
    for packed in packed {
        let (hit, chunk) = &ranked[packed.chunk];
        let commit = commit.clone().filter(|_| !uncommitted.contains(&chunk.note));
        let explained = explainer.as_ref().map(|explainer| explainer.explain(hit)).transpose()?;
        let explanation = explained.map(|explained| Explanation { thresholds, ..explained });
        let access = view.access(hit.document);
        results.push(SearchResult { explanation, ..result(&ranked, packed, commit, access.tenant) });
    }
    let mut report = SearchReport {
        query: query.to_owned(),
        commit,
        fresh: *fresh,
        overlaid: *overlaid,
        examined: view.notes(),
        folders: Vec::new(),
        results,
        expansion,
        reason: (!notes.is_empty()).then(|| notes.join("; ")),
    };
    // What is not committed is the owner's, who sees everything.
    if !caller.is_owner() {
        let shelf = match &report.commit {
            Some(commit) => Shelf::at(workspace, commit)?,
            None => Shelf::of_tree(workspace)?,
        };
        keep_seen(&shelf, caller, report.results.iter_mut().map(|result| &mut result.citations))?;
    }
    report.results.redact(&redaction(workspace, caller)?);
    Ok(report)
}

/// `pieces` with each once, as what it says best.
fn best_of_each(mut pieces: Vec<Passage>) -> Vec<Passage> {
    pieces.sort_by(|a, b| (a.chunk, a.unit).cmp(&(b.chunk, b.unit)).then(b.score.total_cmp(&a.score)));
    pieces.dedup_by_key(|piece| (piece.chunk, piece.unit));
    pieces
        .sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (a.chunk, a.unit).cmp(&(b.chunk, b.unit))));
    pieces
}

/// The chunks of the hits that may answer.
fn load(
    view: &dyn IndexView,
    sieve: &Sieve<'_, '_>,
    hits: Vec<Hit>,
) -> Result<Vec<(Hit, Chunk)>, IndexError> {
    let mut loaded = Vec::with_capacity(hits.len());
    for hit in hits {
        let Some(chunk) = Chunk::decode(&view.body(hit.document)?) else { continue };
        if sieve.passes(&chunk)? {
            loaded.push((hit, chunk));
        }
    }
    Ok(loaded)
}

fn result(
    ranked: &[(Hit, Chunk)],
    packed: Packed,
    commit: Option<CommitId>,
    tenant: Option<Tenant>,
) -> SearchResult {
    let (hit, chunk) = &ranked[packed.chunk];
    let units = packed.units.iter().filter_map(|&unit| chunk.units.get(unit));
    let mut citations: Vec<CitedLines> = units.clone().flat_map(|unit| unit.citations.clone()).collect();
    citations.sort();
    citations.dedup();
    SearchResult {
        uri: Uri::new(tenant, chunk.note.clone()).to_string(),
        path: chunk.note.to_string(),
        commit,
        lines: units.map(|unit| unit.lines).reduce(LineRange::union).unwrap_or_else(|| chunk.lines()),
        title: chunk.title.clone(),
        headings: chunk.headings.clone(),
        score: packed.score,
        scores: Scores {
            text: hit.legs.text,
            vector: hit.legs.meaning[VectorField::Instant.index()],
            deep: hit.legs.meaning[VectorField::Deep.index()],
        },
        via: hit.via,
        text: packed.text,
        citations,
        status: chunk.status.clone().filter(|status| status != "stable"),
        standing: chunk.standing.clone(),
        valid_from: chunk.validity.from,
        valid_until: chunk.validity.until,
        explanation: None,
    }
}
