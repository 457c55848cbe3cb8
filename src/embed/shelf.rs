//! The folder of the models on this machine: one folder a model, which appears whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use super::encoder::Encoder;
use super::fetch::Hub;
use super::manifest::{KeptFile, MANIFEST, Manifest};
use super::model2vec::{FolderTable, TABLE};
use super::network::{NETWORK, Network, TOKENIZER};
use crate::config::{EmbeddingConfig, is_model_name};
use crate::port::{
    Embedder as _, EmbeddingModel, Events, HeldModel, ModelError, ModelShelf, Purpose, Wanted,
};

/// Where models lie, and where they come from.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
    hub: String,
}

impl Shelf {
    /// The models below `folder`; others come from the hub at `hub`.
    pub fn new(folder: PathBuf, hub: String) -> Shelf {
        Shelf { folder, hub }
    }

    /// The folder of the model `name`, and what is known of it.
    pub(super) fn find(&self, name: &str) -> Option<(PathBuf, Manifest)> {
        let folder = self.folder.join(name);
        is_model_name(name).then_some(())?;
        let manifest = Manifest::read(&folder)?;
        Some((folder, manifest))
    }

    /// Fills `stage` with the files of `wanted`; gives what is known of them but the dimension.
    fn fill(&self, wanted: &Wanted, stage: &Path, events: &dyn Events) -> Result<Manifest, ModelError> {
        let failed = |message: String| ModelError::Fetch { name: wanted.name.clone(), message };
        let source = Path::new(&wanted.from);
        let (names, revision, origin) = if source.is_dir() {
            let names = copied(source, stage, wanted.kind.as_deref()).map_err(failed)?;
            let origin = source.canonicalize().unwrap_or_else(|_| source.to_owned());
            (names, None, origin.display().to_string())
        } else {
            let hub = Hub::new(&self.hub, &wanted.from).map_err(failed)?;
            let (names, revision) = hub.fetch(stage, wanted.kind.as_deref(), events).map_err(failed)?;
            (names, revision, wanted.from.clone())
        };
        let files = names.iter().map(|name| KeptFile::of(stage, name)).collect::<Result<_, _>>();
        let files: Vec<KeptFile> = files.map_err(|error| failed(format!("reading it again: {error}")))?;
        let guess = if names.iter().any(|name| name == TABLE) { "model2vec" } else { "onnx" };
        let kind = wanted.kind.clone().unwrap_or_else(|| guess.to_owned());
        Ok(Manifest { version: 1, kind, origin, revision, dimension: 0, files })
    }

    /// The dimension of the vectors that the model in `stage` gives: it has to work before it is kept.
    fn tried(&self, wanted: &Wanted, stage: &Path, kind: &str) -> Result<usize, ModelError> {
        let settings = EmbeddingConfig { max_tokens: 32, ..EmbeddingConfig::default() };
        let model = EmbeddingModel { id: String::new(), dimension: 0, weight: 0.0, floor: 0.0 };
        let (name, folder) = (wanted.name.as_str(), stage.to_owned());
        let vectors = match kind {
            "reranker" => return Network::load(name, stage, 32).map(|_| 0),
            "model2vec" => FolderTable::new(name, folder, Default::default(), model)
                .embed(Purpose::Passage, &["Does it work?"])?,
            _ => Encoder::new(name, folder, settings, model).embed(Purpose::Passage, &["Does it work?"])?,
        };
        Ok(vectors.first().map_or(0, |vector| vector.units().len()))
    }
}

/// Copies the files of a model in `source`; gives their names.
fn copied(source: &Path, stage: &Path, kind: Option<&str>) -> Result<Vec<String>, String> {
    let has = |name: &str| source.join(name).is_file();
    let model = match kind {
        Some("model2vec") => TABLE,
        None if !has(NETWORK) && has(TABLE) => TABLE,
        _ => NETWORK,
    };
    for name in [model, TOKENIZER] {
        if !has(name) {
            return Err(format!("{} has no {name}", source.display()));
        }
        let doing = |error| format!("copying {name}: {error}");
        fs::copy(source.join(name), stage.join(name)).map_err(doing)?;
    }
    Ok(vec![model.to_owned(), TOKENIZER.to_owned()])
}

impl ModelShelf for Shelf {
    fn held(&self) -> Result<Vec<HeldModel>, ModelError> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Ok(Vec::new()) };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut held: Vec<HeldModel> = names
            .filter_map(|name| self.find(&name).map(|(folder, manifest)| manifest.held(&name, &folder)))
            .collect();
        held.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(held)
    }

    fn pull(&self, wanted: &Wanted, events: &dyn Events) -> Result<HeldModel, ModelError> {
        let failed = |message: String| ModelError::Fetch { name: wanted.name.clone(), message };
        if !is_model_name(&wanted.name) {
            return Err(failed("letters, digits, `-`, `_` and `.` can name a model".to_owned()));
        }
        let known = self.find(&wanted.name).map(|(_, manifest)| manifest);
        let stage = self.folder.join(format!(".{}.part", wanted.name));
        fs::create_dir_all(&stage)
            .map_err(|error| failed(format!("making the folder {}: {error}", stage.display())))?;
        let mut manifest = self.fill(wanted, &stage, events)?;
        let moved = known.filter(|known| {
            known.origin == manifest.origin
                && known.revision == manifest.revision
                && known.files != manifest.files
        });
        if moved.is_some() && manifest.revision.is_some() {
            let _ = fs::remove_dir_all(&stage);
            return Err(failed(
                "the files are not those of the first pull of this commit; nothing was kept".to_owned(),
            ));
        }
        manifest.dimension = match self.tried(wanted, &stage, &manifest.kind) {
            Ok(dimension) => dimension,
            Err(error) => {
                let _ = fs::remove_dir_all(&stage);
                return Err(error);
            }
        };
        let folder = self.folder.join(&wanted.name);
        let json = serde_json::to_vec_pretty(&manifest).map_err(|error| failed(error.to_string()))?;
        let keep = || {
            fs::write(stage.join(MANIFEST), json)?;
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::rename(&stage, &folder)
        };
        keep().map_err(|error| failed(format!("keeping it in {}: {error}", folder.display())))?;
        Ok(manifest.held(&wanted.name, &folder))
    }

    fn verify(&self, name: &str) -> Result<Vec<String>, ModelError> {
        let missing = || ModelError::Missing { name: name.to_owned() };
        let (folder, manifest) = self.find(name).ok_or_else(missing)?;
        let mut faults = Vec::new();
        for file in &manifest.files {
            match KeptFile::of(&folder, &file.name) {
                Ok(now) if now == *file => {}
                Ok(now) => faults.push(format!("{}: sha256 {}, not {}", file.name, now.sha256, file.sha256)),
                Err(error) => faults.push(format!("{}: {error}", file.name)),
            }
        }
        Ok(faults)
    }
}
