//! Asks what one commit answered of another one: the golden questions, and a question made of every claim that the first one
//! serves. It says what is answered no longer, and not why.

use std::collections::BTreeSet;

use super::init::claims;
use super::sets::sheets;
use super::truth::{Truth, Truths};
use super::{EvalError, Examiner};
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::golden::{DERIVED, Question, derive, normal};
use crate::ops::Workspace;
use crate::ops::search::Minimum;
use crate::ops::snapshot::serve;
use crate::port::{Event, IndexStore};

/// Among how many results a claim must be when its own words are asked for.
const FIRST: usize = 5;

/// What a commit answers of what another one answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    answerable: u64,
    retired: u64,
    lost: Vec<String>,
}

impl Replay {
    /// How many questions found their answer before.
    pub fn answerable(&self) -> u64 {
        self.answerable
    }

    /// How many of them were made of a claim that is served no longer: whether it may go is not asked here.
    pub fn retired(&self) -> u64 {
        self.retired
    }

    /// The questions that found their answer before and do not now.
    pub fn lost(&self) -> &[String] {
        &self.lost
    }
}

/// Asks `after` what `before` answered.
///
/// A question of the files of golden questions must be answered as it says. One that was made of a claim must find it among
/// the first five results, in whatever note it stands now. A claim that is served no longer is not asked for.
pub fn replay(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    before: &CommitId,
    after: &CommitId,
) -> Result<Replay, EvalError> {
    let served = |commit: &CommitId| -> Result<Vec<Question>, EvalError> {
        let truth = Truth::read(workspace, Some(commit))?;
        let made = derive(&claims(workspace, &truth, &BTreeSet::new()), usize::MAX);
        // The note may have another name by now.
        Ok(made.into_iter().map(|question| Question { notes: Vec::new(), ..question }).collect())
    };
    let key = |question: &Question| question.claims.first().map(|claim| normal(claim));
    let made = served(before)?;
    let kept: BTreeSet<String> = served(after)?.iter().filter_map(key).collect();
    let sheets = sheets(workspace, &[])?;
    let golden = sheets.iter().flat_map(|sheet| &sheet.set.questions).map(|golden| &golden.question);
    let golden: Vec<&Question> = golden.filter(|question| !is_made_of_a_claim(question)).collect();
    let mut old = Examiner::at(workspace, store, before)?;
    let mut new = Examiner::at(workspace, store, after)?;
    let mut replay = Replay::default();
    workspace
        .events
        .emit(Event::Stage { what: "asking again", total: Some((golden.len() + made.len()) as u64) });
    for question in golden {
        workspace.events.emit(Event::Advance(1));
        if old.ask(question)?.outcome.is_right(question) {
            replay.answerable += 1;
            if !new.ask(question)?.outcome.is_right(question) {
                replay.lost.push(question.question.clone());
            }
        }
    }
    for question in &made {
        workspace.events.emit(Event::Advance(1));
        if !finds(&mut old, question)? {
            continue;
        }
        replay.answerable += 1;
        if !key(question).is_some_and(|key| kept.contains(&key)) {
            replay.retired += 1;
        } else if !finds(&mut new, question)? {
            replay.lost.push(question.question.clone());
        }
    }
    workspace.events.emit(Event::StageEnd);
    Ok(replay)
}

/// Whether a golden question was made of a claim, as all claims are asked for anyway.
fn is_made_of_a_claim(question: &Question) -> bool {
    !question.unanswerable && question.tags.iter().any(|tag| tag == DERIVED)
}

fn finds(examiner: &mut Examiner<'_, '_>, question: &Question) -> Result<bool, EvalError> {
    let ranks = examiner.ask(question)?.outcome.ranks();
    Ok(ranks.len() == question.claims.len() && ranks.iter().all(|rank| *rank <= FIRST))
}

impl<'w, 'a> Examiner<'w, 'a> {
    /// Makes ready to ask `commit`.
    fn at(
        workspace: &'w Workspace<'a>,
        store: &dyn IndexStore,
        commit: &CommitId,
    ) -> Result<Examiner<'w, 'a>, EvalError> {
        Ok(Examiner {
            workspace,
            served: serve(workspace, store, Some(commit.as_str()), &Caller::owner())?,
            commit: None,
            truths: Truths::default(),
            minimum: Minimum::Configured,
        })
    }
}
