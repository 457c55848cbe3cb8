//! What agents used up: calls, tokens, money, time. Who may spend how much is for the configuration to say.

use serde::{Deserialize, Serialize};

/// What was used up for a proposal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Spent {
    /// How often a model was asked.
    pub calls: u64,
    /// Tokens, sent and answered.
    pub tokens: u64,
    /// Money, at the prices of `kb.toml`.
    pub money: f64,
    /// Seconds.
    pub seconds: u64,
}

impl Spent {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Spent) -> Spent {
        Spent {
            calls: self.calls.saturating_add(other.calls),
            tokens: self.tokens.saturating_add(other.tokens),
            money: self.money + other.money,
            seconds: self.seconds.saturating_add(other.seconds),
        }
    }

    /// What of it came after `earlier`.
    #[must_use]
    pub fn since(self, earlier: Spent) -> Spent {
        Spent {
            calls: self.calls.saturating_sub(earlier.calls),
            tokens: self.tokens.saturating_sub(earlier.tokens),
            money: (self.money - earlier.money).max(0.0),
            seconds: self.seconds.saturating_sub(earlier.seconds),
        }
    }
}
