//! Where a reorganisation and its parts stand: read from the ledger and the refs alone, never from a run.

use serde::Serialize;

use super::ReorgError;
use crate::ops::ledger::{Ledger, Record, Reorganisation};
use crate::ops::target::Target;
use crate::plan::{Part, PlanId};
use crate::port::GitRead;
use crate::proposal::{ReorgFile, State};

/// Where a part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PartState {
    /// Nobody has proposed anything of it.
    Waiting,
    /// It waits for a review.
    Open,
    /// Main moved on the same notes: it is made again.
    Stale,
    /// Its head was rejected.
    Rejected,
    /// It waits for a person.
    Escalated,
    /// Who reorganises and who reviews came to no agreement; a person decides.
    NeedsHuman,
    /// It waits for the gate.
    Approved,
    /// It is part of main.
    Merged,
    /// There was nothing to change, or nothing that a review left of it.
    Nothing,
    /// Its proposal was closed.
    Closed,
}

impl PartState {
    /// The state in one word.
    pub fn name(self) -> &'static str {
        match self {
            PartState::Waiting => "waiting",
            PartState::Open => "open",
            PartState::Stale => "stale",
            PartState::Rejected => "rejected",
            PartState::Escalated => "escalated",
            PartState::NeedsHuman => "needs-human",
            PartState::Approved => "approved",
            PartState::Merged => "merged",
            PartState::Nothing => "nothing",
            PartState::Closed => "closed",
        }
    }
}

impl From<State> for PartState {
    fn from(state: State) -> PartState {
        match state {
            State::Open => PartState::Open,
            State::Rejected => PartState::Rejected,
            State::Escalated => PartState::Escalated,
            State::NeedsHuman => PartState::NeedsHuman,
            State::Approved => PartState::Approved,
            State::Merged => PartState::Merged,
            State::Nothing => PartState::Nothing,
            State::Closed => PartState::Closed,
        }
    }
}

/// A part as it stands.
pub struct Look {
    /// Where it stands.
    pub state: PartState,
    /// What the ledger has of its proposal.
    pub record: Option<Record>,
    /// Whether `outcomes.yaml` says that it has ended.
    pub is_settled: bool,
}

/// Looks at `part`.
pub fn look(
    git: &dyn GitRead,
    ledger: &Ledger,
    reorganisation: &Reorganisation,
    target: &Target,
    part: &Part,
) -> Result<Look, ReorgError> {
    let record = ledger.find(git, &reorganisation.proposal(&part.name))?;
    let is_settled = reorganisation.has(&ReorgFile::Outcomes(part.name.clone()));
    let mut state = match &record {
        None if is_settled => PartState::Nothing,
        None => PartState::Waiting,
        Some(record) => record.standing(git, &target.commit)?.state(target.config.gate.human_approval).into(),
    };
    let is_open = matches!(
        state,
        PartState::Open
            | PartState::Approved
            | PartState::Rejected
            | PartState::Escalated
            | PartState::NeedsHuman
    );
    if let (true, Some(record)) = (is_open, &record)
        && crate::ops::review::staleness(git, target, record)?.is_some()
    {
        state = PartState::Stale;
    }
    Ok(Look { state, record, is_settled })
}

/// The reorganisation that is under way; of several, that of the first day.
pub fn running(git: &dyn GitRead, ledger: &Ledger) -> Result<Option<Reorganisation>, ReorgError> {
    let mut running: Vec<Reorganisation> = Vec::new();
    for id in ledger.reorganisations() {
        running.extend(ledger.reorganisation(git, id)?.filter(|known| !known.is_over()));
    }
    running.sort_by(|one, other| (one.plan.day, &one.plan.id).cmp(&(other.plan.day, &other.plan.id)));
    Ok(running.into_iter().next())
}

/// The last reorganisation that came to its end, with when that was.
pub fn last_ended(
    git: &dyn GitRead,
    ledger: &Ledger,
) -> Result<Option<(Reorganisation, crate::proposal::EndedReorg)>, ReorgError> {
    let mut last: Option<(Reorganisation, crate::proposal::EndedReorg)> = None;
    for id in ledger.reorganisations() {
        let Some(known) = ledger.reorganisation(git, id)? else { continue };
        let Some(end) = known.end(git)? else { continue };
        if last.as_ref().is_none_or(|(_, before)| before.at < end.at) {
            last = Some((known, end));
        }
    }
    Ok(last)
}

/// The reorganisation that is meant: the one named, else the one under way, else the last that is over.
pub fn meant(
    git: &dyn GitRead,
    ledger: &Ledger,
    named: Option<&PlanId>,
) -> Result<Reorganisation, ReorgError> {
    if let Some(id) = named {
        return ledger.reorganisation(git, id)?.ok_or_else(|| ReorgError::Unknown(id.clone()));
    }
    if let Some(running) = running(git, ledger)? {
        return Ok(running);
    }
    let mut over = Vec::new();
    for id in ledger.reorganisations() {
        let Some(known) = ledger.reorganisation(git, id)? else { continue };
        let ended = known.end(git)?.map(|end| end.at);
        let at = ended.or(known.aborted(git)?.map(|aborted| aborted.at));
        over.push((at, known));
    }
    let last = over.into_iter().max_by(|(one, _), (other, _)| one.cmp(other));
    last.map(|(_, known)| known).ok_or(ReorgError::NoneYet)
}
