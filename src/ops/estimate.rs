//! What agents will use up, before anything is asked: a figure from the sizes of the task. It promises nothing.

use serde::Serialize;

use crate::config::{Agent, Budget};
use crate::port::{ModelFacts, Usage};
use crate::proposal::ProposalId;

/// Tokens of the instructions and the tools of a role.
const PROMPT: u64 = 2_500;
/// Tokens by which a conversation grows with each answer: the call and its result.
const STEP: u64 = 700;
/// Tokens of one answer.
const ANSWER: u64 = 250;
/// Characters of a token.
const CHARS: u64 = 4;

/// Who would be asked.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The agent, as `kb.toml` names it.
    pub agent: &'a Agent,
    /// What is known of its model; `None` where it has none.
    pub facts: Option<ModelFacts>,
}

/// What one agent would use up for one proposal in one round.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
        let first = (PROMPT + bytes as u64 / CHARS).min(facts.context);
        let input = calls * first + STEP * calls * (calls - 1) / 2;
        let output = calls * ANSWER + parts * ANSWER / 2;
        let usage = Usage { input, cached: 0, output };
        let money = facts.prices.map(|prices| usage.cost(prices));
        Estimate { agent, calls, input, output, money }
    }
}

/// The estimates for one proposal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EstimatedProposal {
    /// The proposal.
    pub id: ProposalId,
    /// One round of each agent that would be asked, the one that is asked first coming first.
    pub agents: Vec<Estimate>,
    /// How many rounds there may be at most.
    pub rounds: u32,
}

/// What a run would use up.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
            prices: Some(Prices { input: 2.0, output: 10.0, cached: None }),
        };
        let writer = Agent::Named("writer".to_owned());
        let small = Estimate::proposer(&Asked { agent: &writer, facts: Some(facts.clone()) }, 1, 4_000);
        assert_eq!((small.calls, small.input), (8, 8 * 3_500 + 700 * 28));
        let money = small.money.expect("prices are known");
        assert!((money - (small.input as f64 * 2.0 + small.output as f64 * 10.0) / 1e6).abs() < 1e-9);
        let large = Estimate::proposer(&Asked { agent: &writer, facts: Some(facts) }, 1, 4_000_000);
        assert_eq!(large.input, 8 * 100_000 + 700 * 28, "no call holds more than the model does");
    }
}
