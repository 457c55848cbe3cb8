//! `kb propose`: evidence, or a person's edits, become a change on a working branch and a round in the ledger.
//! It moves no branch but `kb/…`.

mod edits;
mod estimate;
mod report;
mod round;
mod select;

pub use estimate::estimate;
pub use report::{Action, FileChange, ProposeReport, Proposed};
pub use round::{Opening, open_round, repeated};
pub use select::Selection;

use thiserror::Error;

use super::ledger::{Ledger, LedgerError, Record};
use super::seek::Seeker;
use super::spending::Teller;
use super::stopped;
use super::target::{Target, TargetError};
use super::{Workspace, WorkspaceError};
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{PartName, PlanId};
use crate::port::{AgentError, Event, FilesError, GitError, GitRead, GitWrite, ProposeTask, Proposer};
use crate::proposal::{ClaimVerdict, EvidenceRef, ProposalId, Role, Spent, State, Verdict, WorkingBranch};
use crate::vault::Vault;

/// What to propose.
#[derive(Clone, Debug, Default)]
pub struct ProposeOptions {
    /// The evidence to consider; with `proposals` empty too, all that no proposal has considered yet.
    pub evidence: Vec<EvidenceId>,
    /// Proposals to make again, on the base as it is now and without what was rejected.
    pub proposals: Vec<ProposalId>,
    /// Propose the working tree's changes of the knowledge instead.
    pub edits: bool,
    /// The title, for edits.
    pub title: Option<String>,
    /// Show what would be proposed; no branch and no ledger is written.
    pub dry_run: bool,
}

/// Says why nothing could be proposed.
#[derive(Debug, Error)]
pub enum ProposeError {
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
    /// The working tree could not be read.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The proposer failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The evidence stands in the working tree but not on the gate's branch.
    #[error("`{id}` is not committed on `{branch}` yet")]
    Uncommitted {
        /// The item.
        id: EvidenceId,
        /// The gate's branch.
        branch: String,
    },
    /// No such evidence.
    #[error("no evidence `{0}` on the base and none in the working tree")]
    NoEvidence(EvidenceId),
    /// A proposal that came from edits cannot be made again from evidence.
    #[error("{0} holds a person's edits; it cannot be made again from evidence")]
    Edits(ProposalId),
    /// A part of a reorganisation is made from its plan.
    #[error("{id} is the part `{part}` of the reorganisation {plan}, which alone makes it")]
    Part {
        /// The proposal.
        id: ProposalId,
        /// The reorganisation.
        plan: PlanId,
        /// The part.
        part: PartName,
    },
}

/// Proposes.
pub fn propose(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    proposer: &dyn Proposer,
    options: &ProposeOptions,
) -> Result<ProposeReport, ProposeError> {
    let target = Target::read(workspace, git)?;
    workspace.events.emit(Event::Stage { what: "reading the base", total: None });
    let base = workspace.vault_at(&target.commit)?;
    workspace.events.emit(Event::StageEnd);
    let ledger = Ledger::open(git)?;
    let mut report = ProposeReport::new(&target, &base);
    if options.edits {
        report.proposals.extend(edits::propose_edits(workspace, git, &target, &base, &ledger, options)?);
        return Ok(report);
    }
    let selections = select::select(workspace, git, &target, &base, &ledger, options)?;
    if selections.is_empty() {
        report.uncommitted = select::uncommitted(workspace, &base)?;
    }
    let total = u64::try_from(selections.len()).ok();
    workspace.events.emit(Event::Stage { what: "proposing", total });
    for selection in selections {
        let proposed =
            propose_one(workspace, git, proposer, &target, &base, &ledger, selection, options.dry_run)?;
        report.proposals.push(proposed);
        workspace.events.emit(Event::Advance(1));
    }
    workspace.events.emit(Event::StageEnd);
    Ok(report)
}

