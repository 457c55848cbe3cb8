//! What a conversation may cost, and what it has cost so far.

use jiff::Timestamp;

use crate::port::{Clock, ModelFacts, Stop, Usage};
use crate::proposal::Spent;

/// What one run of an agent may cost. What is not given has no limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The most answers of the model.
    pub answers: u32,
    /// The most tokens, sent and answered.
    pub tokens: Option<u64>,
    /// The most money, in the currency of the model's prices.
    pub money: Option<f64>,
    /// The longest time, in seconds.
    pub seconds: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { answers: 80, tokens: Some(2_000_000), money: None, seconds: Some(3_600) }
    }
}

/// What a run has cost so far.
pub(super) struct Spending<'a> {
    limits: Limits,
    clock: &'a dyn Clock,
    start: Timestamp,
    /// What the proposal had used up before, which counts against the limits.
    before: Spent,
    /// How many answers there were.
    pub answers: u32,
    /// Their tokens.
    pub usage: Usage,
}

impl<'a> Spending<'a> {
    /// Nothing is spent yet in this run.
    pub fn new(limits: Limits, clock: &'a dyn Clock, before: Spent) -> Spending<'a> {
        Spending { limits, clock, start: clock.now(), before, answers: 0, usage: Usage::default() }
    }

    /// What it has cost, where the prices are known.
    pub fn money(&self, facts: &ModelFacts) -> Option<f64> {
        facts.prices.map(|prices| self.usage.cost(prices))
    }

    /// All of it, for who counts over several runs.
    pub fn total(&self, facts: &ModelFacts) -> Spent {
        let money = self.money(facts).unwrap_or_default();
        Spent { calls: u64::from(self.answers), tokens: self.tokens(), money, seconds: self.seconds() }
    }

    /// How many tokens were sent and answered.
    pub fn tokens(&self) -> u64 {
        self.usage.input + self.usage.output
    }

    /// How many seconds went by.
    pub fn seconds(&self) -> u64 {
        let seconds = self.clock.now().as_second() - self.start.as_second();
        u64::try_from(seconds).unwrap_or_default()
    }

    /// How many seconds are left; `None` without a limit.
    pub fn seconds_left(&self) -> Option<u64> {
        let used = self.before.seconds.saturating_add(self.seconds());
        self.limits.seconds.map(|most| most.saturating_sub(used))
    }

    /// How many tokens are left; `None` without a limit.
    pub fn tokens_left(&self) -> Option<u64> {
        let used = self.before.tokens.saturating_add(self.tokens());
        self.limits.tokens.map(|most| most.saturating_sub(used))
    }

    /// Why nothing more may be spent.
    pub fn spent(&self, facts: &ModelFacts) -> Option<Stop> {
        let limits = &self.limits;
        if self.answers >= limits.answers {
            return Some(Stop::Answers(limits.answers));
        }
        let Spent { tokens, money, seconds, .. } = self.before.and(self.total(facts));
        if let Some(most) = limits.tokens.filter(|&most| tokens >= most) {
            return Some(Stop::Tokens { used: tokens, most });
        }
        if let Some(most) = limits.money.filter(|&most| facts.prices.is_some() && money >= most) {
            return Some(Stop::Money { used: money, most });
        }
        let most = limits.seconds.filter(|&most| seconds >= most)?;
        Some(Stop::Time { used: seconds, most })
    }
}
