//! The evidence that reads come upon: an item by its folder, and which citations a caller may be told of.

use std::collections::BTreeMap;

use super::WorkspaceError;
use super::shelf::Shelf;
use crate::caller::Caller;
use crate::evidence::{EvidenceId, Item, Meta, TEXT_FILE};
use crate::path::RepoPath;
use crate::search::CitedLines;
use crate::vault::{File, Vault};
use crate::yaml;

/// What stands in a folder of evidence.
pub(super) enum FoundItem {
    /// A sound item.
    Sound(Box<Item>),
    /// An item that cannot be relied on: the file, and what is wrong with it.
    Damaged(RepoPath, String),
}

/// The evidence in `folder`, as far as `caller` may see it.
pub(super) fn item_in(
    shelf: &Shelf<'_, '_>,
    caller: &Caller,
    folder: &RepoPath,
) -> Result<Option<FoundItem>, WorkspaceError> {
    let Ok(id) = folder.file_name().parse::<EvidenceId>() else { return Ok(None) };
    let meta = meta(shelf, folder)?;
    // Without a record nobody can say who may see the rest: only the owner is told.
    if !meta.as_ref().map_or(caller.is_owner(), |meta| caller.may_see(&meta.access())) {
        return Ok(None);
    }
    let source = meta.map(|meta| meta.source);
    let names = ["meta.yaml", TEXT_FILE].into_iter().chain(source.as_deref());
    let mut files = Vec::new();
    for path in names.filter_map(|name| folder.join(name).ok()) {
        if let Some(bytes) = shelf.bytes(&path)?
            && files.iter().all(|file: &File| file.path != path)
        {
            files.push(File { path, bytes: Some(bytes) });
        }
    }
    let vault = Vault::build(shelf.layout.clone(), files, Vec::new());
    if let Some(item) = vault.item(&id) {
        return Ok(Some(FoundItem::Sound(Box::new(item.clone()))));
    }
    let damage = vault.archive().damage(folder);
    Ok(damage.map(|odd| {
        let file = RepoPath::new(odd.path.clone()).unwrap_or_else(|_| folder.clone());
        FoundItem::Damaged(file, odd.message.clone())
    }))
}

/// Takes out of `citations` those of evidence that `caller` may not see.
///
/// What vanished, or cannot be read, cannot say who may see it: only the owner is told of it.
pub(super) fn keep_seen<'c>(
    shelf: &Shelf<'_, '_>,
    caller: &Caller,
    citations: impl Iterator<Item = &'c mut Vec<CitedLines>>,
) -> Result<(), WorkspaceError> {
    if caller.is_owner() {
        return Ok(());
    }
    let mut seen: BTreeMap<String, bool> = BTreeMap::new();
    for cited in citations {
        for CitedLines { evidence, .. } in cited.iter() {
            if !seen.contains_key(evidence) {
                seen.insert(evidence.clone(), sees(shelf, caller, evidence)?);
            }
        }
        cited.retain(|cited| seen.get(&cited.evidence) == Some(&true));
    }
    Ok(())
}

/// Whether `caller` may see the evidence `id`.
pub(super) fn sees(shelf: &Shelf<'_, '_>, caller: &Caller, id: &str) -> Result<bool, WorkspaceError> {
    let Ok(id) = id.parse::<EvidenceId>() else { return Ok(false) };
    let meta = meta(shelf, &id.folder(&shelf.layout.evidence))?;
    Ok(meta.is_some_and(|meta| caller.may_see(&meta.access())))
}

/// The record of the evidence in `folder`, where there is one that can be read.
fn meta(shelf: &Shelf<'_, '_>, folder: &RepoPath) -> Result<Option<Meta>, WorkspaceError> {
    let Ok(path) = folder.join("meta.yaml") else { return Ok(None) };
    let bytes = shelf.bytes(&path)?.unwrap_or_default();
    Ok(std::str::from_utf8(&bytes).ok().and_then(|text| yaml::from_str(text).ok()))
}
