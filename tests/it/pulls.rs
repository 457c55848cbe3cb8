//! The loop as pull requests, against the fake GitHub: three clones, each with the credential of one role.

mod cases;
mod faults;
mod findings;
mod signing;
pub mod stage;
mod summaries;
mod whole;
