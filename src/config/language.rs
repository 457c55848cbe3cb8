//! Language models: the settings of `[models.NAME]`, and what is wrong with them. The key itself is never here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::families;
use super::models::{key_fault, url_fault};
use crate::proposal::Family;

/// Which wire format a model's server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Chat Completions, at OpenAI.
    #[serde(rename = "openai")]
    OpenAi,
    /// OpenAI Responses.
    #[serde(rename = "openai-responses")]
    OpenAiResponses,
    /// Google Gemini, generateContent.
    Gemini,
    /// OpenAI Chat Completions, anywhere else: DeepSeek, Kimi, Qwen, vLLM, llama.cpp and others.
    #[serde(rename = "openai-compatible")]
    OpenAiCompatible,
    /// Ollama, by its OpenAI Chat Completions: the context is as long as OLLAMA_CONTEXT_LENGTH of the server says.
    Ollama,
}

impl Provider {
    /// Where it is when nothing is said; `None` where that must be said.
    pub fn home(self) -> Option<&'static str> {
        match self {
            Provider::Anthropic => Some("https://api.anthropic.com/v1"),
            Provider::OpenAi | Provider::OpenAiResponses => Some("https://api.openai.com/v1"),
            Provider::Gemini => Some("https://generativelanguage.googleapis.com/v1beta"),
            Provider::OpenAiCompatible => None,
            Provider::Ollama => Some("http://127.0.0.1:11434/v1"),
        }
    }

    /// The path of its format below a host.
    fn path(self) -> &'static str {
        match self {
            Provider::Gemini => "v1beta/",
            _ => "v1/",
        }
    }
}

/// How a model asks for a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ToolMode {
    /// By calls of its provider's wire format.
    #[default]
    Native,
    /// By a step object `{action, argument}` that is its whole answer, bound by a schema: for servers whose models cannot
    /// call tools.
    JsonSchema,
}

/// What a million tokens cost, in one currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// Of what is sent.
    pub input: f64,
    /// Of what is answered.
    pub output: f64,
    /// Of what is sent and was kept by the provider; unless given, as of what is sent, of Anthropic's a tenth of it.
    #[serde(default)]
    pub cached: Option<f64>,
    /// Of what is sent and the provider keeps from now on; unless given, as of what is sent, of Anthropic's a quarter more.
    #[serde(default)]
    pub cache_write: Option<f64>,
}

/// A language model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelConfig {
    /// Which wire format its server speaks.
    pub provider: Provider,
    /// What the server calls it.
    pub model: String,
    /// The family that it is of, such as `qwen`; needed where its name does not tell.
    #[serde(default)]
    pub family: Option<String>,
    /// The address of the server, such as `http://127.0.0.1:8080`; unless given, the provider's own.
    #[serde(default)]
    pub url: Option<String>,
    /// The environment variable that holds the key for the server.
    #[serde(default)]
    pub api_key_env: Option<String>,
    /// How it asks for tools; `kb doctor --probe` says what works.
    #[serde(default)]
    pub tools: ToolMode,
    /// How many tokens of conversation and answer it holds; unless given, what models of its provider hold at least.
    #[serde(default)]
    pub context: Option<u64>,
    /// The most tokens of one answer.
    #[serde(default = "most")]
    pub answer: u64,
    /// What a million tokens cost; without it no estimate and no budget in money.
    #[serde(default)]
    pub prices: Option<Prices>,
    /// The most requests a minute.
    #[serde(default)]
    pub requests_per_minute: Option<u32>,
    /// How long one answer may take, in seconds.
    #[serde(default = "timeout")]
    pub timeout: u64,
}

fn most() -> u64 {
    4_096
}

fn timeout() -> u64 {
    180
}

impl ModelConfig {
    /// The family that it is of; `None` where its name does not tell and nobody says.
    pub fn family(&self) -> Option<Family> {
        match &self.family {
            Some(name) => Some(families::stated(name)),
            None => families::family(self.provider, &self.model, self.url.is_none()),
        }
    }

