//! The built-in reviewer, family `rules/auditor`.

use crate::port::{AgentError, ReviewTask, Reviewed, Reviewer};
use crate::proposal::{AgentName, Family};
use crate::verify::audit::audit;

/// The family of the built-in reviewer.
pub const FAMILY: &str = "rules/auditor";

/// Reviews by rules alone: the same task gives the same review, on every machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Auditor;

impl Reviewer for Auditor {
    fn name(&self) -> AgentName {
        let name = format!("auditor {}", env!("CARGO_PKG_VERSION"));
        AgentName { name, family: Family(FAMILY.to_owned()) }
    }

    fn review(&self, task: &ReviewTask<'_>) -> Result<Reviewed, AgentError> {
        Ok(audit(task.base, task.head, task.changes))
    }
}
