//! The plan of a reorganisation as data: faults, parts, and the coverage list. It finds nothing and changes nothing.

mod coverage;
mod document;
mod fault;
mod id;
mod kind;
mod outcome;
mod part;

pub use coverage::{Coverage, CoverageEntry, CoverageKey};
pub use document::Plan;
pub use fault::{Aspect, Difference, Fault, Place};
pub use id::{FaultId, ParsePlanIdError, PlanId};
pub use kind::FaultKind;
pub use outcome::Outcome;
pub use part::{ParsePartNameError, Part, PartName};

#[cfg(test)]
mod tests;
