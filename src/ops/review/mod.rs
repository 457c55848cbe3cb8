//! `kb review`: the reviewer judges every changed claim of a proposal; its word is checked, signed and recorded, and
//! what it rejects goes back to the proposer, round by round. It moves no branch but `kb/…`.

mod dossier;
mod estimate;
mod human;
mod judge;
mod keep;
mod meter;
mod person;
mod report;
mod session;

pub use estimate::estimate;
pub use human::{Asked, Given, GivenError, asked, human};
pub(in crate::ops) use judge::staleness;
pub use person::{Word, person};
pub use report::{ReviewReport, Reviewed};

use thiserror::Error;

use super::gate::Refusal;
use super::ledger::LedgerError;
use super::propose::{Beside, ProposeError};
use super::target::{Target, TargetError};
use super::{Workspace, WorkspaceError};
use crate::port::{AgentError, Event, GitError, GitWrite, Proposer, Reviewer, Signer};
use crate::proposal::ProposalId;
use crate::signature;
use session::Session;

/// What to review.
#[derive(Clone, Debug, Default)]
pub struct ReviewOptions {
    /// The proposals; empty: every one that waits for a review.
    pub proposals: Vec<ProposalId>,
    /// Judge once; what is rejected stays rejected until somebody proposes again.
    pub once: bool,
    /// Go on until nothing blocks and every changed claim has its verdict, or until the budget is used up or a tree comes
    /// back that was there before; then a person is asked, with a dossier.
    pub iterate: bool,
    /// Let a reviewer of the proposer's family judge, for trying out: the ledger says so, and the gate refuses it unless
    /// `kb.toml` allows it.
    pub allow_same_family: bool,
    /// Judge and show, sign and record nothing.
    pub dry_run: bool,
}

/// Says why nothing could be reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
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
    /// The reviewer failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// Proposing the next round failed.
    #[error(transparent)]
    Propose(#[from] Box<ProposeError>),
    /// The key on this machine would sign decisions that do not count.
    #[error(
        "kb.toml on `{branch}` does not name the {role} key {key} of this machine, so what it signs would not count"
    )]
    KeyNotNamed {
        /// `reviewer` or `approver`.
        role: &'static str,
        /// The key's id.
        key: String,
        /// The gate's branch.
        branch: String,
    },
    /// A person gave no verdict on some claims.
    #[error("{id}: {} of the changed claims have no verdict yet: {}", claims.len(), claims.join("; "))]
    Unjudged {
        /// The proposal.
        id: ProposalId,
        /// The claims, each with its place.
        claims: Vec<String>,
    },
    /// A person judged a claim that does not change.
    #[error("{id} changes no claim at `{place}`; it changes {}", known.join(", "))]
    NoSuchClaim {
        /// The proposal.
        id: ProposalId,
        /// The place, as typed.
        place: String,
        /// Where claims change.
        known: Vec<String>,
    },
    /// A person's word is refused.
    #[error("{id}: {refusal}")]
    Refused {
        /// The proposal.
        id: ProposalId,
        /// Why.
        refusal: Box<Refusal>,
    },
}

/// Who takes part in a review.
pub struct Agents<'a> {
    /// Who proposes the next round.
    pub proposer: &'a dyn Proposer,
    /// Who judges.
    pub reviewer: &'a dyn Reviewer,
    /// The reviewer's key; `None` where nothing is signed.
    pub signer: Option<&'a dyn Signer>,
    /// What the ledger gets beside a next round: of who makes parts of a reorganisation.
    pub beside: Option<Beside<'a>>,
}

/// Reviews. Without a signer it judges and shows, as a dry run does.
pub fn review(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    agents: &Agents<'_>,
    options: &ReviewOptions,
) -> Result<ReviewReport, ReviewError> {
    let target = Target::read(workspace, git)?;
    let signer = agents.signer.filter(|_| !options.dry_run);
    if let Some(signer) = signer {
        named_key(signer, &target.config.keys.reviewer, "reviewer", &target)?;
    }
    let mut session = Session::open(workspace, git, agents, signer, target)?;
    session.converges = options.iterate && signer.is_some();
    session.allows_same_family = options.allow_same_family || session.target.config.gate.allow_same_family;
    let ids = match options.proposals.as_slice() {
        [] => session.waiting()?,
        named => named.to_vec(),
    };
    workspace.events.emit(Event::Stage { what: "reviewing", total: u64::try_from(ids.len()).ok() });
    let mut reviewed = Vec::new();
    for id in ids {
        reviewed.push(session.review(&id, options.once)?);
        workspace.events.emit(Event::Advance(1));
    }
    workspace.events.emit(Event::StageEnd);
    Ok(ReviewReport { base: session.target.commit, reviewed })
}

/// Refuses to sign with a key that the base does not name.
fn named_key(
    signer: &dyn Signer,
    keys: &[String],
    role: &'static str,
    target: &Target,
) -> Result<(), ReviewError> {
    if keys.iter().any(|key| signature::key_id(key) == signer.key_id()) {
        return Ok(());
    }
    let (key, branch) = (signer.key_id().to_owned(), target.branch().to_owned());
    Err(ReviewError::KeyNotNamed { role, key, branch })
}
