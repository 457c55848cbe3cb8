//! Language models: a conversation in, one answer out. What the answer asks for is for others to do, or to refuse (I5).

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

pub use crate::config::{Prices, ToolMode};
use crate::proposal::AgentName;

/// What must be known of a model to talk with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFacts {
    /// Its name in `kb.toml` and the family that it is of.
    pub name: AgentName,
    /// What its provider calls it.
    pub model: String,
    /// How it asks for tools.
    pub tools: ToolMode,
    /// How many tokens of conversation and answer it holds.
    pub context: u64,
    /// The most tokens of one answer.
    pub answer: u64,
    /// What a million tokens cost; `None` where nobody said.
    pub prices: Option<Prices>,
}

/// A tool that a model may ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// Its name: letters, digits and `_`.
    pub name: &'static str,
    /// What it does and when to use it.
    pub about: &'static str,
    /// The JSON Schema of its argument, an object.
    pub argument: Value,
}

/// A tool that a model asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// What the provider calls the call; the result goes back under it.
    pub id: String,
    /// The tool, as the model wrote it: maybe one that does not exist.
    pub tool: String,
    /// The argument, as the model wrote it: maybe of another shape than asked for.
    pub argument: Value,
}

/// One part of a conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// What kb says.
    Told(String),
    /// What the model answered.
    Answered {
        /// Its text.
        text: String,
        /// The tools that it asked for.
        calls: Vec<ToolCall>,
    },
    /// What the tools of the answer before gave, in order of the calls: the id of the call and the result.
    Results(Vec<(String, String)>),
}

/// A conversation, and what is wanted next.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// What holds for the whole conversation.
    pub system: &'a str,
    /// The conversation so far; it ends with what kb says or with results.
    pub turns: &'a [Turn],
    /// The tools that may be asked for; none in [`ToolMode::JsonSchema`].
    pub tools: &'a [ToolSpec],
    /// The JSON Schema that the whole answer must fit, and a name for it.
    pub shape: Option<(&'static str, &'a Value)>,
    /// The most tokens of the answer.
    pub most: u64,
    /// How long the answer may take, all attempts together.
    pub patience: Duration,
}

/// What a model gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its text.
    pub text: String,
    /// The tools that it asks for.
    pub calls: Vec<ToolCall>,
    /// What it cost.
    pub usage: Usage,
}

/// The tokens of one answer or of several, as the provider counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Usage {
    /// What was sent.
    pub input: u64,
    /// What of it the provider had kept.
    pub cached: u64,
    /// What of it the provider keeps from now on.
    pub written: u64,
    /// What was answered.
    pub output: u64,
}

impl Usage {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Usage) -> Usage {
        Usage {
            input: self.input + other.input,
            cached: self.cached + other.cached,
            written: self.written + other.written,
            output: self.output + other.output,
        }
    }

    /// What it costs at `prices`.
    pub fn cost(self, prices: Prices) -> f64 {
        let fresh = self.input.saturating_sub(self.cached.saturating_add(self.written)) as f64 * prices.input;
        let kept = self.cached as f64 * prices.cached.unwrap_or(prices.input);
        let written = self.written as f64 * prices.cache_write.unwrap_or(prices.input);
        (fresh + kept + written + self.output as f64 * prices.output) / 1e6
    }
}

/// Says why a model gave no answer that can be used. Nothing was changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelFault {
    /// The environment variable that `kb.toml` names holds no key.
    #[error("the environment variable `{variable}` holds no key for `{model}`; set it, and only there")]
    NoKey {
        /// The model's name in `kb.toml`.
        model: String,
        /// The variable.
        variable: String,
    },
    /// The server is not there, or does not answer in time.
    #[error("`{model}` at {server} gave no answer: {message}")]
    Unreachable {
        /// The model's name in `kb.toml`.
        model: String,
        /// Where it was asked for: scheme and host.
        server: String,
        /// What happened.
        message: String,
    },
    /// The server is busy, and stayed so for as long as was waited.
    #[error("`{model}` is busy ({status}), asked {times} times; try again later, nothing is lost")]
    Busy {
        /// The model's name in `kb.toml`.
        model: String,
        /// The last status.
        status: u16,
        /// How often it was asked.
        times: u32,
    },
    /// The server refuses the request as it is; asking again changes nothing.
    #[error("`{model}` refuses the request ({status}): {message}")]
    Refused {
        /// The model's name in `kb.toml`.
        model: String,
        /// The status.
        status: u16,
        /// What the server says, without the key.
        message: String,
    },
    /// The conversation is longer than the model can hold.
    #[error("the conversation does not fit into `{model}`: {message}")]
    Overflow {
        /// The model's name in `kb.toml`.
        model: String,
        /// How much it is and how much fits.
        message: String,
    },
    /// The answer was cut: at its token limit, or with the connection. No tool of it runs.
    #[error("the answer of `{model}` is cut: {message}")]
    Truncated {
        /// The model's name in `kb.toml`.
        model: String,
        /// Where.
        message: String,
    },
    /// There is nothing in the answer.
    #[error("the answer of `{model}` is empty")]
    Empty {
        /// The model's name in `kb.toml`.
        model: String,
    },
    /// The provider held the answer back.
    #[error("the provider of `{model}` held the answer back: {message}")]
    Withheld {
        /// The model's name in `kb.toml`.
        model: String,
        /// Its reason.
        message: String,
    },
    /// The answer is not what its wire format says.
    #[error("the answer of `{model}` cannot be read: {message}")]
    Malformed {
        /// The model's name in `kb.toml`.
        model: String,
        /// What is wrong.
        message: String,
    },
}

/// A language model.
pub trait Model: Sync {
    /// What it is.
    fn facts(&self) -> &ModelFacts;

    /// Its answer to `request`. Asking changes nothing anywhere, so a server that is busy is asked again.
    fn answer(&self, request: &Request<'_>) -> Result<Answer, ModelFault>;
}
