//! What an operation tells while it works; progress bars, logs and JSON are consumers of it.

use crate::config::Budget;
use crate::proposal::{ProposalId, Spent};

/// One thing that happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A stage begins: what it does, and how many steps it has when that is known.
    Stage {
        /// Such as `reading notes`.
        what: &'static str,
        /// The number of steps.
        total: Option<u64>,
    },
    /// That many more steps of the stage are done.
    Advance(u64),
    /// The stage is over.
    StageEnd,
    /// Something a person should know now, one line, no full stop.
    Say(String),
    /// Something a person should be warned of now, one line, no full stop.
    Warn(String),
    /// A model answered, or an agent is done.
    Spending(Box<Spending>),
}

/// What a proposal has used up so far, and what it may.
#[derive(Clone, Debug, PartialEq)]
pub struct Spending {
    /// The proposal.
    pub proposal: ProposalId,
    /// The round, from 1.
    pub round: u32,
    /// Who works on it.
    pub agent: String,
    /// What was used up so far, rounds before in the same run included.
    pub spent: Spent,
    /// What it may use up.
    pub budget: Budget,
    /// Whether the agent's part of the round is over.
    pub is_over: bool,
}

/// Takes events.
pub trait Events {
    /// Takes one.
    fn emit(&self, event: Event);

    /// Whether who asked does not want the answer any more; an operation that takes its time looks now and then.
    fn is_cancelled(&self) -> bool {
        false
    }
}
