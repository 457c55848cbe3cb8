//! The objects of the fake as GitHub shows them. What nobody reads is left for the contract to fill in.

pub mod check;
pub mod commit;
pub mod issue;
pub mod pull;
pub mod repo;
pub mod review;
