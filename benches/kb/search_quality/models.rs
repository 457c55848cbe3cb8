//! Models that take their time, as `kb.toml` would choose them, and the vectors that they gave: these are kept, so that a run
//! that was cut off, or is made again, asks for no vector twice.

use std::path::{Path, PathBuf};

use kb::config::Config;
use kb::embed::{Chosen, Shelf};
use kb::port::{Embedder, KeptVectors, ModelError, Purpose, Vector};
use kb::store::vectors::VectorFolder;

/// A model and the vectors that it gave before.
pub struct Deep {
    /// Its name in `kb.toml`.
    pub name: String,
    chosen: Chosen,
    kept: VectorFolder,
}

impl Deep {
    /// The models that `KB_BENCH_MODELS` names, such as `minilm,e5`: from the folder `KB_MODELS`, with the settings of the file
    /// `KB_BENCH_CONFIG`, which is written as `kb.toml` is.
    pub fn asked() -> Result<Vec<Deep>, String> {
        let Ok(names) = std::env::var("KB_BENCH_MODELS") else { return Ok(Vec::new()) };
        let mut config = match std::env::var("KB_BENCH_CONFIG") {
            Err(_) => Config::default(),
            Ok(file) => {
                let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
                Config::parse(&text)
                    .map_err(|error| format!("{file}, line {}: {}", error.line, error.message))?
            }
        };
        let folder = |variable: &str, default: &str| {
            let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join(default);
            std::env::var_os(variable).map_or_else(default, PathBuf::from)
        };
        let shelf = Shelf::new(folder("KB_MODELS", ".kb/models"), String::new());
        let mut models = Vec::new();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            config.search.embedding = None;
            config.embedding = Some(name.to_owned());
            let chosen = Chosen::of(&config, &shelf, &|name| std::env::var(name).ok(), None);
            if chosen.models().deep.is_none() {
                return Err(format!(
                    "{}; KB_MODELS names the folder of the models",
                    chosen.left_out().join("; ")
                ));
            }
            let kept = VectorFolder::at(folder("KB_VECTORS", "target/vectors"));
            models.push(Deep { name: name.to_owned(), chosen, kept });
        }
        Ok(models)
    }

    /// The model.
    pub fn embedder(&self) -> &dyn Embedder {
        self.chosen.models().deep.expect("a model without one is not made")
    }

    /// The vectors of `texts`; what was not kept is asked for, and kept.
    pub fn passages(&self, texts: &[&str]) -> Result<Vec<Vector>, String> {
        let id = &self.embedder().model().id;
        let lacking: Vec<&str> = texts.iter().copied().filter(|text| self.kept(id, text).is_none()).collect();
        for (at, batch) in lacking.chunks(self.embedder().batch().max(1)).enumerate() {
            eprint!("\r{}: {} of {} vectors", self.name, at * self.embedder().batch(), lacking.len());
            let vectors =
                self.embedder().embed(Purpose::Passage, batch).map_err(|error| error.to_string())?;
            self.keep(id, batch, &vectors);
        }
        if !lacking.is_empty() {
            eprintln!();
        }
        Ok(texts.iter().map(|text| self.kept(id, text).unwrap_or_default()).collect())
    }

    /// What is asked, as a vector.
    pub fn question(&self, text: &str) -> Result<Vector, ModelError> {
        // A question and a passage of the same words may have other vectors.
        let id = format!("{}-questions", self.embedder().model().id);
        if let Some(vector) = self.kept(&id, text) {
            return Ok(vector);
        }
        let vectors = self.embedder().embed(Purpose::Question, &[text])?;
        self.keep(&id, &[text], &vectors);
        Ok(vectors.into_iter().next().unwrap_or_default())
    }

    fn kept(&self, id: &str, text: &str) -> Option<Vector> {
        self.kept.of(id, self.embedder().model().dimension, text)
    }

    fn keep(&self, id: &str, texts: &[&str], vectors: &[Vector]) {
        let made: Vec<(&str, &Vector)> = texts.iter().copied().zip(vectors).collect();
        self.kept.keep(id, &made);
    }
}
