//! The models on this machine: which there are, which `kb.toml` names, and fetching one.

use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::config::{Config, EmbeddingConfig, EmbeddingKind, RerankerKind};
use crate::port::{Events, HeldModel, ModelError, ModelShelf, Wanted};

/// Says why a model was not fetched or looked at.
#[derive(Debug, Error)]
pub enum ModelsError {
    /// The model could not be had.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// What was asked for names nothing that could be fetched.
    #[error(
        "`{0}` is no model that kb knows, no table [embeddings.{0}] with `from`, no org/name of the hub and no folder"
    )]
    Unknown(String),
    /// A server runs it.
    #[error("`{0}` is run by a server; there is nothing to fetch")]
    IsServed(String),
}

/// The models that there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelsReport {
    /// The models, by name.
    pub models: Vec<ListedModel>,
}

/// One model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListedModel {
    /// The model.
    #[serde(flatten)]
    pub held: HeldModel,
    /// Whether `kb.toml` names it.
    pub used: bool,
    /// Whether it is on this machine.
    pub here: bool,
}

/// Every model on this machine, the one in the program, and those that `config` names.
pub fn list(config: &Config, shelf: &dyn ModelShelf) -> Result<ModelsReport, ModelsError> {
    let reranker = config.search.rerank.as_deref();
    let uses = |name: &str| name == config.embedding() || reranker == Some(name);
    let mut models: Vec<ListedModel> = Vec::new();
    models.push(ListedModel {
        used: uses("static"),
        here: true,
        held: HeldModel {
            name: "static".to_owned(),
            kind: "model2vec".to_owned(),
            dimension: 64,
            bytes: 0,
            origin: "minishlab/potion-base-2M".to_owned(),
            revision: None,
            place: "built in".to_owned(),
        },
    });
    let held = shelf.held()?.into_iter();
    models.extend(held.map(|held| ListedModel { used: uses(&held.name), here: true, held }));
    for name in [Some(config.embedding()), reranker].into_iter().flatten() {
        if name != "none" && !models.iter().any(|model| model.held.name == name) {
            models.push(named(config, name));
        }
    }
    Ok(ModelsReport { models })
}

/// A model that `config` names and that is not on this machine.
fn named(config: &Config, name: &str) -> ListedModel {
    let embedding = config.embeddings.get(name).cloned().or_else(|| EmbeddingConfig::known(name));
    let url = embedding.as_ref().and_then(|model| model.url.clone());
    let url = url.or_else(|| config.rerankers.get(name)?.url.clone());
    let kind = match embedding.as_ref().map(|model| model.kind) {
        Some(EmbeddingKind::OpenAi) => "openai",
        Some(EmbeddingKind::Ollama) => "ollama",
        Some(EmbeddingKind::Model2vec) => "model2vec",
        Some(EmbeddingKind::Onnx) => "onnx",
        None => "reranker",
    };
    let origin = embedding.as_ref().and_then(|model| model.from.clone()).unwrap_or_default();
    ListedModel {
        used: true,
        here: url.is_some(),
        held: HeldModel {
            name: name.to_owned(),
            kind: kind.to_owned(),
            dimension: embedding.and_then(|model| model.dimension).unwrap_or_default(),
            bytes: 0,
            origin,
            revision: None,
            place: url.unwrap_or_default(),
        },
    }
}

/// Fetches what `asked` names: a model that kb or `config` knows, a model of the hub, or a folder that `is_folder` says is one.
pub fn pull(
    config: &Config,
    shelf: &dyn ModelShelf,
    asked: &str,
    name: Option<&str>,
    is_folder: bool,
    events: &dyn Events,
) -> Result<HeldModel, ModelsError> {
    let wanted = wanted(config, asked, name, is_folder)?;
    Ok(shelf.pull(&wanted, events)?)
}

fn wanted(config: &Config, asked: &str, name: Option<&str>, is_folder: bool) -> Result<Wanted, ModelsError> {
    if let Some(reranker) = config.rerankers.get(asked) {
        return match (&reranker.from, reranker.kind) {
            (_, RerankerKind::Http) => Err(ModelsError::IsServed(asked.to_owned())),
            (None, _) => Err(ModelsError::Unknown(asked.to_owned())),
            (Some(from), _) => {
                Ok(Wanted { name: asked.to_owned(), from: from.clone(), kind: Some("reranker".to_owned()) })
            }
        };
    }
    let known = config.embeddings.get(asked).cloned().or_else(|| EmbeddingConfig::known(asked));
    if let Some(model) = known {
        let kind = match model.kind {
            EmbeddingKind::Onnx => "onnx",
            EmbeddingKind::Model2vec => "model2vec",
            _ => return Err(ModelsError::IsServed(asked.to_owned())),
        };
        let from = model.from.ok_or_else(|| ModelsError::Unknown(asked.to_owned()))?;
        return Ok(Wanted { name: asked.to_owned(), from, kind: Some(kind.to_owned()) });
    }
    if !is_folder && asked.split('/').count() != 2 {
        return Err(ModelsError::Unknown(asked.to_owned()));
    }
    let last = asked.trim_end_matches('/').rsplit('/').next().unwrap_or(asked);
    let name = name.unwrap_or_else(|| last.split('@').next().unwrap_or(last));
    // A folder pulled under the name of a reranker is one.
    let kind = config.rerankers.contains_key(name).then(|| "reranker".to_owned());
    Ok(Wanted { name: name.to_owned(), from: asked.to_owned(), kind })
}

/// What is wrong with the files of models: of `name`, or of all.
pub fn verify(shelf: &dyn ModelShelf, name: Option<&str>) -> Result<Vec<(String, Vec<String>)>, ModelsError> {
    let names = match name {
        Some(name) => vec![name.to_owned()],
        None => shelf.held()?.into_iter().map(|held| held.name).collect(),
    };
    names.into_iter().map(|name| Ok((name.clone(), shelf.verify(&name)?))).collect()
}
