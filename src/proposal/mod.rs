//! Proposals, reviews and decisions as data: what the ledger holds. Nothing here decides or writes.

mod claim;
mod decision;
mod id;
mod record;
mod review;
mod role;

pub use claim::ClaimRef;
pub use decision::{Decision, Envelope, Outcome, PAYLOAD_TYPE, PREDICATE_TYPE, Signature};
pub use id::{ParseProposalIdError, ProposalId};
pub use record::{EvidenceRef, Proposal, State};
pub use review::{CitedSpan, ClaimVerdict, Review, ReviewFinding, Verdict};
pub use role::{AgentName, Family};
