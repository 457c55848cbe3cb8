//! How much a proposal may cost: tokens, money, time, rounds. Who spends it keeps count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much one proposal may cost, proposer and reviewer and all rounds together; and as much again one run of `kb build`
/// for each of summaries and prefixes. What is not given has no limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// The most tokens, sent and answered.
    pub tokens: Option<u64>,
    /// The most money, in the currency of the models' `prices`.
    pub money: Option<f64>,
    /// The longest time, in seconds.
    pub seconds: Option<u64>,
    /// The most rounds of proposer and reviewer; unless given, `rounds` of `[review]`.
    pub rounds: Option<u32>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { tokens: Some(2_000_000), money: None, seconds: Some(3_600), rounds: None }
    }
}

impl Budget {
    /// The key at fault, and what is wrong with it.
    pub(super) fn fault(&self) -> Option<(&'static str, String)> {
        let fault = |key, message: &str| Some((key, message.to_owned()));
        match self {
            _ if self.tokens == Some(0) => fault("tokens", "`tokens` is at least 1"),
            _ if self.money.is_some_and(|money| money.is_nan() || money <= 0.0) => {
                fault("money", "`money` is more than 0")
            }
            _ if self.seconds == Some(0) => fault("seconds", "`seconds` is at least 1"),
            _ if self.rounds == Some(0) => fault("rounds", "`rounds` is at least 1"),
            _ => None,
        }
    }
}
