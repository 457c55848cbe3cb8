//! The loop as pull requests, against the fake GitHub: three clones, each with the credential of one role.

mod faults;
mod findings;
pub mod stage;
mod whole;
