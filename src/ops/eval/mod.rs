//! `kb eval`: asks the golden questions as a reader would and measures the answers. It changes nothing.

mod calibrate;
mod compare;
mod init;
mod replay;
mod report;
mod sets;
mod truth;

pub use calibrate::{CalibrationReport, Leg, calibrate};
pub use compare::{EvalComparison, Moved, Side, Standing, compare};
pub use init::{EvalInitOptions, EvalInitReport, eval_init};
pub use replay::{Replay, Respondent, replay};
pub use report::{Answer, EvalReport, FileProblem, Required};

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use self::sets::{Sheet, sheets};
use self::truth::Truths;
use crate::caller::{Caller, Label, Tenant};
use crate::digest::CommitId;
use crate::golden::{Golden, Measures, Metric, Outcome, Piece, Question, judge};
use crate::ops::build::BuildError;
use crate::ops::policy::{CallerError, caller_named};
use crate::ops::search::{Minimum, SearchOptions, SearchResult, answer};
use crate::ops::snapshot::{Served, serve, serve_apart};
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{Event, FilesError, IndexStore};

/// The folder that holds the files of golden questions.
pub const FOLDER: &str = "eval";

/// What is evaluated.
#[derive(Clone, Debug, Default)]
pub struct EvalOptions {
    /// The files of questions, or folders of such; without any the folder `eval`.
    pub paths: Vec<RepoPath>,
    /// The revision that answers; `None`: the head of main.
    pub revision: Option<String>,
    /// Whether an index made in memory answers, as for settings that are not those of the kept one.
    pub is_apart: bool,
    /// Only questions with one of these tags; all without any.
    pub tags: Vec<String>,
    /// Only questions in one of these languages; all without any.
    pub langs: Vec<String>,
}

/// Says why nothing was measured.
#[derive(Debug, Error)]
pub enum EvalError {
    /// The workspace could not be read or written.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// No index could be asked.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A question names a caller that there is not.
    #[error(transparent)]
    Caller(#[from] CallerError),
    /// A file that was named is not there.
    #[error("there is no file `{0}`")]
    NoFile(RepoPath),
    /// A file cannot be brought up to date by a machine.
    #[error("`{0}` has no line `questions:` with one `-` a question below it; nothing was written")]
    NotWritable(RepoPath),
    /// A threshold separates two kinds of questions, and one is missing.
    #[error("{answerable} questions got a right answer and {unanswerable} have none; a threshold needs both")]
    OneSided {
        /// How many got a right result.
        answerable: usize,
        /// How many are unanswerable.
        unanswerable: usize,
    },
    /// There is no question to ask.
    #[error("no golden question to ask{0}")]
    NoQuestion(String),
}

impl From<FilesError> for EvalError {
    fn from(error: FilesError) -> EvalError {
        EvalError::Workspace(error.into())
    }
}

/// Asks the golden questions and measures the answers.
pub fn eval(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    options: &EvalOptions,
) -> Result<EvalReport, EvalError> {
    let (sheets, mut examiner) = Examiner::open(workspace, store, options)?;
    let asked = options.chosen(&sheets);
    let mut problems: Vec<FileProblem> = sheets.iter().flat_map(Sheet::problems).collect();
    let mut answers = Vec::with_capacity(asked.len());
    workspace.events.emit(Event::Stage { what: "asking", total: Some(asked.len() as u64) });
    for (sheet, golden) in &asked {
        let outcome = match examiner.ask(&golden.question) {
            Err(EvalError::Caller(error @ CallerError::Unknown { .. })) => {
                let (file, message) = (sheet.path.to_string(), error.to_string());
                problems.push(FileProblem { file, line: golden.line, message });
                continue;
            }
            asked => asked?.outcome,
        };
        answers.push(Answer {
            file: sheet.path.to_string(),
            line: golden.line,
            question: golden.question.clone(),
            is_right: outcome.is_right(&golden.question),
            outcome,
        });
        workspace.events.emit(Event::Advance(1));
    }
    workspace.events.emit(Event::StageEnd);
    Ok(EvalReport {
        version: 1,
        commit: examiner.commit,
        files: sheets.iter().map(|sheet| sheet.path.to_string()).collect(),
        problems,
        all: measures(answers.iter(), &[]),
        by_lang: grouped(&answers, |question| question.lang.iter().cloned().collect()),
        by_tag: grouped(&answers, |question| question.tags.iter().cloned().collect()),
        required: sheets.iter().flat_map(|sheet| required(sheet, &answers)).collect(),
        answers,
    })
}

impl EvalOptions {
    /// The questions of `sheets` that are asked.
    fn chosen<'s>(&self, sheets: &'s [Sheet]) -> Vec<(&'s Sheet, &'s Golden)> {
        let all =
            sheets.iter().flat_map(|sheet| sheet.set.questions.iter().map(move |golden| (sheet, golden)));
        all.filter(|(_, golden)| self.takes(&golden.question)).collect()
    }

    fn takes(&self, question: &Question) -> bool {
        let is_tagged = self.tags.is_empty() || question.tags.iter().any(|tag| self.tags.contains(tag));
        let lang = question.lang.as_ref();
        is_tagged && (self.langs.is_empty() || lang.is_some_and(|lang| self.langs.contains(lang)))
    }

    /// What narrowed the choice so far that nothing was left.
    fn narrowed(&self, sheets: &[Sheet]) -> String {
        if sheets.iter().all(|sheet| sheet.set.questions.is_empty()) {
            return if self.paths.is_empty() { format!(" in {FOLDER}/*.yaml") } else { String::new() };
        }
        let tags = self.tags.iter().map(|tag| format!("--tag {tag}"));
        let langs = self.langs.iter().map(|lang| format!("--lang {lang}"));
        format!(" with {}", tags.chain(langs).collect::<Vec<_>>().join(" "))
    }
}

