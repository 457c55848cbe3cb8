//! A reranker that a server runs behind `POST /v1/rerank`.

use std::sync::OnceLock;

use reqwest::blocking::Client;
use serde_json::json;

use super::http::{Pace, Patience, client, post};
use crate::config::RerankerConfig;
use crate::port::{ModelError, Reranker};

/// A reranker behind an address.
pub(super) struct ServedReranker {
    name: String,
    url: String,
    asked_for: String,
    key: Option<String>,
    client: OnceLock<Result<Client, String>>,
    pace: Pace,
}

impl ServedReranker {
    /// The reranker that `settings` describe, asked for with `key`.
    pub fn new(name: &str, settings: &RerankerConfig, key: Option<String>) -> ServedReranker {
        let base = settings.url.as_deref().unwrap_or_default().trim_end_matches('/').trim_end_matches("/v1");
        let asked_for = settings.model.clone().unwrap_or_else(|| name.to_owned());
        let url = format!("{base}/v1/rerank");
        ServedReranker {
            name: name.to_owned(),
            url,
            asked_for,
            key,
            client: OnceLock::new(),
            pace: Pace::new(None),
        }
    }

    fn failed(&self, message: impl Into<String>) -> ModelError {
        ModelError::Unreachable { name: self.name.clone(), url: self.url.clone(), message: message.into() }
    }
}

impl Reranker for ServedReranker {
    fn name(&self) -> &str {
        &self.name
    }

    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>, ModelError> {
        let client = self.client.get_or_init(client).as_ref().map_err(|message| self.failed(message))?;
        let body = json!({
            "model": self.asked_for, "query": question, "documents": passages, "top_n": passages.len(),
        });
        let answer = post(client, &self.url, self.key.as_deref(), &body, Patience::PERSON, &self.pace)
            .map_err(|message| self.failed(message))?;
        let results = answer["results"].as_array().ok_or_else(|| self.failed("the answer has no results"))?;
        let mut scores = vec![None; passages.len()];
        for result in results {
            let at = result["index"].as_u64().and_then(|at| usize::try_from(at).ok());
            let score = result["relevance_score"].as_f64().or(result["score"].as_f64());
            if let (Some(place), Some(score)) = (at.and_then(|at| scores.get_mut(at)), score) {
                *place = Some(score as f32);
            }
        }
        let all: Option<Vec<f32>> = scores.into_iter().collect();
        all.ok_or_else(|| self.failed("the answer leaves passages out"))
    }
}
