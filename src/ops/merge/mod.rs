//! `kb merge`: the gate. It alone moves main, and only to the tree that was decided on.
//!
//! The order is safe against a crash: the merge commit is written, main moves by compare-and-swap, then the ledger
//! says so, then the working branch goes. Whatever dies in between is finished by the next run from the refs alone.

mod admit;
mod finish;
mod landing;
mod lost;
mod report;

pub use landing::{Landed, Landing, Local};
pub use report::{Admission, MergeReport, Waiting};

use thiserror::Error;

use super::gate::{Refusal, Refused};
use super::ledger::{Ledger, LedgerError, Record};
use super::target::{Target, TargetError};
use super::{Workspace, WorkspaceError};
use crate::digest::CommitId;
use crate::port::{Event, ForgeFault, GitError, GitGate, GitWrite, RemoteFault, fault};
use crate::proposal::{ProposalId, State, Trailers, WorkingBranch};
pub(in crate::ops) use admit::{Admitted, Judge};
pub(in crate::ops) use lost::Weighed;

/// How often main may move under the gate before it gives up.
const TRIES: u32 = 5;

/// What to merge.
#[derive(Clone, Debug, Default)]
pub struct MergeOptions {
    /// The proposals; empty: every approved one.
    pub proposals: Vec<ProposalId>,
    /// Run every check, move nothing.
    pub dry_run: bool,
}

/// Says why the gate could not work.
#[derive(Debug, Error)]
pub enum MergeError {
    /// There is nothing to work against.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A vault could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The forge did not do it; what it did, the next run finds out.
    #[error(transparent)]
    Forge(#[from] ForgeFault),
    /// The shared repository could not be read.
    #[error(transparent)]
    Remote(#[from] RemoteFault),
    /// The forge merged something else than was judged.
    #[error(
        "{place} merged {proposal} as {commit}, whose {what} is not what the gate judged; nothing was recorded or built. \
         Look at it, and revert it there if it is wrong"
    )]
    NotAsJudged {
        /// The forge and the repository.
        place: String,
        /// The proposal.
        proposal: ProposalId,
        /// The commit.
        commit: CommitId,
        /// "tree" or "history".
        what: &'static str,
    },
    /// Others were always faster.
    #[error("`{0}` moved {TRIES} times while kb merged; run it again")]
    Busy(String),
}

/// The gate and what it reads.
struct Gate<'a> {
    workspace: &'a Workspace<'a>,
    git: &'a dyn GitWrite,
    ledger: &'a Ledger,
    gate: &'a dyn GitGate,
    landing: &'a dyn Landing,
    dry_run: bool,
}

/// Merges, and moves main here.
pub fn merge(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    gate: &dyn GitGate,
    options: &MergeOptions,
) -> Result<MergeReport, MergeError> {
    merge_by(workspace, git, gate, &Local(gate), options)
}

/// Merges, and has `landing` move main.
pub fn merge_by(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    gate: &dyn GitGate,
    landing: &dyn Landing,
    options: &MergeOptions,
) -> Result<MergeReport, MergeError> {
    if !options.dry_run {
        gate.finish_advance()?;
    }
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let mut report = MergeReport { target: target.name.clone(), ..MergeReport::default() };
    let ids = match options.proposals.as_slice() {
        [] => approved(git, &target, &ledger, &mut report.waiting)?,
        named => named.to_vec(),
    };
    let gate = Gate { workspace, git, ledger: &ledger, gate, landing, dry_run: options.dry_run };
    workspace.events.emit(Event::Stage { what: "merging", total: u64::try_from(ids.len()).ok() });
    for id in ids {
        let record = ledger.record(git, &id)?;
        report.admissions.push(gate.merge_one(&record)?);
        workspace.events.emit(Event::Advance(1));
    }
    workspace.events.emit(Event::StageEnd);
    report.head = git.reference(&target.name)?;
    Ok(report)
}

/// The approved proposals, and those that are part of main with nobody having said so, in order of opening.
fn approved(
    git: &dyn GitWrite,
    target: &Target,
    ledger: &Ledger,
    waiting: &mut Waiting,
) -> Result<Vec<ProposalId>, LedgerError> {
    let mut approved = Vec::new();
    let mut ids = ledger.unfinished();
    // A merge whose process died before the working branch went is finished like any other.
    for (name, _) in git.references(WorkingBranch::BELOW)? {
        let id = WorkingBranch::of_reference(&name).map(|branch| branch.proposal());
        ids.extend(id.filter(|id| ledger.ids().any(|known| known == id)));
    }
    for id in ids {
        let record = ledger.record(git, &id)?;
        match record.standing(git, &target.commit)?.state(target.config.gate.human_approval) {
            State::Approved | State::Merged => approved.push((record.proposal.opened_at, id)),
            State::Open => waiting.open.push(id),
            State::Rejected => waiting.rejected.push(id),
            State::Escalated | State::NeedsHuman => waiting.escalated.push(id),
            State::Nothing | State::Closed => {}
        }
    }
    approved.sort();
    Ok(approved.into_iter().map(|(_, id)| id).collect())
}

