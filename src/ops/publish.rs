//! The index as an artifact of a registry: a shard a layer, named by its content, so that only what changed is moved. What is
//! published never moves backwards, and what comes back is held to its digests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;

use super::Workspace;
use super::target::{Target, TargetError};
use crate::digest::{CommitId, Sha256Hex};
use crate::port::{Event, GitError, GitRead, IndexError, IndexFiles, Registry, RegistryFault};
use crate::search::PIPELINE;

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const ARTIFACT: &str = "application/vnd.kb.index.v1";
const HEAD: &str = "application/vnd.kb.index.head.v1+json";
const SHARD: &str = "application/vnd.kb.index.shard.v1";
const REVISION: &str = "org.opencontainers.image.revision";
const TITLE: &str = "org.opencontainers.image.title";
const MADE_BY: &str = "kb.pipeline";

/// The tag that moves.
const LATEST: &str = "latest";

/// Says why nothing was published, or nothing came.
#[derive(Debug, Error)]
pub enum PublishError {
    /// The registry does not do it.
    #[error(transparent)]
    Registry(#[from] RegistryFault),
    /// The index cannot be read or written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// Git cannot be read.
    #[error(transparent)]
    Git(#[from] GitError),
    /// There is nothing to go by.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The index does not mirror what is to be published.
    #[error("the index mirrors {here}, and `{branch}` is at {head}")]
    Behind {
        /// What it mirrors.
        here: String,
        /// The gate's branch.
        branch: String,
        /// Where that is.
        head: String,
    },
    /// What is published does not lie behind us.
    #[error("{place} has the index of {there}, which is no ancestor of {here}; nothing is moved")]
    Diverged {
        /// The registry and the repository in it.
        place: String,
        /// The commit that is published.
        there: String,
        /// Ours.
        here: String,
    },
    /// There is nothing under that name.
    #[error("{place} has no index under `{reference}`")]
    Nothing {
        /// The registry and the repository in it.
        place: String,
        /// The tag or digest.
        reference: String,
    },
    /// It is no index that this kb can use.
    #[error("what {place} has is no index that can be used here: {reason}")]
    Unusable {
        /// The registry and the repository in it.
        place: String,
        /// Why.
        reason: String,
    },
}

/// What became of `latest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Moved {
    /// It was moved forward.
    Published,
    /// It was there already.
    Same,
    /// Somebody published a later commit: that stays.
    Newer,
}

/// What was published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PublishedIndex {
    /// The registry and the repository in it.
    pub place: String,
    /// The digest by which it is to be pulled.
    pub digest: String,
    /// The commit that it mirrors.
    pub commit: CommitId,
    /// What became of `latest`.
    pub moved: Moved,
    /// How many shards were sent.
    pub sent: usize,
    /// How many were there already.
    pub kept: usize,
}

/// What came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PulledIndex {
    /// The registry and the repository in it.
    pub place: String,
    /// Its digest.
    pub digest: String,
    /// The commit that it mirrors.
    pub commit: CommitId,
    /// How many shards came.
    pub fetched: usize,
    /// How many were here already.
    pub kept: usize,
}

