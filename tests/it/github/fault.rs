//! Plans for what goes wrong: at which call, before or after it took effect, and how.

use std::collections::BTreeMap;

/// How a call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing happens, and this status is answered.
    Status(u16),
    /// Nothing happens, and the line is cut without an answer.
    Cut,
    /// It takes effect, and then this status is answered.
    After(u16),
    /// It takes effect, and then the line is cut without an answer.
    CutAfter,
    /// It takes effect, and the line is cut in the middle of the answer.
    HalfBody,
    /// It takes effect, and the answer's body is no JSON.
    Garbage,
    /// Too many at once: 403, with `retry-after` in seconds where it is given.
    Secondary(Option<u64>),
    /// The limit is used up: 403, until that many seconds from now.
    Primary(u64),
}

/// When a fault comes: at some of the calls of an operation, counted from 1. `*` stands for all operations.
#[derive(Clone, Debug)]
pub struct Plan {
    operation: String,
    first: u64,
    times: u64,
    fault: Fault,
    counted: u64,
}

impl Plan {
    /// The `first`th call of `operation` and those after it, `times` in all.
    pub fn new(operation: &str, first: u64, times: u64, fault: Fault) -> Plan {
        Plan { operation: operation.to_owned(), first, times, fault, counted: 0 }
    }
}

/// Counts a call in all plans; gives the fault that comes with it.
pub fn due(plans: &mut [Plan], operation: &str) -> Option<Fault> {
    let mut due = None;
    for plan in plans.iter_mut().filter(|plan| plan.operation == "*" || plan.operation == operation) {
        plan.counted += 1;
        if plan.counted >= plan.first && plan.counted < plan.first.saturating_add(plan.times) {
            due = due.or(Some(plan.fault));
        }
    }
    due
}

/// How often each operation was called.
pub fn counts<'a>(operations: impl Iterator<Item = &'a str>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for operation in operations {
        *counts.entry(operation.to_owned()).or_default() += 1;
    }
    counts
}
