//! The models that `kb.toml` chooses, ready for use. A model that is not on this machine is left out, and that is said.

use super::cross::CrossEncoder;
use super::encoder::Encoder;
use super::judge::ServedReranker;
use super::model2vec::FolderTable;
use super::served::Served;
use super::{Shelf, TableModel};
use crate::config::{Config, EmbeddingConfig, EmbeddingKind, RerankerKind};
use crate::digest::Sha256Hex;
use crate::port::{Embedder, EmbeddingModel, KeptVectors, ModelError, Models, Reranker};

/// The models of one run.
#[derive(Default)]
pub struct Chosen {
    instant: Option<Box<dyn Embedder>>,
    deep: Option<Box<dyn Embedder>>,
    reranker: Option<Box<dyn Reranker>>,
    kept: Option<Box<dyn KeptVectors>>,
    left_out: Vec<String>,
}

/// Gives the value of an environment variable.
pub type Environment<'e> = &'e dyn Fn(&str) -> Option<String>;

impl Chosen {
    /// The models that `config` asks for: from `shelf`, with keys from `environment`, vectors made before from `kept`.
    pub fn of(
        config: &Config,
        shelf: &Shelf,
        environment: Environment<'_>,
        kept: Option<Box<dyn KeptVectors>>,
    ) -> Chosen {
        let mut chosen = Chosen { kept, ..Chosen::default() };
        let name = config.embedding();
        if name != "none" {
            chosen.instant = Some(Box::new(TableModel::default()));
        }
        if !matches!(name, "none" | "static") {
            match embedder(config, shelf, environment, name) {
                Ok((model, true)) => chosen.instant = Some(model),
                Ok((model, false)) => chosen.deep = Some(model),
                Err(error) => chosen.left_out.push(error.to_string()),
            }
        }
        if let Some(name) = config.search.rerank.as_deref().filter(|name| *name != "none") {
            match reranker(config, shelf, environment, name) {
                Ok(reranker) => chosen.reranker = Some(reranker),
                Err(error) => chosen.left_out.push(error.to_string()),
            }
        }
        chosen
    }

    /// What operations are given.
    pub fn models(&self) -> Models<'_> {
        Models {
            instant: self.instant.as_deref(),
            deep: self.deep.as_deref(),
            reranker: self.reranker.as_deref(),
            kept: self.kept.as_deref(),
        }
    }

    /// Which models `kb.toml` names that cannot be used, and why.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

/// The embedder `name`, and whether it is instant.
fn embedder(
    config: &Config,
    shelf: &Shelf,
    environment: Environment<'_>,
    name: &str,
) -> Result<(Box<dyn Embedder>, bool), ModelError> {
    let given = config.embeddings.get(name).cloned();
    let settings = given.or_else(|| EmbeddingConfig::known(name)).unwrap_or_default();
    let read = format!(
        "{:?} {:?} {:?} {}",
        settings.pooling, settings.question_prefix, settings.passage_prefix, settings.max_tokens
    );
    let model = |digest: &str, dimension| EmbeddingModel {
        id: format!("{name}@{digest}"),
        dimension,
        weight: settings.weight,
        floor: settings.floor,
    };
    if settings.kind.is_served() {
        let key =
            settings.api_key_env.as_deref().map(|variable| key(environment, name, variable)).transpose()?;
        let dimension = settings.dimension.unwrap_or_default();
        let seen = format!(
            "{:?} {:?} {:?} {:?} {dimension} {read}",
            settings.kind, settings.url, settings.model, settings.passage_type
        );
        let model = model(&Sha256Hex::of(seen.as_bytes()).as_str()[..12], dimension);
        return Ok((Box::new(Served::new(name, settings, key, model)), false));
    }
    let missing = || ModelError::Missing { name: name.to_owned() };
    let (folder, manifest) = shelf.find(name).ok_or_else(missing)?;
    if let Some(wanted) = settings.dimension.filter(|&wanted| wanted != manifest.dimension) {
        let message = format!("its vectors have {} dimensions, kb.toml says {wanted}", manifest.dimension);
        return Err(ModelError::Unusable { name: name.to_owned(), message });
    }
    let model = model(&manifest.digest(&read), manifest.dimension);
    match manifest.kind.as_str() {
        "model2vec" => {
            let prefixes = [settings.passage_prefix, settings.question_prefix];
            Ok((Box::new(FolderTable::new(name, folder, prefixes, model)), true))
        }
        "onnx" if settings.kind == EmbeddingKind::Onnx => {
            Ok((Box::new(Encoder::new(name, folder, settings, model)), false))
        }
        kind => {
            let message = format!("what was pulled as `{name}` is `{kind}`, not what kb.toml says");
            Err(ModelError::Unusable { name: name.to_owned(), message })
        }
    }
}

fn reranker(
    config: &Config,
    shelf: &Shelf,
    environment: Environment<'_>,
    name: &str,
) -> Result<Box<dyn Reranker>, ModelError> {
    let settings = config.rerankers.get(name).cloned().unwrap_or_default();
    if settings.kind == RerankerKind::Http {
        let key =
            settings.api_key_env.as_deref().map(|variable| key(environment, name, variable)).transpose()?;
        return Ok(Box::new(ServedReranker::new(name, &settings, key)));
    }
    let (folder, _) = shelf.find(name).ok_or_else(|| ModelError::Missing { name: name.to_owned() })?;
    Ok(Box::new(CrossEncoder::new(name, folder, settings.max_tokens)))
}

/// The key in the environment variable `variable`.
fn key(environment: Environment<'_>, name: &str, variable: &str) -> Result<String, ModelError> {
    let message = || format!("the environment variable {variable} holds no key");
    environment(variable)
        .filter(|key| !key.trim().is_empty())
        .ok_or_else(|| ModelError::Unusable { name: name.to_owned(), message: message() })
}