#[derive(Deserialize)]
struct Manifest {
    #[serde(rename = "artifactType", default)]
    artifact: String,
    config: Descriptor,
    #[serde(default)]
    layers: Vec<Descriptor>,
    #[serde(default)]
    annotations: std::collections::BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Descriptor {
    digest: String,
    #[serde(default)]
    annotations: std::collections::BTreeMap<String, String>,
}

impl Descriptor {
    fn digest(&self) -> Option<Sha256Hex> {
        self.digest.strip_prefix("sha256:").and_then(Sha256Hex::parse)
    }
}

/// Publishes the index of the head of the gate's branch.
pub fn publish(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    index: &dyn IndexFiles,
    registry: &dyn Registry,
) -> Result<PublishedIndex, PublishError> {
    let target = Target::read(workspace, git)?;
    let head = &target.commit;
    let behind = |here: &str| PublishError::Behind {
        here: here.to_owned(),
        branch: target.branch().to_owned(),
        head: head.short().to_owned(),
    };
    let shards = index.shards()?.ok_or_else(|| behind("nothing"))?;
    let commit = shards.stamp.commit.clone().ok_or_else(|| behind("a working tree"))?;
    if commit != *head || shards.stamp.pipeline != PIPELINE {
        return Err(behind(commit.short()));
    }
    let place = registry.place().to_owned();
    let mut layers = Vec::new();
    let mut bytes_of = Vec::new();
    for name in &shards.names {
        let gone = || behind("another commit by now");
        let bytes = index.shard(name)?.ok_or_else(gone)?;
        let digest = Sha256Hex::of(&bytes);
        layers.push(json!({
            "mediaType": SHARD, "digest": format!("sha256:{digest}"), "size": bytes.len(), "annotations": { TITLE: name },
        }));
        bytes_of.push((name.clone(), digest));
    }
    let config = Sha256Hex::of(&shards.head);
    let manifest = json!({
        "schemaVersion": 2, "mediaType": MANIFEST, "artifactType": ARTIFACT,
        "config": { "mediaType": HEAD, "digest": format!("sha256:{config}"), "size": shards.head.len() },
        "layers": layers,
        "annotations": { MADE_BY: PIPELINE, REVISION: commit.as_str() },
    });
    let manifest = manifest.to_string().into_bytes();
    let digest = format!("sha256:{}", Sha256Hex::of(&manifest));
    let mut report = PublishedIndex { place, digest, commit, moved: Moved::Published, sent: 0, kept: 0 };
    if let Some(moved) = looked(git, registry, &report)? {
        return Ok(PublishedIndex { moved, ..report });
    }
    for (name, digest) in bytes_of {
        if registry.has(&digest)? {
            report.kept += 1;
            continue;
        }
        let bytes = index.shard(&name)?.ok_or_else(|| behind("another commit by now"))?;
        registry.put(&bytes)?;
        report.sent += 1;
    }
    if !registry.has(&config)? {
        registry.put(&shards.head)?;
    }
    registry.put_manifest(report.commit.as_str(), MANIFEST, &manifest)?;
    // Once more, as late as can be: another may have published while shards were sent.
    if let Some(moved) = looked(git, registry, &report)? {
        return Ok(PublishedIndex { moved, ..report });
    }
    registry.put_manifest(LATEST, MANIFEST, &manifest)?;
    let there = registry.manifest(&report.digest)?;
    if there.is_none() {
        let (place, reference) = (report.place, report.digest);
        return Err(PublishError::Nothing { place, reference });
    }
    Ok(report)
}

/// What `latest` says of moving it to `ours`; `None`: it may be moved.
fn looked(
    git: &dyn GitRead,
    registry: &dyn Registry,
    ours: &PublishedIndex,
) -> Result<Option<Moved>, PublishError> {
    let Some(bytes) = registry.manifest(LATEST)? else { return Ok(None) };
    if format!("sha256:{}", Sha256Hex::of(&bytes)) == ours.digest {
        return Ok(Some(Moved::Same));
    }
    let there: Option<Manifest> = serde_json::from_slice(&bytes).ok();
    let there = there.and_then(|manifest| manifest.annotations.get(REVISION).cloned()).unwrap_or_default();
    let diverged = || PublishError::Diverged {
        place: ours.place.clone(),
        there: there.get(..8).unwrap_or("something else").to_owned(),
        here: ours.commit.short().to_owned(),
    };
    // What git does not know is not behind us; a shallow clone knows too little.
    let known = Some(CommitId(there.clone())).filter(is_id).ok_or_else(diverged)?;
    git.commit(&known).map_err(|_| diverged())?;
    if known == ours.commit || git.is_ancestor(&known, &ours.commit)? {
        return Ok(None);
    }
    if git.is_ancestor(&ours.commit, &known)? {
        return Ok(Some(Moved::Newer));
    }
    Err(diverged())
}

/// Whether it is the whole name of a commit, and nothing else that git would resolve.
fn is_id(commit: &CommitId) -> bool {
    let text = commit.as_str();
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Takes the index that is published under `reference`: a tag, or `sha256:` and a digest. Only one of a commit of the gate's
/// branch is taken.
pub fn pull(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    index: &dyn IndexFiles,
    registry: &dyn Registry,
    reference: &str,
) -> Result<PulledIndex, PublishError> {
    let target = Target::read(workspace, git)?;
    let place = registry.place().to_owned();
    let unusable = |reason: &str| PublishError::Unusable { place: place.clone(), reason: reason.to_owned() };
    let nothing = || PublishError::Nothing { place: place.clone(), reference: reference.to_owned() };
    let bytes = registry.manifest(reference)?.ok_or_else(nothing)?;
    let manifest: Manifest =
        serde_json::from_slice(&bytes).map_err(|_| unusable("its manifest is none of kb's"))?;
    if manifest.artifact != ARTIFACT {
        return Err(unusable("it is no index of kb's"));
    }
    if manifest.annotations.get(MADE_BY).map(String::as_str) != Some(PIPELINE) {
        return Err(unusable("another version of kb made it; `kb build` makes one"));
    }
    let revision = manifest.annotations.get(REVISION).map(String::as_str).unwrap_or_default();
    let commit = CommitId(revision.to_owned());
    if !is_id(&commit) || !git.is_ancestor(&commit, &target.commit).unwrap_or(false) {
        return Err(unusable("it mirrors a commit that is not on the gate's branch here"));
    }
    let mut shards = Vec::new();
    let mut kept = 0;
    for layer in &manifest.layers {
        let digest = layer.digest().ok_or_else(|| unusable("a layer has no digest"))?;
        let name = layer.annotations.get(TITLE).ok_or_else(|| unusable("a layer has no name"))?;
        let here = index.shard(name)?;
        if here.is_some_and(|bytes| Sha256Hex::of(&bytes) == digest) {
            kept += 1;
            continue;
        }
        shards.push((name.clone(), registry.get(&digest)?));
    }
    let head = manifest.config.digest().ok_or_else(|| unusable("its head has no digest"))?;
    let head = registry.get(&head)?;
    // What the head says it mirrors is what counts afterwards: it must be what was judged.
    let stamped: serde_json::Value = serde_json::from_slice(&head).unwrap_or_default();
    if stamped["stamp"]["commit"] != revision {
        return Err(unusable("its head names another commit than its manifest"));
    }
    let fetched = shards.len();
    if !index.install(&head, &shards)? {
        return Err(unusable("its files are of another form; `kb build` makes one"));
    }
    workspace.events.emit(Event::Say(format!("the index of {} is here", commit.short())));
    let digest = format!("sha256:{}", Sha256Hex::of(&bytes));
    Ok(PulledIndex { place, digest, commit, fetched, kept })
}
