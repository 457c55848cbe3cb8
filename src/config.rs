//! `kb.toml`: its shape, its defaults, and errors that name line and key. Reading the file is for others.

mod budget;
mod callers;
mod check;
mod deliveries;
mod families;
mod forge;
mod language;
mod models;
mod redact;
mod reorg;
mod risk;
mod roles;
mod server;
mod tokens;

pub use budget::Budget;
pub use callers::CallerConfig;
pub use check::{CheckConfig, CheckOverride, Level, TypeSchema};
pub use deliveries::DeliveriesConfig;
pub use families::{family, stated as stated_family};
pub use forge::{ForgeApp, ForgeApps, ForgeConfig, ForgeKind, ForgeRole};
pub use language::{ModelConfig, Prices, Provider, ToolMode};
pub use models::{EmbeddingConfig, EmbeddingKind, Pooling, RerankerConfig, RerankerKind, is_model_name};
pub use redact::{CustomRule, RedactConfig, RedactRule};
pub use reorg::{ReorgConfig, ReorgSchedule};
pub use risk::{RiskConfig, RiskKind};
pub use roles::{Agent, AgentCommand, Roles, SameFamily, Sandbox};
pub use server::{PushRole, PushRoles, SERVER_FILE, ServerConfig, ServerConfigError};
pub use tokens::{TokenConfig, TokensConfig, TokensConfigError};

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::path::RepoPath;
use crate::vault::{Layout, Limits};

/// The name of the file, at the root of the repository.
pub const FILE_NAME: &str = "kb.toml";

/// Says why `kb.toml` cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("kb.toml, line {line}: {message}")]
pub struct ConfigError {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong, one line.
    pub message: String,
}

/// The content of `kb.toml`. Every table and key is optional.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The same as `embedding` of `[search]`, for files that have nothing else to say of search.
    pub embedding: Option<String>,
    /// Where things lie.
    pub layout: LayoutConfig,
    /// Who proposes and who reviews.
    pub roles: Roles,
    /// Language models, by name.
    pub models: BTreeMap<String, ModelConfig>,
    /// How much a proposal may cost.
    pub budget: Budget,
    /// How a review goes.
    pub review: ReviewConfig,
    /// What may move main.
    pub gate: Gate,
    /// Public keys by role.
    pub keys: Keys,
    /// Where proposals become pull requests.
    pub forge: ForgeConfig,
    /// How evidence is taken in.
    pub evidence: EvidenceConfig,
    /// Which rules report what.
    pub check: CheckConfig,
    /// How search answers.
    pub search: SearchConfig,
    /// Embedding models, by name.
    pub embeddings: BTreeMap<String, EmbeddingConfig>,
    /// Rerankers, by name.
    pub rerankers: BTreeMap<String, RerankerConfig>,
    /// Who reads, by name.
    pub callers: BTreeMap<String, CallerConfig>,
    /// What is taken out of what callers get to read.
    pub redact: RedactConfig,
    /// How the knowledge is reorganised, and when.
    pub reorg: ReorgConfig,
    /// Whether it is recorded what agents are told.
    pub deliveries: DeliveriesConfig,
}

/// Where things lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LayoutConfig {
    /// The folder of the notes; `.` makes the whole repository the knowledge.
    pub knowledge: String,
    /// The folder of the evidence.
    pub evidence: String,
}

impl Default for LayoutConfig {
    fn default() -> LayoutConfig {
        LayoutConfig { knowledge: "knowledge".to_owned(), evidence: "evidence".to_owned() }
    }
}

/// How a review goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReviewConfig {
    /// How many rounds proposer and reviewer have to converge, at least 1; afterwards a person decides.
    pub rounds: u32,
}

impl Default for ReviewConfig {
    fn default() -> ReviewConfig {
        ReviewConfig { rounds: 3 }
    }
}

/// What happens to a commit that changes knowledge on main by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direct {
    /// It is as good as a merge.
    Allow,
    /// It stands, and is shown as unreviewed.
    #[default]
    Flag,
    /// The audit fails.
    Refuse,
}

/// What may move main.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Gate {
    /// The branch that the gate moves.
    pub branch: String,
    /// What happens to a hand-made commit on it.
    pub direct: Direct,
    /// Whether a person must approve beside the reviewer.
    pub human_approval: bool,
    /// Whether a model may vouch for its own family after all, as `kb review --allow-same-family` lets it (against I3).
    pub allow_same_family: bool,
    /// What a person must approve beside the reviewer, by what changes.
    pub risk: RiskConfig,
}

