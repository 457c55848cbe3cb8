//! The evidence of a vault: its items, and the folders that cannot be relied on.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::evidence::{EvidenceId, Item};
use crate::path::RepoPath;
use crate::vault::{Layout, Oddity};

/// All evidence at one moment.
#[derive(Clone, Debug)]
pub struct Archive {
    layout: Layout,
    items: BTreeMap<EvidenceId, Arc<Item>>,
    /// Folders of evidence that cannot be relied on, and why.
    damaged: BTreeMap<RepoPath, Oddity>,
}

impl Archive {
    /// An archive without an item.
    pub(super) fn new(layout: Layout) -> Archive {
        Archive { layout, items: BTreeMap::new(), damaged: BTreeMap::new() }
    }

    /// Where knowledge and evidence lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The items, ordered by id. One that was changed since it was taken in is none.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.values().map(AsRef::as_ref)
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item with `id`.
    pub fn item(&self, id: &EvidenceId) -> Option<&Item> {
        self.items.get(id).map(AsRef::as_ref)
    }

    /// What is wrong with the evidence in `folder`, where it cannot be relied on.
    pub fn damage(&self, folder: &RepoPath) -> Option<&Oddity> {
        self.damaged.get(folder)
    }

    /// Every folder that cannot be relied on, and why.
    pub fn damages(&self) -> impl Iterator<Item = (&RepoPath, &Oddity)> {
        self.damaged.iter()
    }

    /// The folders of all items, and those that cannot be relied on.
    pub fn folders(&self) -> impl Iterator<Item = &RepoPath> {
        self.items.values().map(|item| &item.folder).chain(self.damaged.keys())
    }

    /// This archive with the items of `other`; `None` where both have one folder or one id.
    pub fn joined(&self, other: &Archive) -> Option<Archive> {
        let is_known = other.items.keys().any(|id| self.items.contains_key(id))
            || other.folders().any(|folder| {
                let id = folder.file_name().parse::<EvidenceId>().ok();
                self.damaged.contains_key(folder) || id.is_some_and(|id| self.items.contains_key(&id))
            });
        let mut joined = self.clone();
        joined.items.extend(other.items.iter().map(|(id, item)| (id.clone(), item.clone())));
        joined.damaged.extend(other.damaged.iter().map(|(folder, why)| (folder.clone(), why.clone())));
        (!is_known).then_some(joined)
    }

    pub(super) fn insert(&mut self, item: Item) {
        self.items.insert(item.meta.id.clone(), Arc::new(item));
    }

    pub(super) fn distrust(&mut self, folder: RepoPath, oddity: Oddity) {
        self.damaged.insert(folder, oddity);
    }

    /// Forgets what is known of `folder`, and says whether anything was.
    pub(super) fn forget(&mut self, folder: &RepoPath) -> bool {
        let id: Option<EvidenceId> = folder.file_name().parse().ok();
        let item = id.and_then(|id| self.items.remove(&id));
        item.is_some() || self.damaged.remove(folder).is_some()
    }
}