/// Makes one proposal, or its next round.
#[expect(clippy::too_many_arguments, reason = "the seams and the state of one run, each used once")]
fn propose_one(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    proposer: &dyn Proposer,
    target: &Target,
    base: &Vault,
    ledger: &Ledger,
    selection: Selection,
    dry_run: bool,
) -> Result<Proposed, ProposeError> {
    let previous = ledger.find(git, &selection.id)?;
    if let Some(record) = &previous {
        let state = record.standing(git, &target.commit)?.state(target.config.gate.human_approval);
        let waits = matches!(state, State::Open | State::Approved | State::Escalated);
        if waits && record.round.base == target.commit {
            return Ok(Proposed::unchanged(record, state));
        }
    }
    let Selection { id, evidence } = selection;
    let branch = WorkingBranch::Proposal(id);
    let wanted = Wanted { branch, evidence, previous, before: Spent::default(), beside: None };
    let opening = draft(workspace, git, proposer, (target, base), wanted, !dry_run)?;
    open_round(workspace, git, target, base, opening, dry_run)
}

/// The next round of a proposal that is wanted.
pub struct Wanted<'a> {
    /// The branch that it works on, which says which proposal it is.
    pub branch: WorkingBranch,
    /// Its evidence.
    pub evidence: Vec<EvidenceRef>,
    /// What the ledger has of it already.
    pub previous: Option<Record>,
    /// What it has used up in this run so far.
    pub before: Spent,
    /// What else the ledger gets in the same step.
    pub beside: Option<Beside<'a>>,
}

/// Files of the ledger that belong to the round with this number, asked for once its draft is made.
pub type Beside<'a> = &'a dyn Fn(u32) -> Vec<(RepoPath, Vec<u8>)>;

/// Asks the proposer for the round that is `wanted`, on a target and its vault. What a run did that came to no result is kept
/// in the ledger where `is_kept`.
pub fn draft(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    proposer: &dyn Proposer,
    (target, base): (&Target, &Vault),
    wanted: Wanted<'_>,
    is_kept: bool,
) -> Result<Opening, ProposeError> {
    let Wanted { branch, evidence, previous, before, beside } = wanted;
    let id = branch.proposal();
    let round = previous.as_ref().map_or(1, |record| record.round.round + 1);
    let rejected = previous.as_ref().map(|record| rejected(git, record)).transpose()?.unwrap_or_default();
    let ids: Vec<EvidenceId> = evidence.iter().map(|item| item.id.clone()).collect();
    let today = workspace.today();
    let seek = Seeker::new(workspace, target.commit.clone());
    let agent = proposer.name();
    let teller = Teller {
        events: workspace.events,
        proposal: &id,
        round,
        agent: agent.name.clone(),
        budget: &target.config.budget,
        before,
    };
    let task = ProposeTask {
        vault: base,
        evidence: &ids,
        today,
        rejected: &rejected,
        config: &target.config,
        seek: &seek,
        before,
        spends: &|run| teller.so_far(run),
    };
    let earlier = proposer.spent();
    let drafted = proposer.propose(&task);
    let spent = proposer.spent().since(earlier);
    teller.over(spent);
    let base = target.commit.clone();
    match drafted {
        Ok(draft) => {
            let beside = beside.map(|beside| beside(round)).unwrap_or_default();
            Ok(Opening { id, branch, base, previous, evidence, proposer: agent, draft, beside })
        }
        Err(error) => {
            if is_kept {
                let run = stopped::Run {
                    id: &id,
                    role: Role::Proposer,
                    agent,
                    base: &base,
                    evidence: &evidence,
                    spent,
                };
                stopped::keep(workspace, git, run, &error)?;
            }
            Err(error.into())
        }
    }
}

/// The verdicts of all rounds that stand against a claim.
fn rejected(git: &dyn GitRead, record: &Record) -> Result<Vec<ClaimVerdict>, LedgerError> {
    let mut rejected = Vec::new();
    for round in record.rounds() {
        let Some(review) = record.review(git, round)? else { continue };
        rejected.extend(review.verdicts.into_iter().filter(|verdict| verdict.verdict != Verdict::Supported));
    }
    Ok(rejected)
}
