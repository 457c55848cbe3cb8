//! The end of a reorganisation: when every part has ended, the index is rebuilt and compared, and the golden questions are
//! asked again. Only then `end.yaml` says that it is over; what fails is found again by the next run.

use std::time::Duration;

use serde::Serialize;

use super::ReorgError;
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::golden::Question;
use crate::ops::Workspace;
use crate::ops::build::{BuildOptions, build, fill, prefix};
use crate::ops::eval::{Respondent, replay};
use crate::ops::ledger::{Entry, Ledger, LedgerError, Reorganisation};
use crate::ops::target::Target;
use crate::plan::PartName;
use crate::port::{Event, GitWrite, IndexStore, fault};
use crate::proposal::{EndedReorg, PartEnd, Quantities, RECORD_VERSION, ReorgFile, reorg_path};
use crate::reorg::quantities;
use crate::yaml;

/// How long another build is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many differences of two indexes are shown.
const SHOWN: usize = 5;

/// What became of the proof.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Finish {
    /// Where main stands.
    pub commit: CommitId,
    /// What was served at the plan's base.
    pub before: Quantities,
    /// What is served now.
    pub after: Quantities,
    /// How many pieces the index has.
    pub documents: u64,
    /// Where an incremental and a full build differ; none where they are alike.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
    /// How many questions find their answer.
    pub questions: u64,
    /// Questions that found their answer then and find it no longer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostQuestion>,
}

/// A question that found its answer before and does not now.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct LostQuestion {
    /// What is asked.
    pub question: String,
    /// The part whose merge did that; `None` where it was something else that main got meanwhile.
    pub part: Option<PartName>,
}

impl LostQuestion {
    fn of(question: &Question, part: Option<&PartName>) -> LostQuestion {
        LostQuestion { question: question.question.clone(), part: part.cloned() }
    }
}

impl Finish {
    /// What `ended` says.
    pub(super) fn of(ended: &EndedReorg) -> Finish {
        Finish {
            commit: ended.commit.clone(),
            before: ended.before,
            after: ended.after,
            documents: ended.documents,
            differences: Vec::new(),
            questions: ended.questions,
            lost: Vec::new(),
        }
    }

    /// Whether all was proved.
    pub fn is_proved(&self) -> bool {
        self.differences.is_empty() && self.lost.iter().all(|lost| lost.part.is_none())
    }
}

/// Proves and ends the reorganisation; `None` as long as a part has not ended.
pub(super) fn finish(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    store: &dyn IndexStore,
    begun: &Reorganisation,
) -> Result<Option<Finish>, ReorgError> {
    let plan = &begun.plan;
    let ledger = Ledger::open(git)?;
    let Some(known) = ledger.reorganisation(git, &plan.id)? else { return Ok(None) };
    let is_open = |part: &crate::plan::Part| !known.has(&ReorgFile::Outcomes(part.name.clone()));
    if known.is_over() || plan.parts.iter().any(is_open) {
        return Ok(None);
    }
    let target = Target::read(workspace, git)?;
    let base = plan.base.clone().unwrap_or_else(|| target.commit.clone());
    workspace.events.emit(Event::Stage { what: "building everything anew", total: None });
    let (documents, differences) = rebuilt(workspace, store)?;
    workspace.events.emit(Event::StageEnd);
    let replayed = replay(workspace, store, &base, &target.commit)?;
    let mut finish = Finish {
        before: quantities(&workspace.vault_at(&base)?, plan.day),
        after: quantities(&workspace.vault_at(&target.commit)?, plan.day),
        commit: target.commit,
        documents,
        differences,
        questions: replayed.answered(),
        lost: Vec::new(),
    };
    if !replayed.lost().is_empty() {
        finish.lost = blamed(workspace, git, store, &known, &base, replayed.lost())?;
    }
    if finish.is_proved() {
        end(workspace, git, &known, &finish)?;
    }
    Ok(Some(finish))
}