/// Asks one question after the other, all of the same knowledge.
struct Examiner<'w, 'a> {
    workspace: &'w Workspace<'a>,
    served: Served,
    /// The commit that answered last.
    commit: Option<CommitId>,
    truths: Truths,
    /// What a result must reach.
    minimum: Minimum,
}

/// How strong one result is, by leg.
#[derive(Clone, Copy, Debug, Default)]
struct Strength {
    /// The share of the question's weight that stands in it.
    words: f64,
    /// Its cosine by the model that answers.
    meaning: Option<f64>,
}

impl Strength {
    fn of(result: &SearchResult) -> Strength {
        let words = result.explanation.as_ref().map_or(0.0, |explanation| f64::from(explanation.coverage));
        Strength { words, meaning: result.scores.deep.or(result.scores.vector).map(f64::from) }
    }

    /// The stronger of both in each leg.
    fn or(self, other: Strength) -> Strength {
        let meaning = match (self.meaning, other.meaning) {
            (Some(own), Some(other)) => Some(own.max(other)),
            (own, other) => own.or(other),
        };
        Strength { words: self.words.max(other.words), meaning }
    }
}

/// What asking one question gave.
struct Replied {
    outcome: Outcome,
    /// How strong each result is.
    strengths: Vec<Strength>,
}

impl<'w, 'a> Examiner<'w, 'a> {
    /// Reads the questions and makes ready to ask them.
    fn open(
        workspace: &'w Workspace<'a>,
        store: &dyn IndexStore,
        options: &EvalOptions,
    ) -> Result<(Vec<Sheet>, Examiner<'w, 'a>), EvalError> {
        let sheets = sheets(workspace, &options.paths)?;
        if options.chosen(&sheets).is_empty() && sheets.iter().all(|sheet| sheet.set.problems.is_empty()) {
            return Err(EvalError::NoQuestion(options.narrowed(&sheets)));
        }
        let revision = options.revision.as_deref();
        // Each question is asked on behalf of its own caller: all that there is lies ready.
        let served = if options.is_apart {
            serve_apart(workspace, store, revision)?
        } else {
            serve(workspace, store, revision, &Caller::owner())?
        };
        Ok((
            sheets,
            Examiner {
                workspace,
                served,
                commit: None,
                truths: Truths::default(),
                minimum: Minimum::Configured,
            },
        ))
    }

    fn ask(&mut self, question: &Question) -> Result<Replied, EvalError> {
        let caller = caller(self.workspace, question)?;
        let options = SearchOptions {
            budget: question.budget,
            as_of: question.as_of,
            explain: true,
            minimum: self.minimum,
            ..SearchOptions::default()
        };
        let report = answer(self.workspace, &self.served, &question.question, &caller, &options)?;
        let on = question.as_of.unwrap_or_else(|| self.workspace.today());
        let strengths = report.results.iter().map(Strength::of).collect();
        let mut pieces: Vec<Piece> = Vec::with_capacity(report.results.len());
        for result in report.results {
            // What is saved and not committed yet is told by the files.
            let truth = self.truths.of(self.workspace, result.commit.as_ref())?;
            pieces.push(Piece {
                stale: truth.is_stale(&result.path, on),
                ghost: truth.is_ghost(&result.path, &caller),
                path: result.path,
                text: result.text,
            });
        }
        let mut outcome = judge(question, &pieces);
        let truth = self.truths.of(self.workspace, report.commit.as_ref())?;
        for target in outcome.targets.iter_mut().filter(|target| target.rank.is_none()) {
            target.is_known = Some(truth.knows(target));
        }
        self.commit = report.commit;
        Ok(Replied { outcome, strengths })
    }
}

/// On whose behalf `question` is asked.
fn caller(workspace: &Workspace<'_>, question: &Question) -> Result<Caller, CallerError> {
    let Some(asking) = &question.caller else { return Ok(Caller::owner()) };
    match &asking.name {
        Some(name) => caller_named(workspace, name),
        None => {
            let labels = asking.labels.iter().cloned().map(Label);
            Ok(Caller::new(asking.tenant.clone().map(Tenant), labels))
        }
    }
}

fn measures<'r>(answers: impl Iterator<Item = &'r Answer>, also: &[Metric]) -> Measures {
    let answers: Vec<(&Question, &Outcome)> =
        answers.map(|answer| (&answer.question, &answer.outcome)).collect();
    Measures::of(&answers, also)
}

/// The measures of the answers of each group that `groups` puts a question in.
fn grouped(answers: &[Answer], groups: fn(&Question) -> BTreeSet<String>) -> BTreeMap<String, Measures> {
    let names: BTreeSet<String> = answers.iter().flat_map(|answer| groups(&answer.question)).collect();
    let of = |name: &String| {
        measures(answers.iter().filter(|answer| groups(&answer.question).contains(name)), &[])
    };
    names.into_iter().map(|name| (name.clone(), of(&name))).collect()
}

/// What `sheet` requires, and whether its questions reach it.
fn required(sheet: &Sheet, answers: &[Answer]) -> Vec<Required> {
    let asked: Vec<Metric> = sheet.set.require.iter().map(|(metric, _)| *metric).collect();
    let own = answers.iter().filter(|answer| answer.file == sheet.path.as_str());
    let measures = measures(own, &asked);
    let judged = sheet.set.require.iter().map(|&(metric, wanted)| {
        let value = measures.value(metric);
        Required {
            file: sheet.path.to_string(),
            metric: metric.to_string(),
            wanted,
            value,
            is_met: value.is_some_and(|value| metric.reaches(value, wanted)),
        }
    });
    judged.collect()
}