    /// What a million tokens cost, with what its provider takes for what it keeps where nobody says.
    pub fn prices(&self) -> Option<Prices> {
        let prices = self.prices?;
        if self.provider != Provider::Anthropic {
            return Some(prices);
        }
        // As Anthropic publishes it for what is kept for five minutes, whatever the model.
        let cached = prices.cached.or(Some(prices.input * 0.1));
        let cache_write = prices.cache_write.or(Some(prices.input * 1.25));
        Some(Prices { cached, cache_write, ..prices })
    }

    /// How many tokens of conversation and answer it holds.
    pub fn context(&self) -> u64 {
        self.context.unwrap_or(match self.provider {
            Provider::Anthropic => 200_000,
            Provider::Gemini => 1_000_000,
            Provider::OpenAi | Provider::OpenAiResponses => 128_000,
            Provider::OpenAiCompatible => 32_768,
            Provider::Ollama => 8_192,
        })
    }

    /// The address below which the requests go, with `/` at the end. One without a path gets that of the format.
    pub fn base(&self) -> String {
        let url = self.url.as_deref().or(self.provider.home()).unwrap_or_default().trim_end_matches('/');
        let has_path = url.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
        if has_path { format!("{url}/") } else { format!("{url}/{}", self.provider.path()) }
    }

    /// The key at fault, and what is wrong with it.
    pub(super) fn fault(&self) -> Option<(&'static str, String)> {
        let fault = |key, message: &str| Some((key, message.to_owned()));
        if let Some(message) = self.url.as_deref().and_then(url_fault) {
            return fault("url", message);
        }
        if let Some(message) = self.api_key_env.as_deref().and_then(key_fault) {
            return fault("api_key_env", message);
        }
        match self {
            _ if self.model.trim().is_empty() => fault("model", "`model` is what the server calls the model"),
            _ if self.model.contains("::") => fault("model", "`model` cannot hold `::`"),
            _ if self.url.is_none() && self.provider.home().is_none() => {
                fault("url", "a model of an `openai-compatible` server needs the server's `url`")
            }
            _ if self.api_key_env.is_none() && self.url.is_none() && self.provider != Provider::Ollama => {
                fault("api_key_env", "`api_key_env` names the environment variable that holds the key")
            }
            _ if self.api_key_env.is_some() && self.url.as_deref().is_some_and(is_open) => {
                fault("url", "a key goes over https:// only, or to this machine")
            }
            _ if self.family.as_deref().is_some_and(|family| !is_family(family)) => {
                fault("family", "`family` is a word of letters, digits, `-` and `.`, such as \"qwen\"")
            }
            _ if self.family().is_none() => fault(
                "family",
                "the name of the model does not tell its family; say `family = \"...\"`, whose weights they are \
                 (I3: a model never vouches for its own family)",
            ),
            _ if self.answer < 64 => fault("answer", "`answer` is at least 64 tokens"),
            _ if self.context() < self.answer.saturating_mul(2) => {
                fault("context", "`context` is at least twice `answer`: the conversation must fit too")
            }
            _ if self.prices.is_some_and(|prices| !is_price(prices)) => {
                fault("prices", "prices are not below 0")
            }
            _ if self.requests_per_minute == Some(0) => {
                fault("requests_per_minute", "`requests_per_minute` is at least 1")
            }
            _ if !(1..=3_600).contains(&self.timeout) => {
                fault("timeout", "`timeout` is between 1 and 3600 seconds")
            }
            _ => None,
        }
    }
}

/// Whether what is sent to `url` can be read on the way.
fn is_open(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("http://") else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_here = |address: std::net::IpAddr| address.is_loopback();
    host != "localhost" && !host.parse().is_ok_and(is_here)
}

/// Whether a family can be called so. Those of people and of what is built in are taken.
pub(super) fn is_family(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
    let name = name.trim();
    !name.is_empty() && name.len() <= 60 && name.bytes().all(plain) && !name.eq_ignore_ascii_case("person")
}

fn is_price(prices: Prices) -> bool {
    [Some(prices.input), Some(prices.output), prices.cached, prices.cache_write]
        .into_iter()
        .flatten()
        .all(|price| price >= 0.0 && price.is_finite())
}
