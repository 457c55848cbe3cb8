//! Tells what a proposal uses up: after each answer, and when an agent's part of a round is over. It stops nobody.

use crate::config::Budget;
use crate::port::{Event, Events, Spending};
use crate::proposal::{ProposalId, Spent};

/// Tells of one agent in one round of one proposal.
pub struct Teller<'a> {
    /// Whom it tells.
    pub events: &'a dyn Events,
    /// The proposal.
    pub proposal: &'a ProposalId,
    /// The round, from 1.
    pub round: u32,
    /// The agent's name.
    pub agent: String,
    /// What the proposal may use up.
    pub budget: &'a Budget,
    /// What it had used up before this part.
    pub before: Spent,
}

impl Teller<'_> {
    /// The agent has used up `run`, and goes on.
    pub fn so_far(&self, run: Spent) {
        self.tell(run, false);
    }

    /// The agent is done, having used up `run`. Of one that asks no model there is nothing to tell.
    pub fn over(&self, run: Spent) {
        if run.calls > 0 {
            self.tell(run, true);
        }
    }

    fn tell(&self, run: Spent, is_over: bool) {
        self.events.emit(Event::Spending(Box::new(Spending {
            proposal: self.proposal.clone(),
            round: self.round,
            agent: self.agent.clone(),
            spent: self.before.and(run),
            budget: self.budget.clone(),
            is_over,
        })));
    }
}