impl Gate<'_> {
    fn judge(&self) -> Judge<'_> {
        Judge { workspace: self.workspace, git: self.git, ledger: self.ledger }
    }

    fn merge_one(&self, record: &Record) -> Result<Admission, MergeError> {
        for _ in 0..TRIES {
            let target = Target::read(self.workspace, self.git)?;
            let standing = record.standing(self.git, &target.commit)?;
            if standing.merged {
                return self.finish(record, &target);
            }
            let admitted = match self.judge().admit(record, &target, standing.branch.as_ref())? {
                Ok(admitted) => admitted,
                Err(refusals) => return Ok(Admission::refused(record, &refusals)),
            };
            let mut loss = None;
            let commit = self.write(record, &target, &admitted)?;
            let refusals = self.judge().recheck(&target, &admitted, &commit)?;
            if !refusals.is_empty() {
                return Ok(Admission::refused(record, &refusals));
            }
            match self.judge().weigh(record, &target, &admitted, &commit)? {
                Ok(None) => {}
                Err(refusal) => return Ok(Admission::refused(record, &[refusal])),
                Ok(Some(weighed)) => {
                    self.tell_loss(record, &target, &weighed)?;
                    let refusals = weighed.refusals();
                    if !refusals.is_empty() {
                        return Ok(Admission {
                            loss: Some(weighed.loss),
                            ..Admission::refused(record, &refusals)
                        });
                    }
                    fault::point("merge.after-loss");
                    loss = Some(weighed.loss);
                }
            }
            if self.dry_run {
                return Ok(Admission { loss, ..Admission::admitted(record, &admitted, None) });
            }
            fault::point("merge.after-commit");
            let commit = match self.landing.land(record, &target, &commit)? {
                Landed::At(commit) => commit,
                Landed::Moved => continue,
                Landed::Refused(message) => {
                    return Ok(Admission::refused(record, &[Refusal::Forge(message)]));
                }
            };
            fault::point("merge.after-advance");
            self.record(record, &commit)?;
            return Ok(Admission { loss, ..Admission::admitted(record, &admitted, Some(commit)) });
        }
        Err(MergeError::Busy(self.workspace.config.gate.branch.clone()))
    }

    /// Writes the merge commit; no ref moves.
    fn write(&self, record: &Record, target: &Target, admitted: &Admitted) -> Result<CommitId, MergeError> {
        let decision = &admitted.decision;
        let trailers = Trailers {
            proposal: Some(record.proposal.id.clone()),
            base: Some(decision.base.clone()),
            evidence: record.proposal.evidence.iter().map(|item| item.id.clone()).collect(),
            proposer: Some(decision.proposer.to_string()),
            reviewer: Some(decision.reviewer.to_string()),
            decision: Some(admitted.envelope.clone()),
            approved_by: admitted.approval.as_ref().map(|approval| approval.approver.clone()),
        };
        let message = self.git.commit(&decision.head)?.message;
        let (title, body) = Trailers::prose(&message);
        let title = title.unwrap_or(&record.round.title);
        let parents = [target.commit.clone(), decision.head.clone()];
        let message = trailers.message(title, &body);
        let (person, now) = (self.git.user()?, self.workspace.clock.now());
        Ok(self.gate.write_merge(&admitted.tree, &parents, &message, &person, now)?)
    }
}

impl Admission {
    fn refused(record: &Record, refusals: &[Refusal]) -> Admission {
        let id = record.proposal.id.as_str();
        let refused = refusals.iter().map(|refusal| Refused::of(refusal, id)).collect();
        Admission { refused, ..Admission::of(record) }
    }

    fn admitted(record: &Record, admitted: &Admitted, commit: Option<CommitId>) -> Admission {
        Admission {
            admitted: true,
            commit,
            claims: admitted.claims,
            approved_by: admitted.approval.as_ref().map(|approval| approval.approver.clone()),
            ..Admission::of(record)
        }
    }
}
