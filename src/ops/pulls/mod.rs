//! Proposals as pull requests: what the ledger says is brought to a forge, and what happened there is brought to the
//! ledger (I14). Every function here looks at both sides and can be run again at any time.

mod bring;
mod describe;
mod fetch;
mod land;
mod post;
mod publish;
mod receive;
mod summaries;
mod threads;

pub use bring::{Brought, bring, is_judged};
pub use fetch::look;
pub use land::{LandReport, land};
pub use post::{PostReport, post};
pub use publish::{PublishReport, Published, PullAction, publish};
pub use receive::{Received, handover, recall, receive};
pub use summaries::{BRANCH as SUMMARIES, Offered, OfferedPull, Proof, attest, offer};

use thiserror::Error;

use super::ledger::LedgerError;
use super::merge::MergeError;
use super::proposal::ProposalError;
use super::summaries::SummariesError;
use super::target::TargetError;
use super::{Workspace, WorkspaceError};
use crate::digest::CommitId;
use crate::port::{Forge, ForgeFault, GitError, GitWrite, Remote, RemoteFault};
use crate::proposal::{HandoverError, ProposalId};

/// The label of every pull request of kb's.
const LABEL: &str = "kb";
/// The label of one that waits for a person.
const LABEL_HUMAN: &str = "kb:needs-human";
/// The label of one whose change a person must approve.
const LABEL_RISK: &str = "kb:risk";
/// The label of one whose branch somebody else pushed to.
const LABEL_EDITED: &str = "kb:human-edited";
/// All labels that are kb's to give and to take.
pub const LABELS: [&str; 4] = [LABEL, LABEL_HUMAN, LABEL_RISK, LABEL_EDITED];

/// Both sides.
#[derive(Clone, Copy)]
pub struct Sides<'a> {
    /// What is here.
    pub workspace: &'a Workspace<'a>,
    /// What is here, to write to.
    pub git: &'a dyn GitWrite,
    /// The repository that is shared.
    pub remote: &'a dyn Remote,
    /// The pull requests there.
    pub forge: &'a dyn Forge,
}

/// Says why the two sides could not be brought together. What was done before stays, and a next run goes on from there.
#[derive(Debug, Error)]
pub enum PullsError {
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
    /// The shared repository could not be read or changed.
    #[error(transparent)]
    Remote(#[from] RemoteFault),
    /// The forge did not do it.
    #[error(transparent)]
    Forge(#[from] ForgeFault),
    /// The gate could not work.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The proposal could not be closed.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// What a reviewer handed over cannot be read.
    #[error(transparent)]
    Handover(#[from] HandoverError),
    /// What a reviewer handed over is not signed by a key that counts.
    #[error("the handover for {proposal} is not believed: {reason}")]
    NotBelieved {
        /// The proposal.
        proposal: ProposalId,
        /// Why.
        reason: String,
    },
    /// Main here is not what the forge has.
    #[error("`{branch}` is {here} here and {there} on {place}")]
    OtherMain {
        /// The branch.
        branch: String,
        /// Its commit here.
        here: String,
        /// Its commit there.
        there: String,
        /// The shared repository.
        place: String,
    },
    /// The pull request shows no proposal.
    #[error("pull request {number} shows no proposal of kb: its branch is `{branch}`")]
    NoProposal {
        /// Its number.
        number: u64,
        /// Its branch.
        branch: String,
    },
    /// The pull request comes from another repository.
    #[error("pull request {0} comes from another repository; kb judges branches of this one")]
    Fork(u64),
    /// The summaries could not be made.
    #[error(transparent)]
    Summaries(#[from] SummariesError),
    /// The forge merged something else than the summaries that were proved.
    #[error(
        "{place} merged summaries as {commit}, which is not what the gate made; nothing was built. Look at it, and revert \
         it there if it is wrong"
    )]
    OtherSummaries {
        /// The forge and the repository.
        place: String,
        /// The commit.
        commit: CommitId,
    },
    /// The ledger moved on the shared repository, again and again.
    #[error("the ledger on {0} moved each time kb pushed; run it again")]
    Busy(String),
}
