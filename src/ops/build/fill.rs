//! Gives the notes of an index the vectors of a model that takes its time. It can be stopped at any moment and goes on where
//! it was; searches meanwhile answer from what is there.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Serialize;

use super::source::{Pending, Source};
use super::{BuildError, target, vectors};
use crate::caller::Caller;
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::port::{
    Claimed, Embedder, Event, Index, IndexStore, KeptVectors, ModelError, Purpose, Vector, VectorField,
};

/// After how long what was filled in becomes visible.
const VISIBLE: SignedDuration = SignedDuration::from_secs(10);

/// How long another build is waited for.
const WAIT: Duration = Duration::from_secs(60);

/// What was filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FillReport {
    /// The model.
    pub model: String,
    /// How many notes got their vectors.
    pub filled: u64,
    /// How many notes wait for theirs.
    pub pending: u64,
    /// Why they wait, where something went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Fills in the vectors that the index for `revision` lacks; only counts them unless `work`. `None` where no model takes its
/// time, or no index mirrors the revision.
pub fn fill(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    revision: Option<&str>,
    work: bool,
) -> Result<Option<FillReport>, BuildError> {
    let Some(deep) = workspace.models.deep else { return Ok(None) };
    let source = Source::open(workspace, target(workspace, revision)?)?;
    let Some(index) = store.open(&Caller::owner())? else { return Ok(None) };
    if *index.stamp() != source.stamp(index.stamp().notes) {
        return Ok(None);
    }
    let waiting = waiting(index.as_ref(), deep.model().dimension)?;
    let model = deep.model().id.split('@').next().unwrap_or_default().to_owned();
    let mut report = FillReport { model, filled: 0, pending: waiting.len() as u64, reason: None };
    let Some(kept) = workspace.models.kept.filter(|_| work && !waiting.is_empty()) else {
        return Ok(Some(report));
    };
    let notes: Vec<Pending> =
        source.list()?.into_iter().filter(|note| waiting.contains(&note.path)).collect();
    let run = Fill { workspace, store, source: &source, deep, kept };
    if let Err(error) = run.notes(&notes, &mut report) {
        match error {
            BuildError::Model(error) => report.reason = Some(error.to_string()),
            BuildError::Busy(_) => report.reason = Some(error.to_string()),
            error => return Err(error),
        }
    }
    Ok(Some(report))
}

/// The notes with a piece that has no deep vector.
fn waiting(index: &dyn Index, dimension: usize) -> Result<BTreeSet<RepoPath>, BuildError> {
    let view = index.view(&Caller::owner())?;
    let none = Vector::from_units(vec![0; dimension]);
    let near = view.similarities(VectorField::Deep, &none)?;
    let lacks = |document: u32| near.get(document as usize).is_none_or(|near| *near == f32::NEG_INFINITY);
    let mut waiting = BTreeSet::new();
    for (path, _) in index.contents()? {
        if view.pieces(&path)?.into_iter().any(lacks) {
            waiting.insert(path);
        }
    }
    Ok(waiting)
}

struct Fill<'f, 'w, 'a> {
    workspace: &'f Workspace<'a>,
    store: &'f dyn IndexStore,
    source: &'f Source<'w, 'a>,
    deep: &'f dyn Embedder,
    kept: &'f dyn KeptVectors,
}

impl Fill<'_, '_, '_> {
    fn notes(&self, notes: &[Pending], report: &mut FillReport) -> Result<(), BuildError> {
        let (events, clock) = (self.workspace.events, self.workspace.clock);
        events.emit(Event::Stage { what: "filling in vectors", total: Some(notes.len() as u64) });
        let (mut from, mut at) = (0, 0);
        let mut shown = clock.now();
        let mut failed = None;
        while at < notes.len() && failed.is_none() {
            let mut texts = Vec::new();
            let begun = at;
            while at < notes.len() && texts.len() < self.deep.batch() {
                texts.extend(self.lacking(&notes[at])?);
                at += 1;
            }
            if let Err(error) = self.embed(&texts) {
                failed = Some(error);
                at = begun;
            }
            events.emit(Event::Advance((at - begun) as u64));
            let is_due = clock.now().duration_since(shown) >= VISIBLE;
            if is_due || at == notes.len() || failed.is_some() {
                if from < at && !self.show(&notes[from..at], report)? {
                    report.reason = Some("the index was built for another commit meanwhile".to_owned());
                    return Ok(());
                }
                (from, shown) = (at, clock.now());
            }
        }
        events.emit(Event::StageEnd);
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// What of a note was never embedded.
    fn lacking(&self, note: &Pending) -> Result<Vec<String>, BuildError> {
        let model = self.deep.model();
        let drafts = self.source.drafts(note)?;
        let meanings = drafts.into_iter().map(|draft| draft.meaning);
        Ok(meanings.filter(|text| self.kept.of(&model.id, model.dimension, text).is_none()).collect())
    }

    fn embed(&self, texts: &[String]) -> Result<(), ModelError> {
        for batch in texts.chunks(self.deep.batch().max(1)) {
            let batch: Vec<&str> = batch.iter().map(String::as_str).collect();
            let vectors = self.deep.embed(Purpose::Passage, &batch)?;
            let made: Vec<(&str, &Vector)> = batch.iter().copied().zip(&vectors).collect();
            self.kept.keep(&self.deep.model().id, &made);
        }
        Ok(())
    }

    fn show(&self, notes: &[Pending], report: &mut FillReport) -> Result<bool, BuildError> {
        let is_shown = index_again(self.workspace, self.store, self.source, notes)?;
        if is_shown {
            report.filled += notes.len() as u64;
            report.pending -= notes.len() as u64;
        }
        Ok(is_shown)
    }
}

/// Indexes `notes` again, with what is known of them by now; `false` where the index is of something else.
pub(super) fn index_again(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    source: &Source<'_, '_>,
    notes: &[Pending],
) -> Result<bool, BuildError> {
    let mut build = match store.claim(WAIT)? {
        Claimed::Busy => return Err(BuildError::Busy(WAIT.as_secs())),
        Claimed::Build(build) => build,
    };
    let Some(stamp) = build.stamp().cloned() else { return Ok(false) };
    if stamp != source.stamp(stamp.notes) {
        return Ok(false);
    }
    for note in notes {
        let documents = vectors::attach(workspace.models, source.drafts(note)?)?;
        build.remove(&note.path)?;
        documents.into_iter().try_for_each(|document| build.add(document))?;
    }
    build.commit(&stamp)?;
    Ok(true)
}
