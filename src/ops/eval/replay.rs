//! Asks one commit what another one answered: the golden questions, and for every claim that both serve the claim's own words. It says what is answered no longer, and not why.

use std::collections::BTreeSet;

use super::init::claims;
use super::sets::sheets;
use super::truth::{Truth, Truths};
use super::{EvalError, Examiner};
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::golden::{DERIVED, Question, normal, verbatim};
use crate::ops::Workspace;
use crate::ops::search::Minimum;
use crate::ops::snapshot::serve;
use crate::port::{Event, IndexStore};

/// Among how many results a claim must be when its own words are asked for.
const FIRST: usize = 5;

/// What a commit answers of what another one answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    answered: u64,
    lost: Vec<Question>,
}

impl Replay {
    /// How many questions find their answer now.
    pub fn answered(&self) -> u64 {
        self.answered
    }

    /// The questions that found their answer before and do not now.
    pub fn lost(&self) -> &[Question] {
        &self.lost
    }
}

/// Asks `after` what `before` answered.
///
/// A question of the files of golden questions must be answered as it says. The words of a claim must find it among the first
/// five results, in whatever note it stands now; whether a claim may go that is served no longer is not asked here.
pub fn replay(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    before: &CommitId,
    after: &CommitId,
) -> Result<Replay, EvalError> {
    let served = |commit: &CommitId| -> Result<Vec<Question>, EvalError> {
        let truth = Truth::read(workspace, Some(commit))?;
        Ok(verbatim(&claims(workspace, &truth, &BTreeSet::new())))
    };
    let key = |question: &Question| question.claims.first().map(|claim| normal(claim));
    let kept: BTreeSet<String> = served(after)?.iter().filter_map(key).collect();
    let is_served = |question: &Question| key(question).is_some_and(|key| kept.contains(&key));
    let made = served(before)?.into_iter().filter(is_served);
    let sheets = sheets(workspace, &[])?;
    let golden = sheets.iter().flat_map(|sheet| &sheet.set.questions).map(|golden| golden.question.clone());
    let asked: Vec<Question> = golden.filter(|question| !is_made_of_a_claim(question)).chain(made).collect();
    let mut new = Respondent::at(workspace, store, after)?;
    let mut replay = Replay::default();
    let mut unanswered = Vec::new();
    workspace.events.emit(Event::Stage { what: "asking again", total: Some(asked.len() as u64) });
    for question in asked {
        workspace.events.emit(Event::Advance(1));
        if new.answers(&question)? { replay.answered += 1 } else { unanswered.push(question) }
    }
    workspace.events.emit(Event::StageEnd);
    if !unanswered.is_empty() {
        let mut old = Respondent::at(workspace, store, before)?;
        for question in unanswered {
            if old.answers(&question)? {
                replay.lost.push(question);
            }
        }
    }
    Ok(replay)
}

/// Whether a golden question was made of a claim, as all claims are asked for anyway.
fn is_made_of_a_claim(question: &Question) -> bool {
    !question.unanswerable && question.tags.iter().any(|tag| tag == DERIVED)
}

/// One commit, ready to be asked what was lost elsewhere.
pub struct Respondent<'w, 'a>(Examiner<'w, 'a>);

impl<'w, 'a> Respondent<'w, 'a> {
    /// Makes ready to ask `commit`.
    pub fn at(
        workspace: &'w Workspace<'a>,
        store: &dyn IndexStore,
        commit: &CommitId,
    ) -> Result<Respondent<'w, 'a>, EvalError> {
        Ok(Respondent(Examiner {
            workspace,
            served: serve(workspace, store, Some(commit.as_str()), &Caller::owner())?,
            commit: None,
            truths: Truths::default(),
            minimum: Minimum::Configured,
        }))
    }

    /// Whether `question` is answered as it says; one that was made of a claim, whether the first results have it.
    pub fn answers(&mut self, question: &Question) -> Result<bool, EvalError> {
        let outcome = self.0.ask(question)?.outcome;
        if !is_made_of_a_claim(question) {
            return Ok(outcome.is_right(question));
        }
        let ranks = outcome.ranks();
        Ok(ranks.len() == question.claims.len() && ranks.iter().all(|rank| *rank <= FIRST))
    }
}
