//! Proposals, reviews and decisions as data: what the ledger holds, and what can be said of it without a repository.

mod approval;
mod branch;
mod changed;
mod claim;
mod claimed;
mod content;
mod decision;
mod dossier;
mod envelope;
mod handover;
mod id;
mod ledger;
mod record;
mod reorganisation;
mod review;
mod role;
mod spent;
mod standing;
mod stopped;
mod trailers;
mod validity;

pub use approval::Approval;
pub use branch::{ParseBranchError, WorkingBranch};
pub use changed::{ChangedClaim, changed_claims, claim_ref, is_same_claim};
pub use claim::ClaimRef;
pub use claimed::claimed_spans;
pub use content::content;
pub use decision::{Decision, Envelope, Outcome, PAYLOAD_TYPE, PREDICATE_TYPE, Signature};
pub use dossier::{Cited, Dossier, OpenClaim, Stopped};
pub use envelope::{EnvelopeError, Predicate, pre_authentication};
pub use handover::{Handover, HandoverError};
pub use id::{ParseProposalIdError, ProposalId};
pub use ledger::{
    Closed, LEDGER_REF, LedgerEntry, Merged, PullRecord, RECORD_VERSION, Round, RoundFile, considered_path,
    proposal_path, pull_path, round_path, stopped_path,
};
pub use record::{EvidenceRef, Proposal, State};
pub use reorganisation::{
    AbortedReorg, EndedReorg, Loss, LossRecord, LossVerdict, Lost, LostKind, MendedRecord, Outcomes, PartEnd,
    Quantities, Reason, ReorgFile, Settled, SettledFault, reorg_path,
};
pub use review::{CitedSpan, ClaimVerdict, Review, ReviewFinding, Verdict};
pub use role::{AgentName, Family};
pub use spent::Spent;
pub use standing::Standing;
pub use stopped::{Role, RunEnd, StoppedFile, StoppedRun};
pub use trailers::{Trailers, one_line};
pub use validity::{Void, coverage, voids};
