//! Showing proposals as pull requests: the branch and the ledger are pushed, and one pull request a proposal is opened, brought
//! up to date, or its end written down. What is so already costs no write.

use serde::Serialize;

use super::describe::{Described, describe};
use super::fetch::{Shared, fetch, push_ledger, same_main};
use super::threads::settle;
use super::{LABEL_EDITED, LABELS, PullsError, Sides};
use crate::ops::ledger::{Entry, Ledger, Record};
use crate::ops::proposal::close;
use crate::port::{Event, NewPull, Pull, PullEdit, PullState, Push};
use crate::proposal::{ProposalId, PullRecord, RECORD_VERSION, State, pull_path};
use crate::yaml;

/// What a run of publishing did.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct PublishReport {
    /// The forge and the repository.
    pub place: String,
    /// The proposals, in order of opening.
    pub published: Vec<Published>,
}

/// What happened to one pull request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PullAction {
    /// It is new.
    Opened,
    /// Branch, description, title or labels changed.
    Updated,
    /// It is as it was.
    Unchanged,
    /// Somebody closed it; the ledger says so now.
    Closed,
    /// It is merged; the merge role writes that down.
    Merged,
    /// Somebody pushed to its branch what kb does not know; kb leaves it alone until a review takes it up.
    HumanEdited,
}

/// One proposal of a run.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Published {
    /// The proposal.
    pub proposal: ProposalId,
    /// The number of its pull request.
    pub number: u64,
    /// Where a person reads it.
    pub url: String,
    /// What happened.
    pub action: PullAction,
    /// Where the proposal stands.
    pub state: State,
}

/// Publishes the proposals `ids`; empty: all that have not come to their end.
pub fn publish(sides: &Sides<'_>, ids: &[ProposalId]) -> Result<PublishReport, PullsError> {
    let shared = fetch(sides)?;
    same_main(sides, &shared)?;
    let ledger = Ledger::open(sides.git)?;
    let unfinished = ledger.unfinished();
    let chosen = unfinished.iter().filter(|id| ids.is_empty() || ids.contains(id));
    let mut records = Vec::new();
    for id in chosen {
        let record = ledger.record(sides.git, id)?;
        if record.round.head.is_some() {
            records.push(record);
        }
    }
    records.sort_by(|one, two| {
        (one.proposal.opened_at, &one.proposal.id).cmp(&(two.proposal.opened_at, &two.proposal.id))
    });
    let mut published = Vec::new();
    let events = sides.workspace.events;
    events.emit(Event::Stage { what: "publishing", total: u64::try_from(records.len()).ok() });
    for record in &records {
        published.extend(one(sides, &shared, record)?);
        events.emit(Event::Advance(1));
    }
    events.emit(Event::StageEnd);
    push_ledger(sides)?;
    Ok(PublishReport { place: sides.forge.place().to_owned(), published })
}

/// Publishes one proposal; nothing where there is neither a branch nor a pull request.
fn one(sides: &Sides<'_>, shared: &Shared, record: &Record) -> Result<Option<Published>, PullsError> {
    let id = &record.proposal.id;
    let known = known(sides, record)?;
    let said = |pull: &Pull, action, state| Published {
        proposal: id.clone(),
        number: pull.number,
        url: pull.url.clone(),
        action,
        state,
    };
    match &known {
        Some(pull) if pull.state == PullState::Merged => {
            return Ok(Some(said(pull, PullAction::Merged, State::Merged)));
        }
        Some(pull) if pull.state == PullState::Closed => {
            let reason = format!("closed on {} as number {}", sides.forge.place(), pull.number);
            close(sides.workspace, sides.git, id, &reason)?;
            return Ok(Some(said(pull, PullAction::Closed, State::Closed)));
        }
        _ => {}
    }
    if let Some(pull) = &known {
        settle(sides, pull.number, &sides.forge.threads(pull.number)?)?;
    }
    let name = record.proposal.branch().reference();
    let Some(here) = sides.git.reference(&name)? else { return Ok(None) };
    let there = shared.at(&name);
    let rounds = record.heads(sides.git)?;
    let is_foreign = there.is_some_and(|there| *there != here && !rounds.contains(there));
    if let (true, Some(pull)) = (is_foreign, &known) {
        let mut labels: Vec<&str> = pull.labels.iter().map(String::as_str).collect();
        labels.retain(|label| LABELS.contains(label) && *label != LABEL_EDITED);
        labels.push(LABEL_EDITED);
        sides.forge.edit(pull, &PullEdit { labels: Some(&labels), ..PullEdit::default() })?;
        return Ok(Some(said(pull, PullAction::HumanEdited, State::Open)));
    }
    let is_pushed = there != Some(&here) && !is_foreign;
    if is_pushed {
        sides.remote.push(&[Push { name: &name, new: Some(&here), expected: there }])?;
    }
    let described = describe(sides, &shared.target, record, &here)?;
    let (pull, action) = shown(sides, shared, record, known, &described, is_pushed)?;
    remember(sides, record, &pull)?;
    Ok(Some(said(&pull, action, described.state)))
}

