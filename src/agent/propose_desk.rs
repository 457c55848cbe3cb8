//! The desk of a proposer: the base, and what it has written so far. Nothing leaves it but a change set (I5).

use std::collections::BTreeMap;

use super::library::Library;
use super::looking::{Differing, Looking};
use crate::change::ChangeSet;
use crate::evidence::EvidenceId;
use crate::note::Note;
use crate::path::RepoPath;
use crate::plan::FaultId;
use crate::proposal::ClaimVerdict;
use crate::vault::Vault;

/// What a proposer says at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finished {
    /// One line: what changes.
    pub title: String,
    /// What changed and why.
    pub summary: String,
    /// What kb's own check of the claims still says against it.
    pub doubts: Vec<String>,
}

/// What became of one fault, in the words of who mended it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settlement {
    /// Whether it was mended.
    pub is_mended: bool,
    /// Why: what makes it right, or why it is left.
    pub reason: String,
}

/// The desk of a proposer.
pub(super) struct ProposeDesk<'a> {
    library: Library<'a>,
    /// The evidence that the proposal is made of.
    pub evidence: &'a [EvidenceId],
    /// What reviews of earlier rounds hold against it.
    pub rejected: &'a [ClaimVerdict],
    /// How often it insisted on what the check of the claims holds against it.
    pub defended: u32,
    /// The faults that it is to mend, for a reorganiser.
    pub faults: Vec<FaultId>,
    /// What it says became of each of them.
    pub settled: BTreeMap<FaultId, Settlement>,
    /// What it said at the end, once it is at the end.
    pub finished: Option<Finished>,
    /// Every file that was touched, as it stands now; `None` is gone.
    texts: BTreeMap<RepoPath, Option<String>>,
    /// Where notes that moved stood in the base.
    moved: BTreeMap<RepoPath, RepoPath>,
    head: Vault,
    /// Every file of the base, also what the caller may not see.
    taken: &'a Vault,
}

impl<'a> ProposeDesk<'a> {
    /// An empty desk; `whole` is the base with what the caller may not see.
    pub fn new(
        library: Library<'a>,
        whole: &'a Vault,
        evidence: &'a [EvidenceId],
        rejected: &'a [ClaimVerdict],
    ) -> ProposeDesk<'a> {
        let head = library.base.with_changes(&ChangeSet::new());
        ProposeDesk {
            library,
            evidence,
            rejected,
            defended: 0,
            faults: Vec::new(),
            settled: BTreeMap::new(),
            finished: None,
            texts: BTreeMap::new(),
            moved: BTreeMap::new(),
            head,
            taken: whole,
        }
    }

    /// Whether something stands at `path` that the caller may not see.
    pub fn is_withheld(&self, path: &RepoPath) -> bool {
        self.taken.has_file(path) && !self.library.base.has_file(path)
    }

    /// Puts `text` at `path`.
    pub fn put(&mut self, path: RepoPath, text: String) {
        self.texts.insert(path, Some(text));
        self.renew();
    }

    /// Takes the file at `path` away.
    pub fn take_away(&mut self, path: &RepoPath) {
        self.moved.remove(path);
        self.texts.insert(path.clone(), None);
        self.renew();
    }

    /// Takes in changes that were made against the head.
    pub fn apply(&mut self, changes: &ChangeSet) {
        for (path, change) in changes.iter() {
            if let Some(from) = &change.moved_from {
                let first = self.moved.remove(from).unwrap_or_else(|| from.clone());
                if self.library.base.note(first.as_str()).is_some() {
                    self.moved.insert(path.clone(), first);
                }
            }
            let text = change.after.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            self.texts.insert(path.clone(), text);
        }
        self.renew();
    }

    /// The changes against the base.
    fn made(&self) -> ChangeSet {
        let mut changes = ChangeSet::new();
        for (path, text) in &self.texts {
            let before = self.library.base.note(path.as_str()).map(|note: &Note| note.text.as_bytes());
            match (before, text) {
                (Some(before), Some(text)) => changes.edit(path.clone(), before, text.clone().into_bytes()),
                (Some(before), None) => changes.remove(path.clone(), before),
                (None, Some(text)) => changes.create(path.clone(), text.clone().into_bytes()),
                (None, None) => {}
            }
        }
        for (to, from) in &self.moved {
            if let Some(change) = changes.get(to).filter(|change| change.before.is_none()) {
                let moved = crate::change::Change { moved_from: Some(from.clone()), ..change.clone() };
                changes.insert(to.clone(), moved);
            }
        }
        changes
    }

    fn renew(&mut self) {
        self.head = self.library.base.with_changes(&self.made());
    }
}

impl Looking for ProposeDesk<'_> {
    fn library(&self) -> &Library<'_> {
        &self.library
    }

    fn head(&self) -> &Vault {
        &self.head
    }

    fn changes(&self) -> ChangeSet {
        self.made()
    }

    fn differing(&self) -> Vec<Differing> {
        differing(&self.made())
    }
}

/// The files that `changes` change; one that moved away is told with where it went.
pub(super) fn differing(changes: &ChangeSet) -> Vec<Differing> {
    let went = |path: &RepoPath| changes.iter().any(|(_, change)| change.moved_from.as_ref() == Some(path));
    changes
        .iter()
        .filter(|(path, change)| change.after.is_some() || !went(path))
        .map(|(path, change)| Differing { path: path.clone(), from: change.moved_from.clone() })
        .collect()
}
