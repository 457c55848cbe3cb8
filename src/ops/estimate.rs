//! What agents will use up at most, before anything is asked: a figure from the sizes of the task. A model that goes
//! astray uses up more; what stops it is `[budget]`.
//!
//! The rule, held to what runs use up by `ci/bench agents` and the tests:
//!
//! - A proposer is asked six times, and twice more for each item of evidence; a reviewer three times, and once more for every
//!   two claims. No run has more than 80 answers.
//! - Each time all of it is sent again: 2,500 tokens of instructions and tools, the evidence (or what changes), a token for
//!   every three characters, and 1,000 tokens for each answer before, with its result. No call holds more than the model.
//! - An answer has 300 tokens; each note written and each claim judged takes 300 more.
//! - What is sent is priced as if the provider had kept nothing of it, and kept all of it from now on where that is dearer.

use schemars::JsonSchema;
use serde::Serialize;

use crate::config::{Agent, Budget};
use crate::port::{ModelFacts, Usage};
use crate::proposal::ProposalId;

/// Tokens of the instructions and the tools of a role.
const PROMPT: u64 = 2_500;
/// Tokens by which a conversation grows with each answer: the call and its result.
const STEP: u64 = 1_000;
/// Tokens of one answer; of a note or a judgment as many more.
const ANSWER: u64 = 300;
/// Characters of a token: rather too few.
const CHARS: u64 = 3;
/// The most answers of one run.
const ANSWERS: u64 = 80;

/// Who would be asked.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The agent, as `kb.toml` names it.
    pub agent: &'a Agent,
    /// What is known of its model; `None` where it has none.
    pub facts: Option<ModelFacts>,
}

/// What one agent would use up for one proposal in one round.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// The agent, as `kb.toml` names it.
    pub agent: String,
    /// How often a model is asked.
    pub calls: u64,
    /// Tokens sent.
    pub input: u64,
    /// Tokens answered.
    pub output: u64,
    /// Money, at the prices of `kb.toml`; `None` where nobody said what it costs.
    pub money: Option<f64>,
}

impl Estimate {
    /// The proposer's share: `items` of evidence with `bytes` of text.
    pub fn proposer(asked: &Asked<'_>, items: usize, bytes: usize) -> Estimate {
        let items = items as u64;
        Estimate::of(asked, bytes, 6 + 2 * items, items)
    }

    /// The reviewer's share: `claims` that change, and `bytes` of what changes.
    pub fn reviewer(asked: &Asked<'_>, claims: usize, bytes: usize) -> Estimate {
        let claims = claims as u64;
        Estimate::of(asked, bytes, 3 + claims.div_ceil(2), claims)
    }

    /// Each answer sends the whole conversation again.
    fn of(asked: &Asked<'_>, bytes: usize, calls: u64, parts: u64) -> Estimate {
        let agent = asked.agent.to_string();
        let Some(facts) = &asked.facts else {
            // What is built in costs nothing; what a program uses up is between it and its provider.
            let money = matches!(asked.agent, Agent::Named(_)).then_some(0.0);
            return Estimate { agent, calls: 0, input: 0, output: 0, money };
        };
        let calls = calls.min(ANSWERS);
        let first = PROMPT + bytes as u64 / CHARS;
        let input = (0..calls).map(|before| (first + STEP * before).min(facts.context)).sum();
        let output = (calls + parts) * ANSWER;
        let plain = Usage { input, output, ..Usage::default() };
        let kept = Usage { written: input, ..plain };
        let money = facts.prices.map(|prices| plain.cost(prices).max(kept.cost(prices)));
        Estimate { agent, calls, input, output, money }
    }
}

/// The estimates for one proposal.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EstimatedProposal {
    /// The proposal.
    pub id: ProposalId,
    /// One round of each agent that would be asked, the one that is asked first coming first.
    pub agents: Vec<Estimate>,
    /// How many rounds there may be at most.
    pub rounds: u32,
}

/// What a run would use up.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EstimateReport {
    /// The proposals.
    pub proposals: Vec<EstimatedProposal>,
    /// Tokens, one round of each.
    pub tokens: u64,
    /// Money, one round of each; `None` where nobody said what an agent costs.
    pub money: Option<f64>,
    /// What one proposal may cost at most, by `[budget]` of the base.
    pub budget: Budget,
}

impl EstimateReport {
    /// Sums up.
    pub fn new(proposals: Vec<EstimatedProposal>, budget: Budget) -> EstimateReport {
        let agents = || proposals.iter().flat_map(|proposal| &proposal.agents);
        let tokens = agents().map(|agent| agent.input + agent.output).sum();
        let money = agents().map(|agent| agent.money).sum();
        EstimateReport { tokens, money, budget, proposals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Prices, ToolMode};
    use crate::proposal::{AgentName, Family};

    #[test]
    fn rules_cost_nothing_and_models_by_their_prices() {
        let rules = Agent::Named("rules".to_owned());
        let asked = Asked { agent: &rules, facts: None };
        let nothing = Estimate::proposer(&asked, 3, 90_000);
        assert_eq!((nothing.input, nothing.output, nothing.money), (0, 0, Some(0.0)));
        let facts = ModelFacts {
            name: AgentName { name: "writer".to_owned(), family: Family("x".to_owned()) },
            model: "x-1".to_owned(),
            tools: ToolMode::Native,
            context: 100_000,
            answer: 4_000,
            prices: Some(Prices { input: 2.0, output: 10.0, cached: None, cache_write: Some(3.0) }),
        };
        let writer = Agent::Named("writer".to_owned());
        let small = Estimate::proposer(&Asked { agent: &writer, facts: Some(facts.clone()) }, 1, 4_000);
        assert_eq!((small.calls, small.input), (8, 8 * (2_500 + 1_333) + 1_000 * 28));
        let money = small.money.expect("prices are known");
        assert!((money - (small.input as f64 * 3.0 + small.output as f64 * 10.0) / 1e6).abs() < 1e-9);
        let large = Estimate::proposer(&Asked { agent: &writer, facts: Some(facts.clone()) }, 1, 4_000_000);
        assert_eq!(large.input, 8 * 100_000, "no call holds more than the model does");
        let many = Estimate::reviewer(&Asked { agent: &writer, facts: Some(facts) }, 5_000, 1_000);
        assert_eq!(many.calls, 80, "no run has more answers");
    }
}