impl Default for Gate {
    fn default() -> Gate {
        Gate {
            branch: "main".to_owned(),
            direct: Direct::Flag,
            human_approval: false,
            allow_same_family: false,
            risk: RiskConfig::default(),
        }
    }
}

/// Public keys by role, each `ed25519:` and base64.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Keys {
    /// Keys whose decisions count.
    pub reviewer: Vec<String>,
    /// Keys of people who approve.
    pub approver: Vec<String>,
    /// Keys of the gate.
    pub gate: Vec<String>,
}

/// What to do with secrets and hidden text in new evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Say so and go on.
    #[default]
    Warn,
    /// Replace them before anything is written or hashed.
    Redact,
    /// Take nothing in.
    Refuse,
}

/// How evidence is taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EvidenceConfig {
    /// What to do with secrets: keys, passwords, numbers of cards and accounts.
    pub secrets: Policy,
    /// What to do with hidden text, and with words that order agents about.
    pub hidden: Policy,
    /// Labels that new evidence gets unless others are given.
    pub labels: BTreeSet<String>,
    /// The tenant that new evidence gets unless another is given.
    pub tenant: Option<String>,
    /// The largest source taken in, in bytes.
    pub max_bytes: u64,
}

impl Default for EvidenceConfig {
    fn default() -> EvidenceConfig {
        EvidenceConfig {
            secrets: Policy::Warn,
            hidden: Policy::Warn,
            labels: BTreeSet::new(),
            tenant: None,
            max_bytes: 64 << 20,
        }
    }
}

/// How search answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SearchConfig {
    /// The token budget of an answer when none is asked for; a token is four characters.
    pub budget: usize,
    /// The model that finds what means the same: `static` (built in and instant; the default), `minilm`, `e5`, the name of a
    /// table `[embeddings.NAME]` or of a pulled model, or `none`. Beside a model that takes its time `static` stays.
    pub embedding: Option<String>,
    /// The share of a question's words, from 0 to 1, that a result must hold unless it is near enough in meaning; `kb eval
    /// calibrate` finds one. None by default. What holds every word is a result in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_text: Option<f32>,
    /// How near in meaning, as a cosine from 0 to 1, a result must be unless it holds enough words; none by default. It
    /// belongs to the model, so another model wants another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_meaning: Option<f32>,
    /// What reorders the best results: the name of a table `[rerankers.NAME]`, or `none`, the default.
    pub rerank: Option<String>,
    /// Who says what each piece of a note is about, for search: the name of a table `[models.NAME]`, or `headings`, the
    /// default: those above the piece.
    pub prefixes: Option<String>,
}

impl Default for SearchConfig {
    fn default() -> SearchConfig {
        SearchConfig {
            budget: 1_000,
            embedding: None,
            min_text: None,
            min_meaning: None,
            rerank: None,
            prefixes: None,
        }
    }
}

/// Reads any TOML, such as the settings of another program; the error is a line, from 1, and what is wrong there.
pub(crate) fn read_toml(text: &str) -> Result<serde_json::Value, (u32, String)> {
    read(text)
}

/// Reads TOML; the error is a line, from 1, and what is wrong there.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, (u32, String)> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..start].iter().filter(|&&b| b == b'\n').count() + 1;
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        (u32::try_from(line).unwrap_or(u32::MAX), message)
    })
}

