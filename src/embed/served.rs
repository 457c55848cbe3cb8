//! An embedding model that a server runs, as OpenAI's or Ollama's does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;

use reqwest::blocking::Client;
use serde_json::{Value, json};

use super::http::{Pace, Patience, client, post};
use crate::config::{EmbeddingConfig, EmbeddingKind};
use crate::port::{Embedder, EmbeddingModel, ModelError, Purpose, Vector};

/// How many bytes of a text a token stands for at most, roughly: what follows the last is left out.
const BYTES: usize = 4;

/// A model behind an address.
pub(super) struct Served {
    name: String,
    url: String,
    settings: EmbeddingConfig,
    key: Option<String>,
    model: EmbeddingModel,
    client: OnceLock<Result<Client, String>>,
    pace: Pace,
}

impl Served {
    /// The model that `settings` describe, asked for with `key`.
    pub fn new(name: &str, settings: EmbeddingConfig, key: Option<String>, model: EmbeddingModel) -> Served {
        let base = settings.url.as_deref().unwrap_or_default().trim_end_matches('/');
        let url = match settings.kind {
            EmbeddingKind::Ollama => format!("{}/api/embed", base.trim_end_matches("/api")),
            _ => format!("{}/v1/embeddings", base.trim_end_matches("/v1")),
        };
        let pace = Pace::new(settings.requests_per_minute);
        Served { name: name.to_owned(), url, settings, key, model, client: OnceLock::new(), pace }
    }

    fn failed(&self, message: impl Into<String>) -> ModelError {
        ModelError::Unreachable { name: self.name.clone(), url: self.url.clone(), message: message.into() }
    }

    /// Asks for the vectors of one batch.
    fn ask(&self, purpose: Purpose, texts: &[String]) -> Result<Vec<Vector>, ModelError> {
        let client = self.client.get_or_init(client).as_ref().map_err(|message| self.failed(message))?;
        let model = self.settings.model.as_deref().unwrap_or(&self.name);
        let mut body = match self.settings.kind {
            EmbeddingKind::Ollama => json!({ "model": model, "input": texts }),
            _ => json!({ "model": model, "input": texts, "encoding_format": "float" }),
        };
        let (input_type, patience) = match purpose {
            Purpose::Passage => (&self.settings.passage_type, Patience::WORK),
            Purpose::Question => (&self.settings.question_type, Patience::PERSON),
        };
        // A server that knows no such key may refuse it.
        if let Some(input_type) = input_type {
            body["input_type"] = json!(input_type);
        }
        let answer = post(client, &self.url, self.key.as_deref(), &body, patience, &self.pace)
            .map_err(|message| self.failed(message))?;
        let lists = match self.settings.kind {
            EmbeddingKind::Ollama => answer["embeddings"].as_array().map(|all| all.iter().collect()),
            _ => answer["data"].as_array().map(|all| in_order(all)),
        };
        let lists: Vec<&Value> = lists.ok_or_else(|| self.failed("the answer has no vectors"))?;
        if lists.len() != texts.len() {
            return Err(self.failed(format!("{} vectors came for {} texts", lists.len(), texts.len())));
        }
        lists.into_iter().map(|list| self.vector(list)).collect()
    }

    fn vector(&self, list: &Value) -> Result<Vector, ModelError> {
        let numbers = list.as_array().map(|list| list.iter().map(|number| number.as_f64()).collect());
        let numbers: Option<Vec<f64>> = numbers.unwrap_or_default();
        let numbers = numbers.ok_or_else(|| self.failed("a vector is no list of numbers"))?;
        if numbers.len() != self.model.dimension {
            let message = format!(
                "a vector has {} dimensions; `dimension` of [embeddings.{}] says {}",
                numbers.len(),
                self.name,
                self.model.dimension
            );
            return Err(self.failed(message));
        }
        Ok(Vector::of(&numbers.into_iter().map(|number| number as f32).collect::<Vec<_>>()))
    }
}

/// The vectors of an answer in the order of the texts, whatever order they came in.
fn in_order(all: &[Value]) -> Vec<&Value> {
    let mut all: Vec<(u64, &Value)> =
        (0..).zip(all).map(|(at, one)| (one["index"].as_u64().unwrap_or(at), &one["embedding"])).collect();
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, vector)| vector).collect()
}

impl Embedder for Served {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn batch(&self) -> usize {
        self.settings.batch * self.settings.parallel
    }

    fn embed(&self, purpose: Purpose, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        let prefix = match purpose {
            Purpose::Passage => &self.settings.passage_prefix,
            Purpose::Question => &self.settings.question_prefix,
        };
        // Servers refuse an empty text.
        let shown = |text: &&str| {
            if text.trim().is_empty() { "-".to_owned() } else { cut(text, self.settings.max_tokens * BYTES) }
        };
        let texts: Vec<String> = texts.iter().map(|text| format!("{prefix}{}", shown(text))).collect();
        let batches: Vec<&[String]> = texts.chunks(self.settings.batch).collect();
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let answers: Vec<OnceLock<Vec<Vector>>> = batches.iter().map(|_| OnceLock::new()).collect();
        thread::scope(|scope| {
            for _ in 0..self.settings.parallel.min(batches.len()) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(batch) = batches.get(at) else { return };
                        match self.ask(purpose, batch) {
                            Ok(vectors) => drop(answers[at].set(vectors)),
                            Err(error) => {
                                next.store(batches.len(), Ordering::Relaxed);
                                failed.lock().map(|mut failed| failed.get_or_insert(error).clone()).ok();
                                return;
                            }
                        }
                    }
                });
            }
        });
        match failed.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(answers.into_iter().filter_map(OnceLock::into_inner).flatten().collect()),
        }
    }
}

/// The beginning of `text`, at most `most` bytes.
fn cut(text: &str, most: usize) -> String {
    text[..text.floor_char_boundary(most)].to_owned()
}