/// Builds what changed, then everything, and compares: how many pieces there are, and where the two differ.
fn rebuilt(workspace: &Workspace<'_>, store: &dyn IndexStore) -> Result<(u64, Vec<String>), ReorgError> {
    let dumped = |full| -> Result<Vec<String>, ReorgError> {
        let options = BuildOptions { revision: None, full, wait: PATIENCE, dry_run: false };
        build(workspace, store, &options)?;
        prefix(workspace, store, None, None)?;
        fill(workspace, store, None, true)?;
        let index = store.open(&Caller::owner())?;
        Ok(index.map(|index| index.dump()).transpose()?.unwrap_or_default())
    };
    let (grown, made) = (dumped(false)?, dumped(true)?);
    let only = |one: &[String], other: &[String], what: &str| -> Vec<String> {
        let missing = one.iter().filter(|line| other.binary_search(line).is_err());
        missing
            .take(SHOWN)
            .map(|line| format!("{what}: {}", line.chars().take(200).collect::<String>()))
            .collect()
    };
    let mut differences = only(&grown, &made, "only in the incremental index");
    differences.extend(only(&made, &grown, "only in the full one"));
    Ok((made.len() as u64, differences))
}

/// The questions that were lost, each with the part whose merge did that.
fn blamed(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    store: &dyn IndexStore,
    known: &Reorganisation,
    base: &CommitId,
    lost: &[Question],
) -> Result<Vec<LostQuestion>, ReorgError> {
    // Parts merge in the order in which they were approved, which need not be that of the plan.
    let mut merges = Vec::new();
    for part in &known.plan.parts {
        if let Some(PartEnd::Merged { commit }) = known.outcomes(git, &part.name)?.map(|ended| ended.end) {
            let place = git.first_parents(&commit, Some(base))?.0.len();
            merges.push((place, part.name.clone(), commit));
        }
    }
    merges.sort();
    let mut blamed: Vec<LostQuestion> = Vec::new();
    let mut open: Vec<&Question> = lost.iter().collect();
    for (_, part, commit) in merges {
        let (gone, rest) = lost_at(workspace, store, &commit, open)?;
        open = rest;
        // What was gone before this merge, somebody else took.
        let parent = git.commit(&commit)?.parents.into_iter().next();
        let (earlier, here) = match parent.filter(|_| !gone.is_empty()) {
            Some(parent) => lost_at(workspace, store, &parent, gone)?,
            None => (Vec::new(), gone),
        };
        blamed.extend(earlier.into_iter().map(|question| LostQuestion::of(question, None)));
        blamed.extend(here.into_iter().map(|question| LostQuestion::of(question, Some(&part))));
        if open.is_empty() {
            break;
        }
    }
    blamed.extend(open.into_iter().map(|question| LostQuestion::of(question, None)));
    Ok(blamed)
}

/// Those of `questions` that `commit` does not answer, and those that it does.
fn lost_at<'q>(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    commit: &CommitId,
    questions: Vec<&'q Question>,
) -> Result<(Vec<&'q Question>, Vec<&'q Question>), ReorgError> {
    let mut asked = Respondent::at(workspace, store, commit)?;
    let (mut lost, mut answered) = (Vec::new(), Vec::new());
    for question in questions {
        if asked.answers(question)? { answered.push(question) } else { lost.push(question) }
    }
    Ok((lost, answered))
}

/// Writes down that it is over.
fn end(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    known: &Reorganisation,
    finish: &Finish,
) -> Result<(), ReorgError> {
    let (plan, now) = (&known.plan, workspace.clock.now());
    let ended = EndedReorg {
        version: RECORD_VERSION,
        at: now,
        commit: finish.commit.clone(),
        before: finish.before,
        after: finish.after,
        documents: finish.documents,
        questions: finish.questions,
    };
    fault::point("reorg.before-end");
    let entry = Entry::new(format!("{}: ended at {}", plan.id, finish.commit.short()))
        .file(reorg_path(plan, &ReorgFile::End), yaml::to_string(&ended));
    match entry.append(git, &git.user()?, now) {
        // Another run ended it at this moment.
        Err(LedgerError::Rewritten { .. }) => {}
        other => other?,
    }
    fault::point("reorg.after-end");
    Ok(())
}
