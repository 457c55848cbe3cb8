//! Which models measure meaning: the settings of embedders and rerankers, and what is wrong with them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What runs an embedding model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmbeddingKind {
    /// kb, an encoder in `model.onnx` with `tokenizer.json`.
    #[default]
    Onnx,
    /// kb, a table in `model.safetensors` with `tokenizer.json`.
    Model2vec,
    /// A server that answers `POST /v1/embeddings` as OpenAI's does.
    OpenAi,
    /// A server that answers `POST /api/embed` as Ollama does.
    Ollama,
}

impl EmbeddingKind {
    /// Whether a server runs it, and not kb itself.
    pub fn is_served(self) -> bool {
        matches!(self, EmbeddingKind::OpenAi | EmbeddingKind::Ollama)
    }
}

/// How the vectors of the pieces of a text become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean.
    #[default]
    Mean,
    /// That of the first, which stands for the whole.
    Cls,
}

/// An embedding model. What a model of the hub or a folder needs is fetched by `kb model pull NAME`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EmbeddingConfig {
    /// What runs it.
    pub kind: EmbeddingKind,
    /// Where its files come from: `org/name` on the hub, with `@revision` where another than `main` is meant, or a folder.
    pub from: Option<String>,
    /// The address of the server, such as `http://127.0.0.1:11434`.
    pub url: Option<String>,
    /// What the server calls it; unless given, its name here.
    pub model: Option<String>,
    /// How many dimensions its vectors have; needed for a server's.
    pub dimension: Option<usize>,
    /// The environment variable that holds the key for the server.
    pub api_key_env: Option<String>,
    /// What stands before a question.
    pub question_prefix: String,
    /// What stands before a passage.
    pub passage_prefix: String,
    /// What a server is told that a question is, as `input_type`; unless given, it is not told.
    pub question_type: Option<String>,
    /// What a server is told that a passage is, as `input_type`; unless given, it is not told.
    pub passage_type: Option<String>,
    /// How the vectors of its pieces become one.
    pub pooling: Pooling,
    /// The most tokens of a text that it reads; what follows is left out.
    pub max_tokens: usize,
    /// How much meaning counts beside the words, from 0 to 1.
    pub weight: f32,
    /// The cosine below which two texts have nothing in common.
    pub floor: f32,
    /// How many texts it is given at a time.
    pub batch: usize,
    /// How many requests to the server are under way at a time.
    pub parallel: usize,
    /// The most requests to the server a minute.
    pub requests_per_minute: Option<u32>,
}

impl Default for EmbeddingConfig {
    fn default() -> EmbeddingConfig {
        EmbeddingConfig {
            kind: EmbeddingKind::Onnx,
            from: None,
            url: None,
            model: None,
            dimension: None,
            api_key_env: None,
            question_prefix: String::new(),
            passage_prefix: String::new(),
            question_type: None,
            passage_type: None,
            pooling: Pooling::Mean,
            max_tokens: 512,
            weight: 0.5,
            floor: 0.3,
            batch: 16,
            parallel: 2,
            requests_per_minute: None,
        }
    }
}

impl EmbeddingConfig {
    /// A model that kb knows how to fetch and use.
    pub fn known(name: &str) -> Option<EmbeddingConfig> {
        let known = match name {
            // Texts that have nothing in common rarely reach 0.25.
            "minilm" => EmbeddingConfig {
                from: Some("sentence-transformers/all-MiniLM-L6-v2".to_owned()),
                max_tokens: 256,
                floor: 0.25,
                ..EmbeddingConfig::default()
            },
            // Its cosines crowd between 0.7 and 1.
            "e5" => EmbeddingConfig {
                from: Some("intfloat/multilingual-e5-small".to_owned()),
                question_prefix: "query: ".to_owned(),
                passage_prefix: "passage: ".to_owned(),
                floor: 0.8,
                ..EmbeddingConfig::default()
            },
            _ => return None,
        };
        Some(known)
    }