impl Config {
    /// Reads the text of a `kb.toml`.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let config: Config = read(text).map_err(|(line, message)| ConfigError { line, message })?;
        if let Some(message) = config.check.fault() {
            return Err(ConfigError { line: 1, message: format!("[[check.override]]: {message}") });
        }
        if let Some((table, key, message)) = config.model_fault() {
            let line = models::line_of(text, table.as_deref(), key);
            let shown = table.map_or_else(String::new, |table| format!("[{table}]: "));
            return Err(ConfigError { line, message: format!("{shown}{message}") });
        }
        for (key, least) in [("min_text", config.search.min_text), ("min_meaning", config.search.min_meaning)]
        {
            if least.is_some_and(|least| !(0.0..=1.0).contains(&least)) {
                let line = models::line_of(text, Some("search"), key);
                let message = format!("[search]: `{key}` is a number from 0 to 1");
                return Err(ConfigError { line, message });
            }
        }
        if let Some((table, key, message)) = config.agent_fault() {
            let line = models::line_of(text, Some(&table), key);
            return Err(ConfigError { line, message: format!("[{table}]: {message}") });
        }
        if let Some((table, key, message)) = config.forge.fault() {
            let line = models::line_of(text, Some(&table), key);
            return Err(ConfigError { line, message: format!("[{table}]: {message}") });
        }
        if let Some((key, message)) = config.reorg.fault() {
            let line = models::line_of(text, Some("reorg"), key);
            return Err(ConfigError { line, message: format!("[reorg]: {message}") });
        }
        if let Some((key, message)) = config.deliveries.fault() {
            let line = models::line_of(text, Some("deliveries"), key);
            return Err(ConfigError { line, message: format!("[deliveries]: {message}") });
        }
        if let Some(message) = config.redact.fault() {
            return Err(ConfigError { line: 1, message: format!("[redact]: {message}") });
        }
        config.layout().map(|_| config)
    }

    /// The name of the model that finds what means the same.
    pub fn embedding(&self) -> &str {
        self.search.embedding.as_deref().or(self.embedding.as_deref()).unwrap_or("static")
    }

    /// What is wrong with the choice of models: table, key, message.
    fn model_fault(&self) -> Option<(Option<String>, &'static str, String)> {
        if let (Some(one), Some(other)) = (&self.embedding, &self.search.embedding)
            && one != other
        {
            let message = format!("`embedding` is `{one}` at the top and `{other}` in [search]");
            return Some((Some("search".to_owned()), "embedding", message));
        }
        if !is_model_name(self.embedding()) {
            let message = format!("`{}` cannot name a model; `kb model pull` fetches one", self.embedding());
            let table = self.search.embedding.as_ref().map(|_| "search".to_owned());
            return Some((table, "embedding", message));
        }
        if let Some(name) = self.search.rerank.as_deref().filter(|name| *name != "none")
            && !self.rerankers.contains_key(name)
        {
            let message = format!("no table [rerankers.{name}] says what `{name}` is");
            return Some((Some("search".to_owned()), "rerank", message));
        }
        let names = self.embeddings.keys().map(|name| ("embeddings", name));
        for (kind, name) in names.chain(self.rerankers.keys().map(|name| ("rerankers", name))) {
            if !is_model_name(name) || matches!(name.as_str(), "static" | "none") {
                return Some((Some(format!("{kind}.{name}")), "", format!("`{name}` cannot name a model")));
            }
        }
        let embeddings = self.embeddings.iter().map(|(name, model)| ("embeddings", name, model.fault()));
        let rerankers = self.rerankers.iter().map(|(name, model)| ("rerankers", name, model.fault()));
        embeddings.chain(rerankers).find_map(|(kind, name, fault)| {
            fault.map(|(key, message)| (Some(format!("{kind}.{name}")), key, message))
        })
    }

    /// The model that says what the pieces of notes are about; `None` where their headings do.
    pub fn prefixes(&self) -> Option<&str> {
        self.search.prefixes.as_deref().filter(|name| *name != "headings")
    }

    /// What is wrong with language models, roles and budget: table, key, message.
    fn agent_fault(&self) -> Option<(String, &'static str, String)> {
        for (name, model) in &self.models {
            let table = format!("models.{name}");
            if !is_model_name(name) || roles::BUILT_IN.contains(&name.as_str()) {
                return Some((table, "", format!("`{name}` cannot name a model")));
            }
            if let Some((key, message)) = model.fault() {
                return Some((table, key, message));
            }
        }
        if let Some(name) = self.prefixes().filter(|name| !self.models.contains_key(*name)) {
            let message = format!("no table [models.{name}] says what `{name}` is");
            return Some(("search".to_owned(), "prefixes", message));
        }
        if let Some((key, message)) = self.role_fault() {
            return Some(("roles".to_owned(), key, message));
        }
        if let Some((key, message)) = self.budget.fault() {
            return Some(("budget".to_owned(), key, message));
        }
        let unpriced = self.budget.money.and_then(|_| self.unpriced());
        unpriced.map(|name| {
            let message = format!("`money` is limited, but [models.{name}] has no `prices`");
            ("budget".to_owned(), "money", message)
        })
    }

    /// A model with a role whose tokens cost nobody knows what.
    fn unpriced(&self) -> Option<&str> {
        let agents =
            [&self.roles.proposer, &self.roles.reviewer].into_iter().filter_map(|agent| match agent {
                Agent::Named(name) => Some(name),
                Agent::Command(_) => None,
            });
        let mut names = agents.chain([&self.roles.summariser]).chain(&self.search.prefixes);
        let is_unpriced = |name: &&String| self.models.get(*name).is_some_and(|model| model.prices.is_none());
        names.find(is_unpriced).map(String::as_str)
    }

    /// How many rounds proposer and reviewer have to converge.
    pub fn rounds(&self) -> u32 {
        self.budget.rounds.unwrap_or(self.review.rounds)
    }

    /// How much of a file is read.
    pub fn limits(&self) -> Limits {
        Limits { note: self.check.max_bytes, evidence: self.evidence.max_bytes }
    }

    /// Where knowledge and evidence lie.
    pub fn layout(&self) -> Result<Layout, ConfigError> {
        let path = |text: &str| {
            RepoPath::new(text.trim_end_matches('/'))
                .map_err(|error| ConfigError { line: 1, message: format!("[layout]: {error}") })
        };
        let knowledge = match self.layout.knowledge.as_str() {
            "." => None,
            folder => Some(path(folder)?),
        };
        let evidence = path(&self.layout.evidence)?;
        let overlap = knowledge
            .as_ref()
            .is_some_and(|folder| *folder == evidence || evidence.is_in(folder) || folder.is_in(&evidence));
        if overlap {
            let message =
                "[layout]: knowledge and evidence must be two folders, neither inside the other".to_owned();
            return Err(ConfigError { line: 1, message });
        }
        Ok(Layout { knowledge, evidence })
    }
}