/// Opens the pull request, or brings it up to date.
fn shown(
    sides: &Sides<'_>,
    shared: &Shared,
    record: &Record,
    known: Option<Pull>,
    described: &Described,
    is_pushed: bool,
) -> Result<(Pull, PullAction), PullsError> {
    let branch = record.proposal.branch().to_string();
    let Some(pull) = known else {
        let new = NewPull {
            head_branch: &branch,
            base_branch: shared.target.branch(),
            title: &described.title,
            body: &described.body,
            draft: false,
        };
        let pull = sides.forge.open(&new)?;
        let labels = PullEdit { labels: Some(&described.labels), ..PullEdit::default() };
        return Ok((sides.forge.edit(&pull, &labels)?, PullAction::Opened));
    };
    let edit = PullEdit {
        title: Some(&described.title).filter(|title| **title != pull.title).map(String::as_str),
        body: Some(&described.body).filter(|body| !is_same(body, &pull.body)).map(String::as_str),
        labels: Some(described.labels.as_slice()).filter(|labels| !has_labels(&pull, labels)),
        ..PullEdit::default()
    };
    let is_current = edit.title.is_none() && edit.body.is_none() && edit.labels.is_none();
    if is_current {
        let action = if is_pushed { PullAction::Updated } else { PullAction::Unchanged };
        return Ok((pull, action));
    }
    Ok((sides.forge.edit(&pull, &edit)?, PullAction::Updated))
}

/// A forge may store line ends as CR LF and drop white space at the ends.
fn is_same(ours: &str, theirs: &str) -> bool {
    ours.trim() == theirs.replace("\r\n", "\n").trim()
}

fn has_labels(pull: &Pull, labels: &[&str]) -> bool {
    let is_there = |label: &str| pull.labels.iter().any(|known| known == label);
    LABELS.iter().all(|label| is_there(label) == labels.contains(label))
}

/// The pull request of a proposal: the one that the ledger names, or the last that brought its branch.
fn known(sides: &Sides<'_>, record: &Record) -> Result<Option<Pull>, PullsError> {
    if let Some(known) = record.pull(sides.git)?.filter(|known| known.place == sides.forge.place()) {
        return Ok(Some(sides.forge.pull(known.number)?));
    }
    let pulls = sides.forge.pulls_of(&record.proposal.branch().to_string())?;
    Ok(pulls.into_iter().find(|pull| !pull.is_fork))
}

/// Writes into the ledger which pull request shows the proposal.
fn remember(sides: &Sides<'_>, record: &Record, pull: &Pull) -> Result<(), PullsError> {
    if record.pull(sides.git)?.is_some() {
        return Ok(());
    }
    let place = sides.forge.place().to_owned();
    let known = PullRecord { version: RECORD_VERSION, place, number: pull.number, url: pull.url.clone() };
    let (person, now) = (sides.git.user()?, sides.workspace.clock.now());
    Entry::new(format!("{}: pull request {}", record.proposal.id, pull.number))
        .file(pull_path(&record.proposal), yaml::to_string(&known))
        .append(sides.git, &person, now)?;
    Ok(())
}
