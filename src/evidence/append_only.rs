//! The append-only check (I1): what a commit does to evidence that its parents hold. It compares names of blobs,
//! never diff text; where the trees come from is for others.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::evidence::EvidenceId;
use crate::finding::Severity;
use crate::path::RepoPath;
use crate::vault::{TreeEntry, TreeEntryKind};

/// What is wrong with one path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Its bytes differ; also when something was only appended.
    Changed,
    /// It is gone.
    Removed,
    /// It stands under another name.
    Renamed {
        /// The other name.
        to: String,
    },
    /// It stands under a name that differs in case only.
    CaseRenamed {
        /// The other name.
        to: String,
    },
    /// It became something else than a file, or a file in the place of something else.
    TypeChanged,
    /// Only its run bit changed.
    ModeChanged,
    /// It is new in the folder of an item that was there before.
    AddedToItem,
    /// It is new and differs in case only from what was there before.
    CaseCollision {
        /// What was there.
        with: String,
    },
    /// It is new, and a symbolic link or a submodule.
    NotAFile,
}

/// One path that breaks the rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The path; lossy where it is not UTF-8.
    pub path: String,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Violation {
    /// An error, but for a mode change alone, which is a warning.
    pub fn severity(&self) -> Severity {
        if self.fault == Fault::ModeChanged { Severity::Warning } else { Severity::Error }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match &self.fault {
            Fault::Changed => {
                write!(f, "{path} was changed; evidence is append-only, add a new item instead")
            }
            Fault::Removed => write!(f, "{path} was removed; evidence is append-only"),
            Fault::Renamed { to } => write!(f, "{path} was moved to {to}; evidence keeps its place"),
            Fault::CaseRenamed { to } => write!(f, "{path} was renamed to {to}; evidence keeps its name"),
            Fault::TypeChanged => write!(f, "{path} is no longer the kind of entry that it was"),
            Fault::ModeChanged => write!(f, "{path} has another mode; its bytes are the same"),
            Fault::AddedToItem => {
                write!(
                    f,
                    "{path} was added to an item that was there before; an item is complete when it is added"
                )
            }
            Fault::CaseCollision { with } => write!(f, "{path} differs from {with} in case only"),
            Fault::NotAFile => write!(f, "{path} is a symbolic link or a submodule; evidence is files"),
        }
    }
}

/// Lists what `head` does wrong below the folder `evidence`, seen from every one of its `parents`, by path.
///
/// Each tree is a list of all its entries, or of those below `evidence`. A commit without parents, and the base
/// of a proposal, are `&[]` and `&[base]`; a merge is compared with all its parents, so that neither side's
/// evidence is lost in it.
pub fn violations(evidence: &RepoPath, parents: &[&[TreeEntry]], head: &[TreeEntry]) -> Vec<Violation> {
    let head = Tree::new(evidence, head);
    let mut found = BTreeSet::new();
    if parents.is_empty() {
        head.compare_new(&Tree::default(), &mut found);
    }
    for parent in parents {
        let parent = Tree::new(evidence, parent);
        parent.compare_kept(&head, &mut found);
        head.compare_new(&parent, &mut found);
    }
    found.into_iter().collect()
}

/// The evidence of one tree.
#[derive(Default)]
struct Tree<'t> {
    entries: BTreeMap<&'t [u8], &'t TreeEntry>,
    /// A path by its lower-case form.
    folded: BTreeMap<Vec<u8>, &'t [u8]>,
    /// The folders of items.
    items: BTreeSet<&'t [u8]>,
}

impl<'t> Tree<'t> {
    fn new(evidence: &RepoPath, entries: &'t [TreeEntry]) -> Tree<'t> {
        let mut tree = Tree::default();
        for entry in entries {
            let path = entry.path.as_slice();
            let Some(below) = path.strip_prefix(evidence.as_str().as_bytes()) else { continue };
            if !below.starts_with(b"/") {
                // The folder itself replaced by a file or a link is seen as everything in it being gone.
                continue;
            }
            tree.entries.insert(path, entry);
            tree.folded.insert(fold(path), path);
            tree.items.extend(item_folder(path));
        }
        tree
    }

    /// Reports what of this tree, a parent's, is not the same in `head`.
    fn compare_kept(&self, head: &Tree<'_>, found: &mut BTreeSet<Violation>) {
        let mut new_blobs: Option<BTreeMap<&str, &[u8]>> = None;
        for (path, entry) in &self.entries {
            let fault = match head.entries.get(path) {
                Some(now) if is_file(now) != is_file(entry) => Fault::TypeChanged,
                Some(now) if now.blob != entry.blob => Fault::Changed,
                Some(now) if now.kind != entry.kind => {
                    if is_file(now) {
                        Fault::ModeChanged
                    } else {
                        Fault::TypeChanged
                    }
                }
                Some(_) => continue,
                None => match head.folded.get(&fold(path)) {
                    Some(to) => Fault::CaseRenamed { to: shown(to) },
                    None => {
                        let blobs = new_blobs.get_or_insert_with(|| {
                            let new =
                                head.entries.iter().filter(|(path, _)| !self.entries.contains_key(*path));
                            new.map(|(path, entry)| (entry.blob.as_str(), *path)).collect()
                        });
                        match blobs.get(entry.blob.as_str()) {
                            Some(to) => Fault::Renamed { to: shown(to) },
                            None => Fault::Removed,
                        }
                    }
                },
            };
            found.insert(Violation { path: shown(path), fault });
        }
    }

    /// Reports what of this tree, the head's, is new against `parent` and must not be.
    fn compare_new(&self, parent: &Tree<'_>, found: &mut BTreeSet<Violation>) {
        for (path, entry) in &self.entries {
            if parent.entries.contains_key(path) {
                continue;
            }
            let twin = parent.folded.get(&fold(path)).filter(|twin| self.entries.contains_key(**twin));
            let fault = if let Some(twin) = twin {
                Fault::CaseCollision { with: shown(twin) }
            } else if !is_file(entry) {
                Fault::NotAFile
            } else if item_folder(path).is_some_and(|folder| parent.items.contains(folder)) {
                Fault::AddedToItem
            } else {
                continue;
            };
            found.insert(Violation { path: shown(path), fault });
        }
    }
}

fn is_file(entry: &TreeEntry) -> bool {
    matches!(entry.kind, TreeEntryKind::File | TreeEntryKind::Executable)
}

fn shown(path: &[u8]) -> String {
    String::from_utf8_lossy(path).into_owned()
}

/// The form in which two paths are equal on a disk that ignores case.
fn fold(path: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(path) {
        Ok(text) => text.to_lowercase().into_bytes(),
        Err(_) => path.to_ascii_lowercase(),
    }
}

/// The folder of the item that `path` lies in: up to and with the part that is an evidence id.
fn item_folder(path: &[u8]) -> Option<&[u8]> {
    let text = std::str::from_utf8(path).ok()?;
    let mut end = 0;
    for part in text.split_inclusive('/') {
        end += part.len();
        if part.strip_suffix('/').is_some_and(|name| name.parse::<EvidenceId>().is_ok()) {
            return Some(&path[..end]);
        }
    }
    None
}

#[cfg(test)]
mod tests;