#[cfg(test)]
mod agent_tests;

#[cfg(test)]
mod forge_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_name_their_line() {
        let error = Config::parse("[gate]\nbranch = \"main\"\nbrunch = 1\n").expect_err("an unknown key");
        assert_eq!(error.line, 3);
        assert!(error.message.contains("brunch"), "{}", error.message);
        assert!(Config::parse("[layout]\nevidence = \"../out\"\n").is_err());
        assert!(Config::parse("[layout]\nevidence = \"knowledge/e\"\n").is_err());
        assert_eq!(Config::parse(""), Ok(Config::default()));
    }

    #[test]
    fn what_is_wrong_with_a_model_names_line_and_key() {
        let fault = |text: &str| {
            let error = Config::parse(text).expect_err("a fault");
            (error.line, error.message)
        };
        let (line, message) = fault("embedding = \"static\"\n\n[search]\nembedding = \"minilm\"\n");
        assert!(line == 4 && message.contains("`static` at the top and `minilm`"), "{line} {message}");
        let (line, message) =
            fault("[embeddings.far]\nkind = \"openai\"\nurl = \"ftp://x\"\ndimension = 3\n");
        assert!(line == 3 && message.contains("`url` begins with http"), "{line} {message}");
        let (line, message) = fault("[embeddings.far]\nkind = \"openai\"\nurl = \"http://x\"\n");
        assert!(line == 1 && message.contains("`dimension`"), "{line} {message}");
        let (line, message) = fault(
            "[embeddings.far]\nkind = \"openai\"\nurl = \"http://x\"\ndimension = 3\napi_key_env = \"HOME\"\n",
        );
        assert!(line == 5 && message.contains("API_KEY"), "{line} {message}");
        let (line, message) = fault("[search]\nbudget = 5\nrerank = \"best\"\n");
        assert!(line == 3 && message.contains("[rerankers.best]"), "{line} {message}");
        let (line, message) = fault("[embeddings.near]\nweight = 2.0\n");
        assert!(line == 2 && message.contains("between 0 and 1"), "{line} {message}");
        assert!(fault("[search]\nembedding = \"../up\"\n").1.contains("cannot name a model"));
        assert!(fault("[embeddings.x]\nkind = \"magic\"\n").1.contains("magic"));
        let both = Config::parse("embedding = \"e5\"\n[search]\nembedding = \"e5\"\n");
        assert_eq!(both.expect("they say the same").embedding(), "e5");
    }
}