    /// The key at fault, and what is wrong with it.
    pub(super) fn fault(&self) -> Option<(&'static str, String)> {
        let fault = |key, message: &str| Some((key, message.to_owned()));
        let share = |value: f32| (0.0..=1.0).contains(&value);
        if self.kind.is_served() && self.url.is_none() {
            return fault("url", "a model that a server runs needs the server's `url`");
        }
        if self.kind.is_served() && self.dimension.is_none() {
            return fault("dimension", "a model that a server runs needs its `dimension`");
        }
        if let Some(message) = self.url.as_deref().and_then(url_fault) {
            return fault("url", message);
        }
        if let Some(message) = self.api_key_env.as_deref().and_then(key_fault) {
            return fault("api_key_env", message);
        }
        match self {
            _ if !share(self.weight) => fault("weight", "`weight` lies between 0 and 1"),
            _ if !share(self.floor) => fault("floor", "`floor` lies between 0 and 1"),
            _ if self.dimension == Some(0) => fault("dimension", "`dimension` is at least 1"),
            _ if self.max_tokens < 8 => fault("max_tokens", "`max_tokens` is at least 8"),
            _ if self.batch == 0 => fault("batch", "`batch` is at least 1"),
            _ if self.parallel == 0 => fault("parallel", "`parallel` is at least 1"),
            _ if self.requests_per_minute == Some(0) => {
                fault("requests_per_minute", "`requests_per_minute` is at least 1")
            }
            _ => None,
        }
    }
}

/// What runs a reranker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RerankerKind {
    /// kb, a cross-encoder in `model.onnx` with `tokenizer.json`.
    #[default]
    Onnx,
    /// A server that answers `POST /v1/rerank`.
    Http,
}

/// A reranker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RerankerConfig {
    /// What runs it.
    pub kind: RerankerKind,
    /// Where its files come from: `org/name` on the hub, with `@revision` where another than `main` is meant, or a folder.
    pub from: Option<String>,
    /// The address of the server.
    pub url: Option<String>,
    /// What the server calls it; unless given, its name here.
    pub model: Option<String>,
    /// The environment variable that holds the key for the server.
    pub api_key_env: Option<String>,
    /// The most tokens of question and passage together; what follows of the passage is left out.
    pub max_tokens: usize,
}

impl Default for RerankerConfig {
    fn default() -> RerankerConfig {
        RerankerConfig {
            kind: RerankerKind::Onnx,
            from: None,
            url: None,
            model: None,
            api_key_env: None,
            max_tokens: 512,
        }
    }
}

impl RerankerConfig {
    /// The key at fault, and what is wrong with it.
    pub(super) fn fault(&self) -> Option<(&'static str, String)> {
        if self.kind == RerankerKind::Http && self.url.is_none() {
            return Some(("url", "a reranker that a server runs needs the server's `url`".to_owned()));
        }
        if let Some(message) = self.url.as_deref().and_then(url_fault) {
            return Some(("url", message.to_owned()));
        }
        if let Some(message) = self.api_key_env.as_deref().and_then(key_fault) {
            return Some(("api_key_env", message.to_owned()));
        }
        (self.max_tokens < 8).then(|| ("max_tokens", "`max_tokens` is at least 8".to_owned()))
    }
}

pub(super) fn url_fault(url: &str) -> Option<&'static str> {
    let address = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    match address {
        None => Some("`url` begins with http:// or https://"),
        Some(address) if address.split('/').next().is_some_and(|host| host.contains('@')) => {
            Some("`url` holds no key; name the environment variable that does with `api_key_env`")
        }
        Some(_) => None,
    }
}

/// Whether `name` can name a model: it becomes the name of a folder.
pub fn is_model_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    !name.is_empty() && name.len() <= 100 && !name.starts_with('.') && name.bytes().all(plain)
}

/// A repository that somebody else wrote must not send away whatever the environment holds.
pub(super) fn key_fault(variable: &str) -> Option<&'static str> {
    (!variable.ends_with("API_KEY"))
        .then_some("`api_key_env` names a variable that ends in API_KEY; no other is read")
}

/// The line on which `key` of `table` is set, from 1; the line of the table where the key is not.
pub(super) fn line_of(text: &str, table: Option<&str>, key: &str) -> u32 {
    let (mut inside, mut found) = (table.is_none(), 1);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            inside =
                table.is_some_and(|table| header.split(']').next().is_some_and(|name| is_same(name, table)));
            if inside {
                found = number;
            }
        } else if inside && line.split_once('=').is_some_and(|(name, _)| name.trim() == key) {
            return number;
        }
    }
    found
}

/// Whether the header of a table names `table`, quotes aside.
fn is_same(header: &str, table: &str) -> bool {
    header.chars().filter(|c| !matches!(c, '"' | '\'' | ' ')).eq(table.chars())
}
