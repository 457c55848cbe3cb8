//! Reads one folder of evidence: its record, its source and its extracted text, and whether the bytes are still
//! those that were taken in.

use std::collections::BTreeMap;

use crate::digest::Sha256Hex;
use crate::evidence::{Item, Meta, TEXT_FILE};
use crate::path::RepoPath;
use crate::vault::{File, Layout, Oddity};
use crate::yaml;

/// The name of the file that holds the record of an item.
const META_FILE: &str = "meta.yaml";

/// What a folder turned out to be.
pub(super) enum Read {
    /// A sound item.
    Item(Box<Item>),
    /// An item that cannot be relied on.
    Damaged(Oddity),
    /// No item: nothing that belongs to one.
    Nothing,
}

/// The files of evidence by their item's folder: three parts below the evidence folder, as ids place them.
pub(super) fn folders(layout: &Layout, files: impl Iterator<Item = File>) -> BTreeMap<RepoPath, Vec<File>> {
    let mut folders: BTreeMap<RepoPath, Vec<File>> = BTreeMap::new();
    for file in files {
        if let Some(folder) = folder_of(layout, &file.path) {
            folders.entry(folder).or_default().push(file);
        }
    }
    folders
}

/// The folder of the item that the file at `path` belongs to, if it lies as deep as items do.
pub(super) fn folder_of(layout: &Layout, path: &RepoPath) -> Option<RepoPath> {
    if !layout.is_evidence(path) {
        return None;
    }
    let below = &path.as_str()[layout.evidence.as_str().len() + 1..];
    let mut parts = below.match_indices('/').map(|(at, _)| at);
    let end = parts.nth(2)?;
    layout.evidence.join(&below[..end]).ok()
}

/// Reads the files of `folder`.
pub(super) fn read(folder: &RepoPath, files: &[File]) -> Read {
    let named = |name: &str| {
        files.iter().find(|file| {
            file.path.as_str().len() == folder.as_str().len() + 1 + name.len()
                && file.path.file_name() == name
        })
    };
    let damaged = |rule: &'static str, name: &str, message: String| {
        Read::Damaged(Oddity { rule, path: format!("{folder}/{name}"), message })
    };
    let Some(meta) = named(META_FILE) else {
        let message = "the record `meta.yaml` is missing; restore it from git".to_owned();
        return if files.is_empty() { Read::Nothing } else { damaged("evidence-broken", META_FILE, message) };
    };
    let text = String::from_utf8_lossy(meta.bytes.as_deref().unwrap_or_default());
    let meta: Meta = match yaml::from_str(&text) {
        Ok(meta) => meta,
        Err(error) => {
            return damaged("evidence-broken", META_FILE, format!("the record does not parse: {error}"));
        }
    };
    if meta.id.as_str() != folder.file_name() {
        let message =
            format!("the record is of `{}`, but the folder is named `{}`", meta.id, folder.file_name());
        return damaged("evidence-broken", META_FILE, message);
    }
    let Some(source) = named(&meta.source) else {
        let message = format!("the source `{}` has vanished; restore it from git", meta.source);
        return damaged("evidence-changed", &meta.source.clone(), message);
    };
    let Some(bytes) = &source.bytes else {
        return damaged("evidence-broken", &meta.source.clone(), "the source was not read".to_owned());
    };
    if Sha256Hex::of(bytes) != meta.sha256 {
        let message = "the bytes are not those that were taken in: the sha256 in `meta.yaml` differs; evidence is never edited";
        return damaged("evidence-changed", &meta.source.clone(), message.to_owned());
    }
    let text = named(TEXT_FILE).filter(|_| meta.source != TEXT_FILE).and_then(|file| file.bytes.as_deref());
    match (&meta.text_sha256, text) {
        (Some(_), None) => damaged(
            "evidence-changed",
            TEXT_FILE,
            "the extracted text has vanished; restore it from git".to_owned(),
        ),
        (Some(expected), Some(text)) if Sha256Hex::of(text) != *expected => {
            let message =
                "the extracted text was changed: its sha256 in `meta.yaml` differs; evidence is never edited";
            damaged("evidence-changed", TEXT_FILE, message.to_owned())
        }
        (None, Some(_)) => {
            let message = "an extracted text that the record does not know; evidence is never edited";
            damaged("evidence-changed", TEXT_FILE, message.to_owned())
        }
        (_, text) => Read::Item(Box::new(Item::new(meta, folder.clone(), bytes, text))),
    }
}
